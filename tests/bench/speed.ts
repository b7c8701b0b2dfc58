import { cpus, loadavg, totalmem } from 'node:os'
import { chromium } from 'playwright-core'
import { findBrowser } from '../../.ci/browser.mjs'
import { measureBoot } from './boot.ts'
import { measureFilter, measureWrite } from './dispatch.ts'
import type { Figure } from './measure.ts'
import { isMet, tableOf } from './report.ts'
import { serveApp, serveBare } from './servers.ts'
import { measureSizes } from './sizes.ts'
import { measureCall } from './taughtCall.ts'
import { measureRun } from './taughtRun.ts'

const SWITCHES = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync', '--enable-features=WebMCP']

/**
 * How fast the console is: figures as a table, and as the object this resolves with.
 * @param parts of `memory`, `boot`, `call`, `sizes`; all when none is named
 */
export async function run(root: string, parts: readonly string[]): Promise<object> {
  const wanted = (part: string): boolean => parts.length === 0 || parts.includes(part)
  const started = loadavg()[0] ?? 0
  const figures: Figure[] = []
  if (wanted('memory')) {
    for (const count of [40, 100_000]) figures.push(await measureWrite(count), await measureFilter(count))
    figures.push(await measureRun())
  }
  let browserVersion = ''
  if (['boot', 'call', 'sizes'].some(wanted)) {
    await using app = await serveApp(root)
    await using bare = await serveBare(root)
    const executablePath = findBrowser()
    if (!executablePath) throw new Error('No Chrome or Chromium was found; set CHROME to its path.')
    const browser = await chromium.launch({ executablePath, args: SWITCHES })
    browserVersion = browser.version()
    try {
      if (wanted('boot')) figures.push(...(await measureBoot(browser, app.origin, bare.origin)))
      if (wanted('call')) figures.push(...(await measureCall(browser, app.origin, bare.origin)))
    } finally {
      await browser.close()
    }
    if (wanted('sizes')) figures.push(...measureSizes(app.dist))
  }
  const machine = {
    cpu: cpus()[0]?.model ?? '',
    cores: cpus().length,
    memoryGB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    browser: browserVersion,
    /** Processes that wanted a core in the minute before, at the start and at the end. */
    load: [started, loadavg()[0] ?? 0],
  }
  console.info(`\n${tableOf(figures)}\n`)
  console.info(`${machine.cores} × ${machine.cpu}, ${machine.memoryGB} GB, Node ${machine.node}, Chromium ${machine.browser}`)
  console.info(`Load ${machine.load.map((load) => load.toFixed(1)).join(' to ')}: above ${machine.cores}, times say more about the machine than about the console, and ratios are rough.\n`)
  return { bench: 'speed', machine, figures: figures.map((one) => (one.target ? { ...one, met: isMet(one) } : one)) }
}
