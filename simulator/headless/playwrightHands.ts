import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { dropOn } from '../page/dropOn.ts'
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
    async fill(selector, text) {
      await page.locator(selector).first().click({ timeout: PATIENCE })
      await page.keyboard.press('ControlOrMeta+a')
      await (text === '' ? page.keyboard.press('Delete') : page.keyboard.type(text))
      await page.keyboard.press('Tab')
    },
    see,
    reads: (selector, text) => page.locator(selector).filter({ hasText: text }).first().waitFor({ timeout: PATIENCE }),
    has: async (selector) => (await page.locator(selector).count()) > 0,
    drop: (selector, { name, text }) => page.locator(selector).evaluate(dropOn, [name, text] as const),
    async choose(button, _, { name, text }) {
      const chooser = page.waitForEvent('filechooser', { timeout: PATIENCE })
      await page.locator(button).click({ timeout: PATIENCE })
      await (await chooser).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
    },
    async saved(act) {
      const download = page.waitForEvent('download', { timeout: PATIENCE })
      await act()
      return readFile(await (await download).path(), 'utf8')
    },
  }
}
