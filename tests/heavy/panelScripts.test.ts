import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from 'playwright-core'
import { findBrowser } from '../../.ci/browser.mjs'
import { launchFor } from '../../simulator/headless/openPage.ts'
import { readScript } from '../../simulator/script/readScript.ts'
import { reloads } from '../../simulator/script/reloads.ts'
import { useSimulatorBuild } from '../e2e/simulatorBuild.ts'
import { openPanelAt, playInPanel } from '../e2e/simulatorPanel.ts'

/** Scripts, and what they leave to the person, in this order. */
const PLAYED: readonly (readonly [script: string, wanted: readonly string[]])[] = [
  ['pack-import', ['Approve', 'Reject', 'Approve']],
  ['optional-step', ['Approve']],
  ['branch', ['Choose', 'Approve']],
  ['hand-edits', ['Approve']],
  ['judgement', []],
  ['join-or-apart', ['Approve', 'Approve']],
]
/** Those that reload the page, and go on after it. */
const RELOADING: typeof PLAYED = [
  ['cap-of-16', new Array<string>(17).fill('Approve')],
  ['first-registration-refused', ['Approve']],
  ['left-behind', []],
  ['reload-during-approval', ['Approve']],
  ['reload-while-teaching', ['Approve']],
  ['restore-after-reload', ['Approve']],
  ['slow-storage', ['Approve']],
]

const folder = path.resolve(import.meta.dirname, '../../simulator/scripts')
function scriptOf(name: string) {
  const read = readScript(readFileSync(path.join(folder, `${name}.json`), 'utf8'))
  if (!('script' in read)) throw new Error(`${name} is no script.`)
  return read.script
}

it('every script that reloads the page is played in the panel', () => {
  const all = readdirSync(folder).filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length))
  expect(RELOADING.map(([name]) => name)).toEqual(all.filter((name) => reloads(scriptOf(name))).sort())
})

const origin = useSimulatorBuild()

describe.each(['native', 'bridge'] as const)('the panel on %s', (host) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchFor(host, findBrowser() ?? '')
  })
  afterAll(() => browser.close())

  it.each([...PLAYED, ...RELOADING])('plays %s by itself but for what only the person can do: %j', { timeout: 120_000 }, async (script, wanted) => {
    await using opened = await openPanelAt(origin(), browser, host)
    const { panel, problems } = opened
    await playInPanel(opened, script, wanted)
    // One table, from the first step to the last, whatever was reloaded in between.
    const { steps } = scriptOf(script)
    const places = await panel.locator('tbody tr td:nth-child(2)').allInnerTexts()
    expect([...new Set(places.map((place) => Number(place.split('.')[0])))]).toEqual(steps.flatMap(({ only }, index) => (only === undefined || only === host ? [index + 1] : [])))
    expect(await panel.locator('tbody [data-tone="good"]').count()).toBe(places.length)
    expect(await panel.locator('[data-simulator="went-on"]').count()).toBe(RELOADING.some(([name]) => name === script) ? 1 : 0)
    expect(problems).toEqual([])
  })
})
