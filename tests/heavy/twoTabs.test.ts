import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/bus/json.ts'
import { taught, useBrowser, type Desk } from '../e2e/desk.ts'
import { openConsole } from '../e2e/harness.ts'
import { BridgeAgent } from '../e2e/harnessBridge.ts'
import { holdSteps, letStepsGo, STEPS_CAN_BE_HELD } from '../e2e/holdSteps.ts'
import { hosts } from '../e2e/hosts.ts'
import { atRest, eventually, Operator } from '../e2e/operator.ts'
import { storedValues } from '../e2e/stored.ts'

/** Another tab of the same browser, with an agent of its own. */
async function secondTab({ opened: { context, page } }: Desk): Promise<Desk> {
  const browser = context.browser()
  if (!browser) throw new Error('The context has no browser.')
  const opened = await openConsole(browser, { context, before: STEPS_CAN_BE_HELD })
  const operator = new Operator(opened.page)
  await operator.ready()
  const bridge = (await page.locator('body').getAttribute('data-webmcp')) === 'bridge'
  const agent = bridge ? await BridgeAgent.attach(opened.page) : await opened.agent()
  await agent.tool('understudy_publish_tool')
  return { opened, operator, agent, [Symbol.asyncDispose]: () => opened.close() }
}

/** Keeps both tabs from storing anything until it is let go. */
async function holdStorage({ opened: { context } }: Desk, origin: string): Promise<{ release(): Promise<void> }> {
  const page = await context.newPage()
  await page.goto(`${origin}/probe.html`)
  await page.evaluate(
    () =>
      new Promise<void>((held) => {
        void navigator.locks.request('understudy-log', () => new Promise<void>((release) => {
          Reflect.set(window, 'letGo', release)
          held()
        }))
      }),
  )
  return {
    async release() {
      await page.evaluate(() => (Reflect.get(window, 'letGo') as () => void)())
      await page.close()
    },
  }
}

const scrolled = (page: Page): Promise<number> =>
  page.locator('[data-region="queue"] [role="grid"]').evaluate((grid) => {
    for (let at: Element | null = grid; at; at = at.parentElement) if (at.scrollHeight > at.clientHeight + 1) return at.scrollTop
    return -1
  })

const cursor = (page: Page): Promise<string | null> => page.locator('[data-ticket-id][aria-selected="true"]').getAttribute('data-ticket-id')

/** Teaches a task and stands before its approval. */
async function asked({ operator }: Desk, name: string, ticketId: string, priority: string): Promise<void> {
  await operator.teach()
  await operator.open(ticketId)
  await operator.set('priority', priority)
  await operator.stop()
  await operator.draft.fill('name', name)
  await operator.draft.publish()
  await operator.approval.region.waitFor()
}

describe.each(hosts)('two tabs on the $host', ({ launch, open }) => {
  const browser = useBrowser(launch)

  it('case P18: two tools approved at once are both kept, and offered in both; gone from one, gone from the other', async () => {
    await using a = await open(browser())
    await using b = await secondTab(a)
    await asked(a, 'raise', 'T-1037', 'Urgent')
    await asked(b, 'calm', 'T-1036', 'Low')
    await Promise.all([a.operator.approval.approve(), b.operator.approval.approve()])
    for (const { agent } of [a, b]) {
      await agent.tool('raise')
      await agent.tool('calm')
    }
    expect(await b.agent.ask('raise', { target_ticket: 'T-1033' })).toMatchObject({ ok: true })
    await eventually(() => a.operator.row('T-1033')).toMatchObject({ priority: 'urgent', badge: 'performed by agent via tool raise' })
    await a.operator.press('l')
    const row = a.opened.page.locator('[data-tool="raise"]')
    await row.hover()
    await row.locator('[data-action="disable"]').click()
    await b.agent.withoutTool('raise')
    expect(await b.agent.tool('calm')).toBeDefined()
    a.opened.expectClean()
    b.opened.expectClean()
  })

  it('a request that waits in one tab is told in the other; approved there, its tool is in both; its tab closed, it is withdrawn', async () => {
    await using b = await open(browser())
    await using a = await secondTab(b)
    await asked(a, 'raise', 'T-1037', 'Urgent')
    await b.operator.draft.bringBack()
    const told = b.operator.draft.region.locator('[data-part="waits-elsewhere"]')
    await told.waitFor()
    const { recordings } = await b.agent.ask('understudy_list_recordings')
    const [draft] = (recordings as readonly JsonObject[]).flatMap(({ drafts }) => drafts as readonly JsonObject[])
    expect(await b.agent.ask('understudy_publish_tool', { draftId: draft?.draftId ?? '', poll: true })).toMatchObject({
      status: 'awaiting_approval',
      next: expect.stringContaining('the other tab') as string,
    })
    await a.operator.approval.approve()
    // A draft that is published is put away.
    await b.operator.draft.region.waitFor({ state: 'hidden' })
    await b.agent.tool('raise')

    await asked(a, 'calm', 'T-1036', 'Low')
    await b.operator.draft.bringBack()
    await told.waitFor()
    await a.opened.close()
    await told.waitFor({ state: 'hidden' })
    b.opened.expectClean()
  })

  it('a run that meets a change made in the other tab applies nothing and says STALE', async () => {
    await using a = await open(browser(), { before: STEPS_CAN_BE_HELD })
    await using b = await secondTab(a)
    await taught(a, { name: 'raise' }, async () => {
      await a.operator.open('T-1037')
      await a.operator.set('priority', 'Urgent')
    })
    await holdSteps(a.opened.page)
    const run = await a.agent.start('raise', { target_ticket: 'T-1033' })
    await a.operator.toast.locator('[data-action="stop-run"]').waitFor()
    await b.operator.open('T-1033')
    await b.operator.set('priority', 'High')
    await eventually(() => a.operator.row('T-1033')).toMatchObject({ priority: 'high' })
    await letStepsGo(a.opened.page)
    expect((await run.done).output).toMatchObject({ ok: false, error: { code: 'STALE', applied: [] } })
    for (const { operator } of [a, b]) expect(await operator.row('T-1033')).toMatchObject({ priority: 'high', badge: '' })
    a.opened.expectClean()
  })
})

describe('two tabs of the console', () => {
  const browser = useBrowser({ webmcp: true })
  const { open } = hosts[0]

  it('a change made in one is there in the other, whose cursor and scroll stay; its list says when it is old', async () => {
    await using a = await open(browser(), { contextOptions: { viewport: { width: 1280, height: 500 } } })
    await using b = await secondTab(a)
    const { page } = b.opened
    const ids = await b.operator.ids()
    const [changed = '', at = ''] = [ids[6], ids[8]]
    await b.operator.queue.getByRole('grid').focus()
    await b.operator.press('Home')
    for (let step = 0; step < 8; step += 1) await b.operator.press('j')
    await eventually(() => cursor(page)).toBe(at)
    await page.mouse.move(640, 300)
    await page.mouse.wheel(0, 40)
    await eventually(() => scrolled(page)).toBeGreaterThan(0)
    const before = await atRest(page, () => scrolled(page))
    expect(await page.locator('[data-action="refresh"]').count()).toBe(0)

    await a.operator.open(changed)
    await a.operator.set('status', 'Solved')
    await eventually(() => b.operator.row(changed)).toMatchObject({ status: 'solved' })
    expect(await b.operator.ids()).toContain(changed)
    expect([await cursor(page), await scrolled(page)]).toEqual([at, before])
    await page.locator('[data-action="refresh"]').click()
    await eventually(() => b.operator.ids()).not.toContain(changed)
    expect(await page.locator('[data-action="refresh"]').count()).toBe(0)
    a.opened.expectClean()
    b.opened.expectClean()
  })

  it('of two changes to one ticket at the same time the later is taken back, and its tab says so', async () => {
    await using a = await open(browser())
    await using b = await secondTab(a)
    const storage = await holdStorage(a, new URL(a.opened.page.url()).origin)
    await a.operator.open('T-1033')
    await a.operator.set('priority', 'Urgent')
    await b.operator.open('T-1033')
    await b.operator.set('status', 'Open')
    // Each shows at once in its own tab, and in no other.
    expect(await a.operator.row('T-1033')).toMatchObject({ priority: 'urgent', status: 'new' })
    expect(await b.operator.row('T-1033')).toMatchObject({ priority: 'low', status: 'open' })
    await storage.release()
    await eventually(() => b.operator.notice.innerText()).toContain('was changed in another tab at the same time. Your change was taken back.')
    for (const { operator } of [a, b]) await eventually(() => operator.row('T-1033')).toMatchObject({ priority: 'urgent', status: 'new' })
    expect(await a.operator.notice.count()).toBe(0)
    await b.operator.set('status', 'Open')
    for (const { operator } of [a, b]) await eventually(() => operator.row('T-1033')).toMatchObject({ priority: 'urgent', status: 'open' })
    a.opened.expectClean()
    b.opened.expectClean()
  })

  it('a tab that is closed while storage takes its time: whoever goes on with its recording has all of its steps, and the change it had not stored', async () => {
    await using a = await open(browser())
    await using b = await secondTab(a)
    const { page } = b.opened
    await b.operator.teach()
    await b.operator.open('T-1033')
    await b.operator.set('priority', 'Urgent')
    await eventually(async () => JSON.stringify(await storedValues(a.opened.page, {}, 'live/'))).toContain('urgent')
    const storage = await holdStorage(a, new URL(page.url()).origin)
    await b.operator.set('status', 'Open')
    await page.close()
    await storage.release()
    await a.operator.teach()
    await a.operator.press('t')
    await a.opened.page.locator('[data-region="recording-refused"] [aria-label="Dismiss"]').click()
    await a.opened.page.locator('[data-action="resume"]').click()
    await a.operator.chip.waitFor()
    expect(await a.operator.chip.locator('ol > li:not(.struck)').count()).toBe(3)
    expect(await a.operator.row('T-1033')).toMatchObject({ priority: 'urgent', status: 'open' })
    a.opened.expectClean()
  })

  it('a tab that is closed before its change is stored: the other one has it once it is looked at', async () => {
    // Its clock is ahead: what was left just now is old enough.
    await using a = await open(browser(), { before: 'const now = Date.now; Date.now = () => now() + 60_000' })
    await using b = await secondTab(a)
    const storage = await holdStorage(a, new URL(b.opened.page.url()).origin)
    await b.operator.open('T-1033')
    await b.operator.set('status', 'Open')
    await b.opened.close()
    await storage.release()
    expect(await a.operator.row('T-1033')).toMatchObject({ status: 'new' })
    await a.opened.page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await eventually(() => a.operator.row('T-1033')).toMatchObject({ status: 'open' })
    await eventually(() => a.opened.page.evaluate(() => Object.keys(localStorage))).toEqual([])
    a.opened.expectClean()
  })
})
