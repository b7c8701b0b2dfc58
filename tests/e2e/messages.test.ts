import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { draftNewest, openDesk, useBrowser } from './desk.ts'

const browser = useBrowser()

/** Whether one part of the page lies over another. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()])
  if (!a || !b) throw new Error('It is not on show.')
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

describe.each([360, 1280])('what the page has to say, %d px wide', (width) => {
  it('stands one below the other, clear of the filters and of the way back from a ticket', async () => {
    await using desk = await openDesk(browser(), { contextOptions: { viewport: { width, height: 740 } } })
    const { operator, agent, opened } = desk
    const { page } = opened
    await operator.demonstrate(async () => {
      await operator.openByKeys(2)
      await operator.set('priority', 'Urgent')
    })
    await operator.press('Escape')
    const { draftId } = await draftNewest(agent, { name: 'escalate' })
    await agent.start('understudy_publish_tool', { draftId })
    await operator.approval.region.waitFor()
    await operator.press('Escape')
    await operator.banner.waitFor()
    // Nobody has said who they are: that is a message as well.
    await operator.press('i')
    await operator.notice.waitFor()
    expect(await overlap(operator.banner, operator.notice)).toBe(false)
    const filters = page.getByRole('group', { name: 'Filter', exact: true })
    for (const message of [operator.banner, operator.notice]) expect(await overlap(message, filters)).toBe(false)
    await operator.openByKeys(1)
    const back = page.locator('[data-action="back"]')
    if (width < 900) for (const message of [operator.banner, operator.notice]) expect(await overlap(message, back)).toBe(false)
    opened.expectClean()
  })
})
