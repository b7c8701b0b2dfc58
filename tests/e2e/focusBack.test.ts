import { describe, expect, it } from 'vitest'
import { openDesk, useBrowser } from './desk.ts'
import { eventually } from './operator.ts'

const browser = useBrowser()

describe.each([360, 1440])('whoever never touches the mouse, %d px wide', (width) => {
  it('is back in the list, or in the ticket that covers it, once a draft is put aside or published', async () => {
    await using desk = await openDesk(browser(), { contextOptions: { viewport: { width, height: 740 } } })
    const { operator, opened } = desk
    const focused = (): Promise<string | null | undefined> => opened.page.evaluate(() => document.activeElement?.closest('[data-region]')?.getAttribute('data-region'))
    const back = width < 900 ? 'ticket' : 'queue'
    await operator.teach()
    await operator.openByKeys(2)
    await operator.set('priority', 'Urgent')
    await operator.stop()
    expect(await focused()).toBe('draft')
    await operator.press('Escape')
    await operator.draft.region.waitFor({ state: 'hidden' })
    expect(await focused()).toBe(back)

    await operator.draft.bringBack()
    await operator.draft.publishButton.focus()
    await operator.press('Enter')
    await eventually(() => operator.approval.approveButton.isEnabled()).toBe(true)
    await operator.approval.approveButton.focus()
    await operator.press('Enter')
    await operator.approval.region.waitFor({ state: 'hidden' })
    await eventually(focused).toBe(back)
    opened.expectClean()
  })
})
