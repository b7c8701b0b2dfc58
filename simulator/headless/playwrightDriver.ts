import type { Page } from 'playwright-core'
import type { CountTokens } from '../cost/tokens.ts'
import { HANDLE, type SimulatorHandle } from '../port.ts'
import { GONE } from '../run/background.ts'
import type { Call, CallRequest, Driver } from '../run/driver.ts'
import { gesture } from '../run/gestures.ts'
import { playwrightHands } from './playwrightHands.ts'

export interface PlaywrightDriverOptions {
  readonly tokens?: CountTokens
  /** The page's time was made movable before it was opened. */
  readonly virtual: boolean
  readonly mode: 'native' | 'bridge'
}

/** Waits until the page carries a working simulator. */
export async function whenReady(page: Page): Promise<void> {
  await page.waitForFunction((name) => Reflect.has(window, name), HANDLE, { polling: 100 })
  await page.locator('[data-region="queue"] [data-ticket-id]').first().waitFor()
  await page.locator('[data-action="teach"]:not(:disabled)').waitFor()
}

/** What happened in the page since this was last asked. */
export const heardIn = (page: Page): ReturnType<SimulatorHandle['heard']> =>
  page.evaluate((name) => (Reflect.get(window, name) as SimulatorHandle).heard(), HANDLE)

/** Plays a script in a browser driven from outside: calls through the page's host, the person by real keys and clicks. */
export function playwrightDriver(page: Page, { tokens, virtual, mode }: PlaywrightDriverOptions): Driver {
  const hands = playwrightHands(page)
  const callOf = (call: number): Call => ({
    done: page
      .evaluate(([name, number]) => (Reflect.get(window, name) as SimulatorHandle).result(number), [HANDLE, call] as const)
      .catch(() => GONE),
    abort: () => {
      // A page that is gone has nothing to abort.
      void page.evaluate(([name, number]) => (Reflect.get(window, name) as SimulatorHandle).abort(number), [HANDLE, call] as const).catch(() => undefined)
    },
  })
  const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
  return {
    mode,
    list: () => page.evaluate((name) => (Reflect.get(window, name) as SimulatorHandle).list(), HANDLE),
    async start(requests) {
      const started = await page.evaluate(
        // As text: playwright's types follow JSON to no end.
        ([name, all]) => (JSON.parse(all) as readonly CallRequest[]).map((one) => (Reflect.get(window, name) as SimulatorHandle).start(one.name, one.input)),
        [HANDLE, JSON.stringify(requests)] as const,
      )
      return started.map(callOf)
    },
    human: (action) => gesture(hands, action),
    async reload() {
      await page.reload()
      await whenReady(page)
    },
    ready: () => whenReady(page),
    wait: (ms) => (virtual ? page.clock.fastForward(ms) : rest(ms)),
    evidence: () => page.evaluate((name) => (Reflect.get(window, name) as SimulatorHandle).evidence(), HANDLE),
    fault: (id, to) => page.evaluate(([name, fault, set]) => (Reflect.get(window, name) as SimulatorHandle).fault(fault, set), [HANDLE, id, to] as const),
    ...(tokens ? { tokens } : {}),
    now: () => performance.now(),
    rest,
  }
}
