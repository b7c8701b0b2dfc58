import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser, Locator } from 'playwright-core'
import { findBrowser } from '../../.ci/browser.mjs'
import { launchFor, type HostName } from '../../simulator/headless/openPage.ts'
import { useAxe, violations } from './axe.ts'
import { eventually } from './operator.ts'
import { openPanelAt, part } from './simulatorPanel.ts'
import { useSimulatorBuild } from './simulatorBuild.ts'
import { addOddTools, addTools } from './simulatorTools.ts'

const origin = useSimulatorBuild()
const openPanel = (browser: Browser, host: HostName) => openPanelAt(origin(), browser, host)

const listed = (panel: Locator): Promise<number> => panel.locator('[data-simulator-tool]').count()

describe.each(['native', 'bridge'] as const)('the panel on %s', (host) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchFor(host, findBrowser() ?? '')
  })
  afterAll(() => browser.close())

  it('lists what the host lists, calls it, and plays a script in which only the person can approve', { timeout: 120_000 }, async () => {
    await using opened = await openPanel(browser, host)
    const { page, panel, problems } = opened
    expect(await panel.locator('[data-simulator="mode"]').innerText()).toBe(host)
    await eventually(() => listed(panel)).toBe(3)
    await panel.locator('[data-simulator-tool="understudy_list_recordings"]').click()
    await panel.locator('[data-simulator="call"]').click()
    await eventually(() => panel.locator('[data-simulator="result"]').innerText()).toContain('Nothing was demonstrated yet')

    await part(panel, 'agent')
    await panel.locator('[data-simulator="script"]').selectOption('teach-loop')
    await panel.locator('[data-simulator="run"]').click()
    await panel.locator('[data-simulator="asked"]').waitFor()
    expect(await panel.locator('[data-simulator="asked"]').innerText()).toContain('Only you can')
    await page.locator('[data-region="approval"] [data-action="approve"]').click()
    await eventually(() => panel.locator('[data-simulator="outcome"]').innerText()).toContain('Passed')
    expect(await page.locator('[data-ticket-id="T-1034"] [data-provenance]').innerText()).toContain('park_parcel')

    // The console has the room the panel leaves, and not a pixel more.
    const queue = await page.locator('[data-region="queue"]').boundingBox()
    const own = await panel.boundingBox()
    expect((queue?.y ?? 0) + (queue?.height ?? 0)).toBeLessThanOrEqual((own?.y ?? 0) + 1)
    expect(problems).toEqual([])
  })

  it('with 3, 19 and 300 tools: all are listed and counted, and the keys reach the last', { timeout: 60_000 }, async () => {
    await using opened = await openPanel(browser, host)
    const { page, panel, problems } = opened
    await eventually(() => listed(panel)).toBe(3)
    await addTools(page, 1, 16)
    await eventually(() => listed(panel)).toBe(19)
    await addTools(page, 17, 297)
    await eventually(() => listed(panel)).toBe(300)
    expect(await panel.locator('header').innerText()).toContain('300 tools')
    await panel.locator('[data-simulator-tool="other_296"]').click()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await eventually(() => panel.locator('.facts .tool').innerText()).toBe('other_297')
    await panel.locator('[data-simulator="call"]').click()
    await eventually(() => panel.locator('[data-simulator="result"]').innerText()).toContain('done')
    expect(problems).toEqual([])
  })

  it('with tools that answer 1 MB, hang, throw, return null and take themselves away', { timeout: 60_000 }, async () => {
    await using opened = await openPanel(browser, host)
    const { page, panel } = opened
    await addOddTools(page)
    const result = panel.locator('[data-simulator="result"]')
    const code = panel.locator('[data-simulator="code"]')
    const call = async (name: string): Promise<void> => {
      await panel.locator(`[data-simulator-tool="${name}"]`).click()
      await panel.locator('[data-simulator="call"]').click()
    }
    await call('odd_big')
    await eventually(() => result.innerText()).toMatch(/\d{6} more characters/)
    await call('odd_hangs')
    await eventually(() => result.innerText()).toContain('Waiting')
    await panel.locator('[data-simulator="abort"]').click()
    await eventually(() => code.innerText()).toMatch(/Abort|Unknown/)
    await call('odd_null')
    await eventually(() => result.innerText()).toContain('null')
    await call('odd_throws')
    await eventually(() => code.innerText()).not.toBe('ok')
    await call('odd_once')
    await eventually(() => panel.locator('[data-simulator-tool="odd_once"]').count()).toBe(0)
    await eventually(() => panel.locator('[data-simulator="gone"]').innerText()).toBe('The host no longer lists it.')
    await eventually(() => code.count()).toBe(1)

    // The panel goes on.
    await call('understudy_list_recordings')
    await eventually(() => code.innerText()).toBe('ok')
    await part(panel, 'log')
    await eventually(() => panel.locator('[data-simulator-entry="call"]').count()).toBe(6)
  })

  it('case W10: switched off it says why there are no tools, and there is nothing to call', async () => {
    await using opened = await openPanel(browser, host)
    const { panel } = opened
    await eventually(() => listed(panel)).toBe(3)
    await part(panel, 'host')
    await panel.locator('[data-host="off"]').click()
    await eventually(() => panel.locator('[data-simulator="mode"]').innerText()).toBe('no host: off')
    await part(panel, 'tools')
    await eventually(() => panel.innerText()).toContain('No host (off)')
    expect(await listed(panel)).toBe(0)
    expect(await panel.locator('header').innerText()).toContain('0 tools')
  })

  it('compares two runs of a script, by keys alone', { timeout: 60_000 }, async () => {
    await using opened = await openPanel(browser, host)
    const { page, panel, problems } = opened
    await page.evaluate(async () => {
      let times = 0
      const context = Reflect.get(document, 'modelContext') as { registerTool(tool: object): Promise<void> }
      const execute = (): Promise<object> => Promise.resolve({ times: (times += 1) })
      await context.registerTool({ name: 'counts', description: 'Counts.', inputSchema: { type: 'object', properties: {} }, execute })
    })
    await part(panel, 'agent')
    await panel.getByRole('button', { name: 'Edit' }).click()
    await panel.getByLabel('Script as JSON').fill('{"title":"Counts","steps":[{"call":"understudy_list_recordings"},{"call":"counts"}]}')
    for (let turn = 0; turn < 2; turn += 1) {
      await panel.locator('[data-simulator="run"]').click()
      await eventually(() => panel.locator('[data-simulator="outcome"]').innerText()).toContain('Passed')
    }
    await part(panel, 'log')
    await panel.locator('[data-simulator="compare-runs"]').focus()
    await page.keyboard.press('Enter')
    await eventually(() => panel.locator('[data-simulator="compared"]').innerText()).toBe('1 of 2 differs')
    await panel.locator('[data-compared] button').first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const lines = panel.locator('[data-compared="other"] .diff')
    expect(await lines.and(panel.locator('[data-side="left"]')).innerText()).toContain('"times": 1')
    expect(await lines.and(panel.locator('[data-side="right"]')).innerText()).toContain('"times": 2')
    expect(problems).toEqual([])
  })
})

describe('the panel', () => {
  it('has nothing axe finds serious in any part, in light and dark', { timeout: 120_000 }, async () => {
    const browser = await launchFor('native', findBrowser() ?? '')
    try {
      await using opened = await openPanel(browser, 'native')
      const { page, panel } = opened
      await useAxe(page)
      const found: Record<string, readonly string[]> = {}
      const look = async (state: string): Promise<void> => {
        const seen = await violations(page, '[data-region="simulator"]')
        if (seen.length > 0) found[state] = seen
      }
      await panel.locator('[data-simulator-tool="understudy_draft_tool"]').click()
      await panel.locator('[data-simulator="call"]').click()
      await panel.locator('[data-simulator="code"]').waitFor()
      await look('a call that was refused')
      await part(panel, 'agent')
      await look('a script')
      await panel.getByRole('button', { name: 'Edit' }).click()
      for (const count of [3, 4]) {
        await panel.getByLabel('Script as JSON').fill(`{"title":"x","steps":[{"call":"understudy_list_recordings"},{"list":{"count":${count}}}]}`)
        await panel.locator('[data-simulator="run"]').click()
        await panel.locator('[data-simulator="outcome"], [role="alert"]').first().waitFor()
      }
      await look('a script that failed')
      await part(panel, 'log')
      await panel.locator('[data-simulator-entry="call"] .what').first().click()
      await look('the log')
      await panel.locator('[data-simulator="compare-runs"]').click()
      await panel.locator('[data-compared] button').first().click()
      await look('two runs')
      await part(panel, 'faults')
      await panel.locator('[data-fault="no-signal"] input').first().check()
      await look('a fault')
      await part(panel, 'host')
      await look('the host')
      expect(found).toEqual({})
    } finally {
      await browser.close()
    }
  })
})
