import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import type { CountTokens } from '../cost/tokens.ts'
import type { Evidence } from '../port.ts'
import type { Driver } from '../run/driver.ts'
import type { Report } from '../run/report.ts'
import { runScript, type RunOptions } from '../run/runScript.ts'
import { readScript } from '../script/readScript.ts'
import { openPage, type HostName } from './openPage.ts'
import { heardIn, playwrightDriver, whenReady } from './playwrightDriver.ts'
import { recordRun, type RecordedRun } from './recordRun.ts'

export interface Played {
  readonly report: Report
  /** Every call, change of the list, fault and reload, and how the person did things, as the panel's log keeps it. */
  readonly entries: RecordedRun['entries']
  /** Journal, audit and page at the end. */
  readonly evidence: Evidence
  /** Commands of the pages before, where the script reloaded. */
  readonly earlier: RecordedRun['earlier']
  readonly errors: readonly string[]
  /** The script as it stands in its file, for lines. */
  readonly text: string
}

export interface PlayOptions extends Pick<RunOptions, 'onStep'> {
  readonly browser: Browser
  readonly origin: string
  readonly host: HostName
  readonly tokens?: CountTokens
}

/**
 * Plays a script file on a fresh page.
 * @throws when the file is no script; the message has a line for each fault
 */
export async function playFile(file: string, { browser, origin, host, tokens, ...options }: PlayOptions): Promise<Played> {
  const text = readFileSync(file, 'utf8')
  const read = readScript(text)
  if ('faults' in read) throw new Error(read.faults.map(({ line, message }) => `${file}:${line} ${message}`).join('\n'))
  const virtual = read.script.clock === 'virtual'
  await using opened = await openPage(browser, origin, host, virtual)
  const { page, errors } = opened
  await whenReady(page)
  const mode = await page.evaluate(() => document.body.dataset['webmcp'])
  if (mode !== host) throw new Error(`The page is in mode ${String(mode)}, not ${host}.`)
  await heardIn(page)
  const { driver, entries, earlier, hear } = recordRun(playwrightDriver(page, { virtual, mode: host, ...(tokens ? { tokens } : {}) }), () => heardIn(page), virtual)
  const report = await runScript(read.script, driver, options)
  // A page that did not come up again after a failed step has nothing to tell; the report says why.
  const evidence = await evidenceAtRest(driver).catch((): Evidence => ({ journal: [], audit: [], page: {} }))
  // A file that fell on the page is read after the step that dropped it.
  await hear()
  return { report, entries, evidence, earlier, errors, text }
}

/** Looks until two looks are alike: a call is answered before the page draws and notes what it did. */
async function evidenceAtRest(driver: Driver): Promise<Evidence> {
  let last = await driver.evidence()
  for (let looks = 0; looks < 10; looks += 1) {
    await driver.rest(200)
    const now = await driver.evidence()
    if (JSON.stringify(now) === JSON.stringify(last)) break
    last = now
  }
  return last
}
