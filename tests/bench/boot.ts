import type { Browser } from 'playwright-core'
import { figure, inTurn, type Figure } from './measure.ts'

const ROUNDS = { rounds: 20, warmUp: 2 }

/** Notes in the page when the first row of the list was there, and when the console could be taught. */
const WATCH = `
  window.times = {}
  new MutationObserver(() => {
    const { times } = window
    if (times.row === undefined && document.querySelector('[data-ticket-id]')) times.row = performance.now()
    if (times.teach === undefined && document.querySelector('[data-action="teach"]')) times.teach = performance.now()
  }).observe(document, { subtree: true, childList: true, attributes: true })
`

interface Times {
  readonly row: number
  readonly teach?: number
}

/** From the start of the navigation to the first row, in a fresh context each time, against a bare page of 40 rows. */
export async function measureBoot(browser: Browser, app: string, bare: string): Promise<readonly Figure[]> {
  const teach: number[] = []
  const open = async (origin: string, last: keyof Times): Promise<Times> => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    try {
      const page = await context.newPage()
      await page.addInitScript({ content: WATCH })
      await page.goto(`${origin}/`)
      await page.waitForFunction((name) => Reflect.get(Reflect.get(window, 'times') as object, name) !== undefined, last)
      return await page.evaluate(() => Reflect.get(window, 'times') as Times)
    } finally {
      await context.close()
    }
  }
  const ours = async (round: number): Promise<number> => {
    const times = await open(app, 'teach')
    if (round >= ROUNDS.warmUp) teach.push(times.teach ?? Number.NaN)
    return times.row
  }
  const [rows = [], bareRows = []] = await inTurn([ours, async () => (await open(bare, 'row')).row], ROUNDS)
  const beside = { name: 'bare Vue, Pinia, localforage, 40 rows', values: bareRows }
  return [
    figure('boot to a usable queue', 'ms', rows, beside, { ratio: 1.5, most: 250 }),
    figure('boot to where it can be taught', 'ms', teach, beside),
  ]
}
