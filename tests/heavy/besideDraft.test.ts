import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openDesk, useBrowser } from '../e2e/desk.ts'

const browser = useBrowser()

/** Whether one part of the page lies over another. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()])
  if (!a || !b) throw new Error('It is not on show.')
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

describe.each([360, 700, 1024, 1440])('with a draft on show, %d px wide', (width) => {
  it('an approval that waits hides neither its heading nor its foot, nor does what the page has to say', async () => {
    await using desk = await openDesk(browser(), { contextOptions: { viewport: { width, height: 740 } } })
    const { operator, agent } = desk
    const { region, publishButton } = operator.draft
    await operator.teach()
    await operator.openByKeys(2)
    await operator.set('priority', 'Urgent')
    await operator.stop()
    const { drafts } = ((await agent.ask('understudy_list_recordings')).recordings as readonly { readonly drafts: readonly { readonly draftId: string }[] }[])[0] ?? { drafts: [] }
    await agent.start('understudy_publish_tool', { draftId: drafts[0]?.draftId ?? '' })
    await operator.approval.region.waitFor()
    await operator.press('Escape')
    await operator.banner.waitFor()
    for (const part of [region.getByRole('heading').first(), publishButton]) expect(await overlap(operator.banner, part)).toBe(false)
    expect(await operator.banner.getByText('waits for your approval').isVisible()).toBe(true)
    await region.focus()
    await operator.press('Control+z')
    await operator.notice.waitFor()
    for (const part of [region.getByRole('heading').first(), publishButton]) expect(await overlap(operator.notice, part)).toBe(false)
  })
})
