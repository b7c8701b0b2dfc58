import type { Page } from 'playwright-core'
import type { Hands } from '../run/gestures.ts'

/** Milliseconds the page gets to go along with a gesture. */
const PATIENCE = 10_000

/** Real keys and clicks of a browser driven from outside: the page sees them as a person's. */
export function playwrightHands(page: Page): Hands {
  const see = (selector: string, gone = false): Promise<void> =>
    page.locator(selector).first().waitFor({ state: gone ? 'hidden' : 'visible', timeout: PATIENCE })
  return {
    press: (keys) => page.keyboard.press(keys),
    type: (text) => page.keyboard.type(text),
    click: (selector) => page.locator(selector).first().click({ timeout: PATIENCE }),
    see,
    reads: (selector, text) => page.locator(selector).filter({ hasText: text }).first().waitFor({ timeout: PATIENCE }),
    has: async (selector) => (await page.locator(selector).count()) > 0,
  }
}
