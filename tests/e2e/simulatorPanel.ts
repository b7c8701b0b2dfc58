import type { Browser, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { HostName } from '../../simulator/headless/openPage.ts'
import { eventually } from './operator.ts'

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

/** Plays a script of the product in the panel until it passed. @param wanted what is asked of the person, in this order; it is done */
export async function playInPanel({ page, panel }: OpenPanel, script: string, wanted: readonly string[]): Promise<void> {
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
}
