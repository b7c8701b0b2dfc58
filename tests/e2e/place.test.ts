import { describe, expect, it } from 'vitest'
import { openDesk, useBrowser, type Desk } from './desk.ts'
import { openConsole } from './harness.ts'
import { eventually, Operator, tidy } from './operator.ts'

/** Notes the rows that the first frame has, and where its list was scrolled to. */
const WATCH = `
  const rows = () => [...document.querySelectorAll('[data-ticket-id]')].map((row) => row.getAttribute('data-ticket-id'))
  const lists = []
  window.lists = lists
  new MutationObserver(() => {
    const now = rows()
    if (now.length > 0) lists.push({ rows: now, top: document.querySelector('[role="grid"]').scrollTop, open: document.querySelector('[data-open-ticket]')?.getAttribute('data-open-ticket') ?? null })
  }).observe(document, { subtree: true, childList: true })
`

interface Seen {
  readonly rows: readonly string[]
  readonly top: number
  readonly open: string | null
}

/** Where the person is: what the list holds, how it was asked for, the row, the open ticket. */
async function placeOf({ page, queue, ticket, search, ids }: Operator): Promise<Readonly<Record<string, unknown>>> {
  const text = async (filter: string): Promise<string> => tidy(await page.locator(`[data-filter="${filter}"]`).innerText())
  return {
    ids: await ids.call({ queue }),
    status: await text('status'),
    priority: await text('priority'),
    sort: await text('sort'),
    search: await search.inputValue(),
    row: await queue.locator('[aria-selected="true"]').getAttribute('data-ticket-id'),
    open: (await ticket.count()) === 0 ? null : await ticket.getAttribute('data-open-ticket'),
    top: await queue.getByRole('grid').evaluate((grid) => grid.scrollTop),
  }
}

describe('a reload', () => {
  const browser = useBrowser()

  it('keeps filter, search, order, row and open ticket, from the first frame on', async () => {
    await using desk = await openDesk(browser(), { before: WATCH })
    const { operator, opened } = desk
    await operator.filter('sort', 'Oldest first')
    await operator.onlyStatus('Open')
    await operator.searchFor('the')
    await operator.press('Enter')
    await operator.press('j')
    await operator.press('Enter')
    await operator.ticket.waitFor()
    // As an agent or a template leaves it: the row stays although it does not belong here any more.
    await operator.set('status', 'Solved')
    const before = await placeOf(operator)
    expect(before).toMatchObject({ search: 'the', status: expect.stringContaining('open') as string, open: before['row'] })
    await opened.page.reload()
    await operator.ready()
    const [first, ...later] = await opened.page.evaluate(() => Reflect.get(window, 'lists') as readonly Seen[])
    expect(first).toEqual({ rows: before['ids'], top: 0, open: before['open'] })
    for (const { rows } of later) expect(rows).toEqual(before['ids'])
    expect(await placeOf(operator)).toEqual(before)
    await opened.page.locator('[data-action="refresh"]').click()
    expect(await operator.ids()).toEqual((before['ids'] as readonly string[]).filter((id) => id !== before['row']))
    opened.expectClean()
  })

  it('keeps how far a list is scrolled, and its first frame has the rows that are in sight', async () => {
    await using opened = await openConsole(browser(), { before: WATCH, contextOptions: { viewport: { width: 1440, height: 500 } } })
    const { page } = opened
    const operator = new Operator(page)
    await operator.ready()
    await page.locator('[data-action="teach"]:enabled').waitFor()
    await operator.press('End')
    await eventually(() => operator.queue.getByRole('grid').evaluate((grid) => grid.scrollTop)).toBeGreaterThan(300)
    const before = await placeOf(operator)
    await page.reload()
    await page.locator('[data-action="teach"]:enabled').waitFor()
    expect(await placeOf(operator)).toEqual(before)
    const [first] = await page.evaluate(() => Reflect.get(window, 'lists') as readonly Seen[])
    const ids = before['ids'] as readonly string[]
    const seen = ids.slice(Math.floor((before['top'] as number) / 35))
    expect(first?.rows).toEqual(expect.arrayContaining([...seen]))
    expect(first?.rows.length).toBeLessThan(ids.length)
    opened.expectClean()
  })

  it('a new tab begins with the list the console opens with, and leaves the other where it is', async () => {
    await using desk = await openDesk(browser())
    const { operator, opened } = desk
    const fresh = await placeOf(operator)
    await operator.filter('priority', 'Urgent')
    await operator.openByKeys(1)
    await using other = await openConsole(browser(), { context: opened.context })
    const there = new Operator(other.page)
    await there.ready()
    expect(await placeOf(there)).toEqual(fresh)
    await opened.page.reload()
    await operator.ready()
    expect(await placeOf(operator)).toMatchObject({ priority: expect.stringContaining('urgent') as string, open: expect.stringContaining('T-') as string })
  })

  it('after the sample tickets came back finds nothing of what was on show before', async () => {
    await using desk = await openDesk(browser())
    const { operator, opened } = desk
    const fresh = await placeOf(operator)
    await operator.filter('priority', 'Urgent')
    await operator.openByKeys(1)
    await operator.resetTickets()
    await eventually(() => placeOf(operator)).toMatchObject({ ids: fresh['ids'], open: null })
    await opened.page.reload()
    await operator.ready()
    expect(await placeOf(operator)).toEqual({ ...fresh, row: expect.stringContaining('T-') as string })
  })

  it('begins as a new tab does where what the tab keeps is odd', async () => {
    await using desk = await openDesk(browser())
    const { operator, opened } = desk
    const fresh = await placeOf(operator)
    await operator.filter('priority', 'Urgent')
    // After the page has kept it, before the next one looks.
    await opened.page.evaluate(() => {
      const spoil = (): void => {
        const kept = JSON.parse(sessionStorage.getItem('understudy-place') ?? '') as object
        sessionStorage.setItem('understudy-place', JSON.stringify({ ...kept, query: { priority: ['dire'] } }))
      }
      addEventListener('pagehide', spoil)
      document.addEventListener('visibilitychange', spoil)
    })
    await opened.page.reload()
    await operator.ready()
    expect(await placeOf(operator)).toEqual(fresh)
    opened.expectClean()
  })
})

describe('a demonstration that a reload interrupts after its filter', () => {
  const browser = useBrowser()

  /** Filters and orders, has something happen, then takes the first row and changes it. @returns all the draft says */
  async function shown({ operator }: Desk, between: () => Promise<void>): Promise<string> {
    await operator.teach()
    await operator.filter('priority', 'Urgent')
    await operator.filter('sort', 'Oldest first')
    await between()
    await operator.openByKeys(0)
    await operator.set('status', 'Pending')
    await operator.stop()
    return tidy(await operator.draft.region.innerText())
  }

  it('teaches the same as without it', async () => {
    await using plain = await openDesk(browser())
    const wanted = await shown(plain, () => Promise.resolve())
    expect(wanted).toContain('oldest')
    await using desk = await openDesk(browser())
    const { operator, opened } = desk
    const told = await shown(desk, async () => {
      await opened.page.reload()
      await operator.ready()
      await opened.page.locator('[data-action="resume"]').click()
      await operator.chip.waitFor()
    })
    expect(told).toBe(wanted)
    expect(await operator.draft.steps()).toEqual(await plain.operator.draft.steps())
    opened.expectClean()
  })
})
