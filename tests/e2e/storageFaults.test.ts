import { describe, expect, inject, it } from 'vitest'
import { openDesk, publishNewest, useBrowser } from './desk.ts'
import { eventually, type Operator } from './operator.ts'
import { storedCommits } from './stored.ts'

const browser = useBrowser()

/** Refuses what the browser refuses on a full disk, as it does, whenever the test says so: the real quota is noticed late. */
const FILLS_UP = `
  for (const name of ['add', 'put']) {
    const store = IDBObjectStore.prototype[name]
    IDBObjectStore.prototype[name] = function (...args) {
      if (window.diskFull || sessionStorage.getItem('diskFull')) throw new DOMException('', 'QuotaExceededError')
      return store.apply(this, args)
    }
  }
`

const raise = async (operator: Operator): Promise<void> => {
  await operator.open('T-1037')
  await operator.set('priority', 'Urgent')
}

describe('case P17: storage that does not work', () => {
  it.each([
    { what: 'is not there', before: `Object.defineProperty(window, 'indexedDB', { value: undefined })` },
    { what: 'is forbidden', before: `IDBFactory.prototype.open = () => { throw new DOMException('Denied.', 'SecurityError') }` },
    { what: 'never answers', before: `IDBFactory.prototype.open = () => new EventTarget()` },
  ])('that $what: the page starts, says so, and everything works in memory', async ({ before }) => {
    await using desk = await openDesk(browser(), { before })
    const { operator, agent, opened } = desk
    await operator.unsaved.waitFor()
    expect(await operator.ids()).toHaveLength(30)
    await operator.demonstrate(() => raise(operator))
    await publishNewest(desk, { name: 'raise' })
    expect(await agent.ask('raise', { target_ticket: 'T-1030' })).toMatchObject({ ok: true, saved: false })
    await eventually(() => operator.row('T-1030')).toMatchObject({ priority: 'urgent' })
    await operator.unsaved.click()
    await eventually(() => operator.notice.innerText()).toContain('only until this page is closed')
    opened.expectClean()
  })

  it('that has no room at all: the recording survives Stop in memory', async () => {
    const context = await browser().newContext()
    const session = await context.newCDPSession(await context.newPage())
    await session.send('Storage.overrideQuotaForOrigin', { origin: inject('origin'), quotaSize: 1024 })
    await using desk = await openDesk(browser(), { context })
    const { operator, agent } = desk
    await operator.unsaved.waitFor()
    await operator.demonstrate(() => raise(operator))
    expect(await agent.ask('understudy_list_recordings')).toMatchObject({ recordings: [{ steps: 2 }] })
    await context.close()
  })

  it('that has no room until the page is loaded anew: nothing that was done before is missing, and it is stored then', async () => {
    await using desk = await openDesk(browser(), { before: FILLS_UP })
    const { operator, opened } = desk
    const { page } = opened
    await operator.teach()
    await raise(operator)
    await operator.stop()
    await eventually(async () => JSON.stringify(await storedCommits(page))).toContain('"draft"')
    await page.evaluate(() => Reflect.set(window, 'diskFull', true))
    await operator.draft.fill('description', 'Raises it, always.')
    await operator.draft.dismiss()
    await operator.teach()
    const before = await operator.row('T-1030')
    await operator.open('T-1030')
    await operator.set('status', 'Pending')
    await page.reload()
    await operator.ready()
    expect(await operator.row('T-1030')).toMatchObject({ status: 'pending' })
    await page.locator('[data-action="resume"]').click()
    await operator.chip.waitFor()
    expect(await operator.chip.locator('ol > li').count()).toBe(2)
    await operator.stop()
    await operator.draft.dismiss()
    expect(await operator.unsaved.count()).toBe(0)
    await eventually(async () => JSON.stringify(await storedCommits(page))).toContain('Raises it, always.')
    await page.reload()
    await operator.ready()
    // As any other change of this tab, it can be taken back.
    await operator.press('Control+z')
    await eventually(() => operator.row('T-1030')).toEqual(before)
    await eventually(() => page.evaluate(() => Object.keys(localStorage))).toEqual([])
    opened.expectClean()
  })

  it('that is full before the rest of the page is there, or where it never comes: a change outlives that page, too', async () => {
    await using desk = await openDesk(browser(), { before: FILLS_UP })
    const { operator, opened } = desk
    const { page } = opened
    await page.route('**/teaching*.js', (route) => route.abort())
    await page.evaluate(() => sessionStorage.setItem('diskFull', 'yes'))
    await page.reload()
    await operator.rowOf('T-1030').waitFor()
    await operator.open('T-1030')
    await operator.set('status', 'Pending')
    await operator.unsaved.waitFor()
    await page.unroute('**/teaching*.js')
    await page.evaluate(() => sessionStorage.removeItem('diskFull'))
    await page.reload()
    await operator.ready()
    await eventually(() => operator.row('T-1030')).toMatchObject({ status: 'pending' })
    await eventually(async () => (await storedCommits(page)).at(-1)?.patches[0]).toMatchObject({ id: 'T-1030' })
    await eventually(() => page.evaluate(() => Object.keys(localStorage))).toEqual([])
  })

  it('that never had room for the desk: the next page has the same one, with what was done', async () => {
    const full = `if (sessionStorage.getItem('diskFull') === null) sessionStorage.setItem('diskFull', 'yes')`
    await using desk = await openDesk(browser(), { before: full + FILLS_UP })
    const { operator, opened } = desk
    const { page } = opened
    await operator.unsaved.waitFor()
    const rows = await operator.ids()
    await operator.open('T-1030')
    await operator.set('status', 'Pending')
    await page.reload()
    await operator.ready()
    expect(await operator.ids()).toEqual(rows)
    await eventually(() => operator.row('T-1030')).toMatchObject({ status: 'pending' })
    await page.evaluate(() => sessionStorage.setItem('diskFull', ''))
    await page.reload()
    await operator.ready()
    await eventually(() => operator.row('T-1030')).toMatchObject({ status: 'pending' })
    await eventually(async () => (await storedCommits(page)).at(-1)?.patches[0]).toMatchObject({ id: 'T-1030' })
    await eventually(() => page.evaluate(() => Object.keys(localStorage))).toEqual([])
    opened.expectClean()
  })

  it('that is full at Stop, and the page crashes: the recording and its draft are there in the next one', async () => {
    await using desk = await openDesk(browser(), { before: FILLS_UP })
    const { operator, opened } = desk
    const { page, context } = opened
    const offer = page.locator('[data-region="resume"]')
    await operator.teach()
    await raise(operator)
    await page.evaluate(() => Reflect.set(window, 'diskFull', true))
    await operator.stop()
    await operator.unsaved.waitFor()
    await operator.draft.dismiss()
    // Nothing comes of this one. It was ended, so nobody interrupted it.
    await operator.teach()
    await operator.press('t')
    await page.locator('[data-region="recording-refused"]').waitFor()
    await eventually(async () => JSON.stringify(await page.evaluate(() => Object.values(localStorage)))).toContain('understudy/recording')
    expect(await offer.count()).toBe(0)
    const session = await context.newCDPSession(page)
    const crashed = page.waitForEvent('crash')
    void session.send('Page.crash').catch(() => undefined)
    await crashed
    await using next = await openDesk(browser(), { context })
    expect(await next.agent.ask('understudy_list_recordings')).toMatchObject({ recordings: [{ steps: 2, drafts: [{}] }] })
    expect(await next.operator.row('T-1037')).toMatchObject({ priority: 'urgent' })
  })

  it('case T02: that becomes full at Stop: said at once, kept in memory, and stored as soon as there is room', async () => {
    await using desk = await openDesk(browser(), { before: FILLS_UP })
    const { operator, agent, opened } = desk
    const full = (is: boolean): Promise<unknown> => opened.page.evaluate((value) => Reflect.set(window, 'diskFull', value), is)
    await operator.open('T-1037')
    await operator.teach()
    await operator.set('status', 'Pending')
    await operator.set('tags', 'vip')
    await full(true)
    await operator.stop()
    await operator.unsaved.waitFor()
    expect(await operator.draft.steps()).toEqual(['Set status of target_ticket to pending', 'Add tag vip'])
    await operator.draft.dismiss()
    await publishNewest(desk, { name: 'park_vip' })
    expect(await agent.ask('park_vip', { target_ticket: 'T-1030' })).toMatchObject({ ok: true, saved: false })
    await operator.unsaved.click()
    await eventually(() => operator.notice.innerText()).toContain('no room')

    await full(false)
    await operator.notice.getByRole('button', { name: 'Try again' }).click()
    await operator.unsaved.waitFor({ state: 'hidden' })
    await opened.page.reload()
    await operator.ready()
    await agent.tool('park_vip')
    // Who did it is read from the log, after the page is up.
    await eventually(() => operator.row('T-1030')).toMatchObject({ status: 'pending', badge: 'performed by agent via tool park_vip' })
    expect(await agent.ask('park_vip', { target_ticket: 'T-1033' })).not.toHaveProperty('saved')
    opened.expectClean()
  })
})
