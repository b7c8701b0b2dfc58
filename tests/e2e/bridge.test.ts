import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { draftNewest, taught, useBrowser, type Desk } from './desk.ts'
import { openConsole } from './harness.ts'
import { BridgeAgent } from './harnessBridge.ts'
import { holdSteps, letStepsGo, STEPS_CAN_BE_HELD } from './holdSteps.ts'
import { allowBridge, openBridgeDesk } from './hosts.ts'
import { eventually, Operator } from './operator.ts'
import { storedAudit } from './stored.ts'

const FIXED = ['understudy_draft_tool', 'understudy_list_recordings', 'understudy_publish_tool']
const ON = '[data-action="bridge-on"]'
const OFF = '[data-action="bridge-off"]'

const mode = (page: Page): Promise<string | null> => page.locator('body').getAttribute('data-webmcp')

/** What the page's `document.modelContext` lists. */
const listed = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const host = Reflect.get(document, 'modelContext') as { getTools(): Promise<{ name: string }[]> }
    return (await host.getTools()).map((tool) => tool.name).sort()
  })

/** Calls a tool as a script in the page does, through the bridge's `document.modelContext`. */
const callInPage = (page: Page, name: string, input: object): Promise<unknown> =>
  page.evaluate(
    async ([wanted, text]) => {
      type Host = { getTools(): Promise<{ name: string }[]>; executeTool(tool: object, input: string): Promise<string> }
      const host = Reflect.get(document, 'modelContext') as unknown as Host
      const tool = (await host.getTools()).find((one) => one.name === wanted)
      if (!tool) throw new Error(`There is no tool ${wanted}.`)
      return JSON.parse(await host.executeTool(tool, text)) as unknown
    },
    [name, JSON.stringify(input)] as const,
  )

const raise = (desk: Desk) =>
  taught(desk, { name: 'raise' }, async () => {
    await desk.operator.open('T-1037')
    await desk.operator.set('priority', 'Urgent')
  })

/** The bridge's library as one file that starts by itself, as extensions and other scripts bring it along. */
const OTHER_BUNDLE = readFileSync(path.resolve(import.meta.dirname, '../../node_modules/@mcp-b/global/dist/index.iife.js'), 'utf8')

describe('the bridge in a browser without WebMCP', () => {
  const browser = useBrowser({ webmcp: false })

  it('is loaded only after the person allowed it, once, and until they turn it off', async () => {
    await using opened = await openConsole(browser())
    const { page } = opened
    const operator = new Operator(page)
    await operator.ready()
    const loaded = (): Promise<boolean> =>
      page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('startBridge')))
    await page.locator(ON).waitFor()
    expect([await mode(page), await loaded(), await page.evaluate(() => 'modelContext' in document)]).toEqual(['degraded', false, false])

    await allowBridge(operator)
    expect([await loaded(), await listed(page)]).toEqual([true, FIXED])
    await page.reload()
    await operator.ready()
    expect(await mode(page)).toBe('bridge')
    expect(await page.locator(ON).count()).toBe(0)

    await page.locator(OFF).click()
    await page.locator('body[data-webmcp="degraded"]').waitFor()
    await operator.ready()
    expect([await page.locator('body').getAttribute('data-webmcp-reason'), await loaded()]).toEqual(['absent', false])
    opened.expectClean()
  })

  it('a person who says no is not asked again, and can change their mind', async () => {
    await using opened = await openConsole(browser())
    const { page } = opened
    const operator = new Operator(page)
    await page.locator(OFF).click()
    await page.locator(OFF).waitFor({ state: 'hidden' })
    await page.reload()
    await page.locator(ON).waitFor()
    expect(await page.locator(OFF).count()).toBe(0)
    expect(await page.locator(ON).innerText()).toBe('Use the bridge')
    await allowBridge(operator)
    opened.expectClean()
  })

  it.each([
    ['?webmcp=off', 'off'],
    ['?webmcp=native', 'absent'],
  ])('is not loaded for %s, also where it is allowed', async (search, reason) => {
    await using opened = await openConsole(browser())
    await allowBridge(new Operator(opened.page))
    await opened.page.goto(new URL(`/${search}`, opened.page.url()).href)
    await eventually(() => opened.page.locator('body').getAttribute('data-webmcp-reason')).toBe(reason)
    expect(await opened.page.locator(ON).count()).toBe(0)
    opened.expectClean()
  })

  it('case W23: a bridge that cannot be loaded leaves a console that works', async () => {
    await using opened = await openConsole(browser())
    const operator = new Operator(opened.page)
    await allowBridge(operator)
    await opened.page.route('**/startBridge*', (route) => route.abort())
    await opened.page.reload()
    await operator.ready()
    await eventually(() => opened.page.locator('body').getAttribute('data-webmcp-reason')).toBe('error')
    await operator.open('T-1037')
    await operator.set('priority', 'Low')
    await eventually(async () => (await operator.row('T-1037')).priority).toBe('low')
    opened.expectClean([/ERR_FAILED/])
  })

  it('case W07: a client that goes away leaves nothing hanging, and the next one finds everything', async () => {
    await using opened = await openConsole(browser())
    const { page } = opened
    const operator = new Operator(page)
    await allowBridge(operator)
    const status = page.locator('[data-part="bridge"]')
    expect(await status.innerText()).toContain('No client has come yet')
    const first = await BridgeAgent.attach(page, 'The first one')
    await first.tool('understudy_publish_tool')
    await eventually(() => status.innerText()).toContain('The first one')
    await operator.demonstrate(async () => {
      await operator.open('T-1037')
      await operator.set('priority', 'Urgent')
    })
    const { draftId } = await draftNewest(first, { name: 'raise' })
    const asked = await first.start('understudy_publish_tool', { draftId })
    await operator.approval.region.waitFor()
    first.vanish()
    expect(await asked.done).toMatchObject({ status: 'Gone' })
    await operator.approval.approve()
    await operator.open('T-1033')

    const next = await first.successor('The next one')
    await next.tool('raise')
    await eventually(() => status.innerText()).toContain('The next one')
    expect(await next.ask('raise', { target_ticket: 'T-1033' })).toMatchObject({ ok: true, unchanged: 0 })
    await eventually(() => status.innerText()).toMatch(/Last call .*: raise/)
    opened.expectClean()
  })

  it('case W01: Stop reaches a run that is told of no abort by its host', async () => {
    await using desk = await openBridgeDesk(browser(), { before: STEPS_CAN_BE_HELD })
    await raise(desk)
    const { page } = desk.opened
    await holdSteps(page)
    const stopped = await desk.agent.start('raise', { target_ticket: 'T-1033' })
    await desk.operator.toast.locator('[data-action="stop-run"]').click()
    await letStepsGo(page)
    expect(await stopped.done).toMatchObject({ status: 'Completed', output: { ok: false, error: { code: 'CANCELLED', applied: [] } } })
    expect(await desk.operator.row('T-1033')).toMatchObject({ priority: 'low', badge: '' })
    desk.opened.expectClean()
  })

  it('gives a script in the page the result of a run whose tool is disabled meanwhile, not “Tool unregistered”', async () => {
    await using desk = await openBridgeDesk(browser(), { before: STEPS_CAN_BE_HELD })
    const { operator, agent, opened } = desk
    await raise(desk)
    await operator.press('l')
    const row = opened.page.locator('[data-tool="raise"]').first()
    await row.getByRole('button').first().click()
    await holdSteps(opened.page)
    const answer = callInPage(opened.page, 'raise', { target_ticket: 'T-1033' })
    await operator.toast.locator('[data-action="stop-run"]').waitFor()
    await opened.page.locator('[data-action="disable"]').click()
    await letStepsGo(opened.page)
    expect(await answer).toMatchObject({ ok: false, error: { code: 'REVOKED', applied: [] } })
    await agent.withoutTool('raise')

    // Case W09: what ended by its signal comes back under the same name, as often as it is asked to.
    for (let round = 0; round < 3; round += 1) {
      await opened.page.locator('[data-action="enable"]').click()
      await agent.tool('raise')
      await opened.page.locator('[data-action="disable"]').click()
      await agent.withoutTool('raise')
    }
    await opened.page.locator('[data-action="enable"]').click()
    await agent.tool('raise')
    expect(await listed(opened.page)).toEqual([...FIXED, 'raise'].sort())
    expect(await agent.ask('raise', { target_ticket: 'T-1033' })).toMatchObject({ ok: true })
    opened.expectClean()
  })

  describe('case W04: two bundles of it on one page', () => {
    it('the other one first: it is used, and none is loaded', async () => {
      await using opened = await openConsole(browser(), { before: `(globalThis.__zod_globalConfig ??= {}).jitless = true;\n${OTHER_BUNDLE}` })
      const operator = new Operator(opened.page)
      await operator.ready()
      expect(await mode(opened.page)).toBe('bridge')
      const agent = await BridgeAgent.attach(opened.page)
      await oneCallOneRun({ opened, operator, agent, [Symbol.asyncDispose]: () => opened.close() })
    })

    it('the other one later: it steps back', async () => {
      await using desk = await openBridgeDesk(browser())
      await desk.opened.page.evaluate(OTHER_BUNDLE)
      await oneCallOneRun(desk)
    })

    async function oneCallOneRun(desk: Desk): Promise<void> {
      await raise(desk)
      expect(await listed(desk.opened.page)).toEqual([...FIXED, 'raise'].sort())
      expect(await desk.agent.ask('raise', { target_ticket: 'T-1033' })).toMatchObject({ ok: true, unchanged: 0 })
      await eventually(async () => (await desk.operator.row('T-1033')).badge).toContain('raise')
      const audit = await storedAudit(desk.opened.page)
      expect(audit.filter((type) => type === 'run-started' || type === 'run-finished')).toEqual(['run-started', 'run-finished'])
      desk.opened.expectClean()
    }
  })

  it('case W03: a second start of the page’s own code finds it started', async () => {
    await using desk = await openBridgeDesk(browser())
    const { operator, agent, opened } = desk
    // As text: what is written here as an import would be the test's own.
    await opened.page.evaluate(`import(document.querySelector('script[type="module"]').src + '?again')`)
    expect(await listed(opened.page)).toEqual(FIXED)
    expect(await opened.page.locator('[data-action="teach"]').count()).toBe(1)
    // A key handled twice would start and stop at once.
    await operator.teach()
    await operator.open('T-1037')
    await operator.set('priority', 'Urgent')
    await operator.stop()
    expect(await agent.ask('understudy_list_recordings')).toMatchObject({ recordings: [{ steps: 2 }] })
    opened.expectClean()
  })
})

describe('the bridge in a browser with WebMCP', () => {
  const browser = useBrowser()

  it('is used only where the address wants it, and then asked for as elsewhere', async () => {
    await using opened = await openConsole(browser(), { at: '/?webmcp=bridge' })
    const { page } = opened
    const operator = new Operator(page)
    await operator.ready()
    expect([await mode(page), await page.locator('body').getAttribute('data-webmcp-reason')]).toEqual(['degraded', 'absent'])
    expect(await listed(page)).toEqual([])
    await allowBridge(operator)
    const agent = await BridgeAgent.attach(page)
    await raise({ opened, operator, agent, [Symbol.asyncDispose]: () => opened.close() })
    expect(await agent.ask('raise', { target_ticket: 'T-1033' })).toMatchObject({ ok: true, unchanged: 0 })

    await page.goto(new URL('/', page.url()).href)
    await operator.ready()
    expect(await mode(page)).toBe('native')
    await (await opened.agent()).tool('raise')
    opened.expectClean()
  })
})
