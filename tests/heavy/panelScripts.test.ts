import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from 'playwright-core'
import { findBrowser } from '../../.ci/browser.mjs'
import { launchFor } from '../../simulator/headless/openPage.ts'
import { eventually } from '../e2e/operator.ts'
import { useSimulatorBuild } from '../e2e/simulatorBuild.ts'
import { openPanelAt, part } from '../e2e/simulatorPanel.ts'

const origin = useSimulatorBuild()

describe.each(['native', 'bridge'] as const)('the panel on %s', (host) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchFor(host, findBrowser() ?? '')
  })
  afterAll(() => browser.close())

  it.each([
    ['pack-import', ['Approve', 'Reject', 'Approve']],
    ['optional-step', ['Approve']],
    ['branch', ['Choose', 'Approve']],
    ['hand-edits', ['Approve']],
    ['judgement', []],
    ['join-or-apart', ['Approve', 'Approve']],
  ])('plays %s by itself but for what only the person can do: %j', { timeout: 120_000 }, async (script, wanted) => {
    await using opened = await openPanelAt(origin(), browser, host)
    const { page, panel, problems } = opened
    await part(panel, 'agent')
    await panel.locator('[data-simulator="script"]').selectOption(script)
    await panel.locator('[data-simulator="run"]').click()
    const end = panel.locator('[data-simulator="outcome"], [role="alert"]')
    const asked = panel.locator('[data-simulator="asked"]')
    const done = panel.locator('tbody [data-tone="good"]')
    const request = page.locator(':is([data-region="approval"], [data-region="pack"])')
    for (const what of wanted) {
      await asked.or(end).first().waitFor({ timeout: 30_000 })
      const words = await asked.innerText()
      expect(words).toMatch(new RegExp(`${what} .*Only you can`))
      const before = await done.count()
      const choice = /Choose “(.+)”/.exec(words)?.[1]
      await (choice === undefined
        ? request.locator(`[data-action="${what.toLowerCase()}"]`)
        : request.getByRole('button', { name: choice, exact: true })
      ).click()
      // The next thing to do may be asked for at once, in the same words.
      await eventually(() => done.count()).toBeGreaterThan(before)
    }
    await end.first().waitFor({ timeout: 30_000 })
    expect(await end.innerText()).toContain('Passed')
    expect(problems).toEqual([])
  })
})
