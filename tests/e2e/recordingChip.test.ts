import { describe, expect, it } from 'vitest'
import { openDesk, useBrowser, type Desk } from './desk.ts'
import { eventually } from './operator.ts'

const browser = useBrowser()

async function several({ operator }: Desk): Promise<void> {
  await operator.teach()
  await operator.openByKeys(1)
  await operator.set('priority', 'High')
  await operator.set('status', 'Pending')
  await operator.set('tags', 'vip')
}

describe('what is being recorded, over the foot of the page', () => {
  it('never hides the row one is at by keys, and lets the end of the list be scrolled clear of it', async () => {
    await using desk = await openDesk(browser(), { contextOptions: { viewport: { width: 1440, height: 740 } } })
    const { operator, opened } = desk
    await several(desk)
    const grid = operator.queue.getByRole('grid')
    const top = (): Promise<number> => operator.chip.evaluate((chip) => chip.getBoundingClientRect().top)
    const bottomOf = (which: string): Promise<number> =>
      grid.evaluate((list, selector) => [...list.querySelectorAll(selector)].at(-1)?.getBoundingClientRect().bottom ?? 0, which)
    await grid.focus()
    for (let step = 0; step < 14; step += 1) {
      await operator.press('j')
      await eventually(async () => (await bottomOf('[aria-selected="true"]')) <= (await top())).toBe(true)
    }
    await operator.press('End')
    await eventually(async () => (await bottomOf('[aria-selected="true"]')) <= (await top())).toBe(true)
    expect(await bottomOf('[data-ticket-id]')).toBeLessThanOrEqual(await top())
    await operator.stop()
    await operator.draft.dismiss()
    // Without it the list ends at the foot of the page again.
    await eventually(() => bottomOf('[data-ticket-id]')).toBe(740)
    opened.expectClean()
  })

  it('moves no row that is clicked beside it', async () => {
    await using desk = await openDesk(browser(), { contextOptions: { viewport: { width: 1440, height: 740 } } })
    const { operator, opened } = desk
    await several(desk)
    const row = operator.queue.locator('[data-ticket-id]').nth(17)
    const box = await row.boundingBox()
    const chip = await operator.chip.boundingBox()
    expect((box?.y ?? 0) > (chip?.y ?? 0)).toBe(true)
    await opened.page.mouse.click((box?.x ?? 0) + 12, (box?.y ?? 0) + 12)
    await operator.isOpen((await row.getAttribute('data-ticket-id')) ?? '')
    expect((await row.boundingBox())?.y).toBe(box?.y)
  })

  it('lets the foot of a ticket be scrolled clear of it where it lies over that', async () => {
    await using desk = await openDesk(browser(), { contextOptions: { viewport: { width: 360, height: 740 } } })
    const { operator } = desk
    await several(desk)
    await operator.set('template', 'Ask for details')
    await operator.reply().waitFor()
    await operator.ticket.evaluate((pane) => pane.scrollTo(0, pane.scrollHeight))
    const [foot, chip] = await Promise.all([operator.reply().boundingBox(), operator.chip.boundingBox()])
    expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual(chip?.y ?? 0)
  })
})
