import { chromium, type Browser, type Page } from 'playwright-core'

const SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Which implementation of WebMCP a script is played on. */
export type HostName = 'native' | 'bridge'

/** A browser for a host: only for the native one it has WebMCP of its own. */
export const launchFor = (host: HostName, executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: [...SWITCHES, ...(host === 'native' ? ['--enable-features=WebMCP'] : [])] })

export interface OpenedPage extends AsyncDisposable {
  readonly page: Page
  /** Uncaught errors of the page, so far. */
  readonly errors: readonly string[]
}

/**
 * Opens the console with an empty profile of its own, and the panel closed so that the console has all the room.
 * @param virtual makes the page's time movable
 */
export async function openPage(browser: Browser, origin: string, host: HostName, virtual: boolean): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce' })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('crash', () => errors.push('the page crashed'))
  await page.addInitScript(() => {
    if (!localStorage.getItem('understudy-simulator')) localStorage.setItem('understudy-simulator', '{"open":false}')
  })
  if (virtual) await page.clock.install()
  await page.goto(new URL(`/?webmcp=${host}`, origin).href)
  return { page, errors, [Symbol.asyncDispose]: () => context.close() }
}
