import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openDesk, taught, useBrowser, type Desk } from './desk.ts'
import { atRest, eventually } from './operator.ts'

const browser = useBrowser()

/** What a person would lose their place by. */
interface Place {
  readonly text: string
  readonly caret: readonly [number | null, number | null]
  readonly focused: boolean
}

const placeIn = (box: Locator): Promise<Place> =>
  box.evaluate((element: HTMLInputElement) => ({
    text: element.value,
    caret: [element.selectionStart, element.selectionEnd],
    focused: document.activeElement === element,
  }))

const teachRaise = (desk: Desk) =>
  taught(desk, { name: 'raise' }, async () => {
    await desk.operator.filter('tag', 'billing')
    await desk.operator.openByKeys(2)
    await desk.operator.set('priority', 'Urgent')
    await desk.operator.set('tags', 'vip')
  })

describe('case P11: an agent’s run while the operator works', () => {
  it('leaves text, caret and scroll in the search, the list and the open ticket as they are', async () => {
    await using desk = await openDesk(browser(), { contextOptions: { viewport: { width: 1280, height: 460 } } })
    const { operator, agent, opened } = desk
    await teachRaise(desk)
    await operator.filter('tag', 'Any')
    await operator.open('T-1015')
    const scrolls = (): Promise<readonly number[]> =>
      opened.page.evaluate(() =>
        ['[data-region="queue"] [role="grid"]', '[data-region="ticket"]'].map((selector) => document.querySelector(selector)?.scrollTop ?? -1),
      )
    const wheelOver = async (region: Locator, by: number): Promise<void> => {
      const box = await region.boundingBox()
      await opened.page.mouse.move((box?.x ?? 0) + 80, (box?.y ?? 0) + 200)
      await opened.page.mouse.wheel(0, by)
    }
    await operator.searchFor('e')
    await wheelOver(operator.queue, 120)
    await wheelOver(operator.ticket, 90)
    await eventually(async () => (await scrolls()).every((top) => top > 0)).toBe(true)
    await operator.press('ArrowLeft')
    const before = { ids: await operator.ids(), scrolls: await atRest(opened.page, scrolls), place: await placeIn(operator.search) }
    expect(before.place).toEqual({ text: 'e', caret: [0, 0], focused: true })

    expect(await agent.ask('raise', { target_ticket: 'T-1014' })).toMatchObject({ ok: true })
    await eventually(() => operator.toast.getAttribute('data-state')).toBe('done')
    expect({ ids: await operator.ids(), scrolls: await scrolls(), place: await placeIn(operator.search) }).toEqual(before)
    // What is typed next goes where the caret was, and no letter of it is a shortcut.
    await operator.type('plt')
    expect(await placeIn(operator.search)).toEqual({ text: 'plte', caret: [3, 3], focused: true })
    await operator.isOpen('T-1015')
    expect(await operator.chip.count()).toBe(0)
  })

  it('leaves an open list with what was typed into it, and the cursor of the queue', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent, opened } = desk
    await teachRaise(desk)
    await operator.press('Escape')
    await operator.filter('tag', 'Any')
    for (const _ of 'jjj') await operator.press('j')
    const cursor = (): Promise<string | null> => operator.queue.locator('[aria-selected="true"]').getAttribute('data-ticket-id')
    const at = await cursor()
    await operator.press('s')
    const list = opened.page.locator('[popover] [role="listbox"]')
    const box = opened.page.locator('[popover] [role="searchbox"]')
    await box.waitFor()
    await operator.type('o')
    await operator.press('ArrowDown')
    const active = (): Promise<string> => list.locator('[data-active]').innerText()
    const before = { place: await placeIn(box), active: await active() }

    expect(await agent.ask('raise', { target_ticket: 'T-1031' })).toMatchObject({ ok: true })
    await eventually(() => operator.toast.getAttribute('data-state')).toBe('done')
    expect({ place: await placeIn(box), active: await active() }).toEqual(before)
    expect(await cursor()).toBe(at)
    await operator.press('Enter')
    await eventually(async () => (await operator.row(at ?? '')).status).toBe(before.active.trim().toLowerCase())
  })

  it('leaves a half-typed field of a draft', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent } = desk
    await teachRaise(desk)
    await operator.filter('tag', 'Any')
    await operator.teach()
    await operator.open('T-1033')
    await operator.set('status', 'Solved')
    await operator.stop()
    const description = operator.draft.region.locator('[name="description"]')
    await description.click()
    await operator.press('Control+a')
    await operator.type('Solves it, lapt')
    await operator.press('ArrowLeft')
    await operator.press('Shift+ArrowLeft')
    const before = await placeIn(description)
    expect(await agent.ask('raise', { target_ticket: 'T-1014' })).toMatchObject({ ok: true })
    await eventually(() => operator.toast.getAttribute('data-state')).toBe('done')
    expect(await placeIn(description)).toEqual(before)
    await operator.type('s')
    expect((await placeIn(description)).text).toBe('Solves it, last')
  })
})

describe('case P12: an agent’s run while the operator teaches', () => {
  it('is no part of the demonstration, which Stop ends as ever', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent } = desk
    await teachRaise(desk)
    await operator.filter('tag', 'Any')
    await operator.teach()
    await operator.open('T-1033')
    expect(await agent.ask('raise', { target_ticket: 'T-1014' })).toMatchObject({ ok: true })
    await operator.set('status', 'Solved')
    expect(await agent.ask('raise', { target_ticket: 'T-1018' })).toMatchObject({ ok: true })
    await operator.stop()
    expect(await operator.draft.steps()).toEqual(['Take the ticket target_ticket', 'Set status to solved'])
    await operator.draft.dismiss()
    expect(await agent.ask('understudy_list_recordings')).toMatchObject({ recordings: [{ steps: 2 }, { tools: ['raise'] }] })
  })
})
