import { cpus, loadavg, totalmem } from 'node:os'
import { chromium } from 'playwright-core'
import { findBrowser } from '../../.ci/browser.mjs'
import { byReplay } from './agent/byReplay.ts'
import { bySnapshot } from './agent/bySnapshot.ts'
import { byTool } from './agent/byTool.ts'
import { summaryOf, tableOf, type Way } from './agent/summary.ts'
import { serveApp } from './servers.ts'

const SWITCHES = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync', '--enable-features=WebMCP']

/** What ten triage jobs cost an agent: by one taught tool each, by driving the page, by replaying what was shown. */
export async function run(root: string): Promise<object> {
  const started = loadavg()[0] ?? 0
  await using app = await serveApp(root)
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('No Chrome or Chromium was found; set CHROME to its path.')
  const browser = await chromium.launch({ executablePath, args: SWITCHES })
  try {
    const { outcomes, library } = await byTool(browser, app.origin)
    const ways: readonly Way[] = [
      { way: 'one call of a taught tool', outcomes },
      { way: 'snapshots and clicks', outcomes: await bySnapshot(browser, app.origin) },
      { way: 'replay of recorded clicks', outcomes: await byReplay(browser, app.origin) },
    ]
    const machine = {
      cpu: cpus()[0]?.model ?? '',
      cores: cpus().length,
      memoryGB: Math.round(totalmem() / 2 ** 30),
      node: process.version,
      browser: browser.version(),
      load: [started, loadavg()[0] ?? 0],
    }
    const summary = summaryOf(ways, library)
    console.info(`\n${tableOf(summary)}\n`)
    console.info(`${machine.cores} × ${machine.cpu}, ${machine.memoryGB} GB, Node ${machine.node}, Chromium ${machine.browser}, load ${machine.load.map((load) => load.toFixed(1)).join(' to ')}\n`)
    return { bench: 'agent', machine, ...summary }
  } finally {
    await browser.close()
  }
}
