import type { Browser, Locator, Page } from 'playwright-core'
import type { HostName } from '../../simulator/headless/openPage.ts'

export interface OpenPanel extends AsyncDisposable {
  readonly page: Page
  readonly panel: Locator
  readonly problems: readonly string[]
}

/** Opens the page with the panel, in a profile of its own. */
export async function openPanelAt(origin: string, browser: Browser, host: HostName): Promise<OpenPanel> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.goto(`${origin}/?webmcp=${host}`)
  const panel = page.locator('[data-region="simulator"]')
  await panel.waitFor()
  return { page, panel, problems, [Symbol.asyncDispose]: () => context.close() }
}

/** Turns to one of its parts. */
export const part = (panel: Locator, name: string): Promise<void> => panel.locator(`[data-simulator-tab="${name}"]`).click()
