import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { findBrowser } from '../../.ci/browser.mjs'
import { Agent } from './harnessAgent.ts'

const SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export interface LaunchOptions {
  /** Whether the browser has WebMCP of its own. */
  readonly webmcp: boolean
}

/** A browser with a fresh profile. Close it in `afterAll`. */
export function launch({ webmcp }: LaunchOptions): Promise<Browser> {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('No Chrome or Chromium was found; set CHROME to its path.')
  return chromium.launch({ executablePath, args: [...SWITCHES, ...(webmcp ? ['--enable-features=WebMCP'] : [])] })
}

export interface OpenOptions {
  /** Path and query on the served app; `/` when left out. */
  readonly at?: string
  /** Opens another tab of this context, with the same storage. Otherwise a context of its own. */
  readonly context?: BrowserContext
  /** For the context, when one is made: size, colour scheme, reduced motion, time zone. */
  readonly contextOptions?: BrowserContextOptions
  /** Runs in the page before any of its own scripts, also after a reload. */
  readonly before?: string
}

/** What a page should not have done. */
export interface Problems {
  readonly console: readonly string[]
  readonly errors: readonly string[]
  /** Violations of the content security policy and of Trusted Types. */
  readonly violations: readonly string[]
  /** Requests to any other origin. */
  readonly foreign: readonly string[]
}

export interface OpenConsole extends AsyncDisposable {
  readonly page: Page
  readonly context: BrowserContext
  /** Plays an agent over the DevTools protocol. Only where the browser was launched with WebMCP. */
  agent(): Promise<Agent>
  /** All that went wrong since the page was opened, over reloads. */
  problems(): Problems
  /** Fails when anything went wrong. @param allowed console messages and errors that are expected */
  expectClean(allowed?: readonly RegExp[]): void
  close(): Promise<void>
}

/** Opens the built app as a person would find it, and watches everything it should not do. */
export async function openConsole(browser: Browser, options: OpenOptions = {}): Promise<OpenConsole> {
  const origin = inject('origin')
  const own = options.context === undefined
  const context = options.context ?? (await browser.newContext(options.contextOptions))
  const page = await context.newPage()
  const problems = await watch(page, origin)
  if (options.before) await page.addInitScript({ content: options.before })
  let agent: Promise<Agent> | undefined
  const close = (): Promise<void> => (own ? context.close() : page.close())
  const opened: OpenConsole = {
    page,
    context,
    agent: () => (agent ??= Agent.attach(page)),
    problems: () => problems,
    expectClean(allowed = []) {
      const unexpected = (line: string): boolean => !allowed.some((pattern) => pattern.test(line))
      const { console, errors, violations, foreign } = problems
      expect({ console: console.filter(unexpected), errors: errors.filter(unexpected), violations, foreign }).toEqual({
        console: [],
        errors: [],
        violations: [],
        foreign: [],
      })
    },
    close,
    [Symbol.asyncDispose]: close,
  }
  await page.goto(new URL(options.at ?? '/', origin).href)
  return opened
}

async function watch(page: Page, origin: string): Promise<Problems> {
  const problems = { console: [] as string[], errors: [] as string[], violations: [] as string[], foreign: [] as string[] }
  page.on('console', (message) => problems.console.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => problems.errors.push(error.stack ?? error.message))
  page.on('crash', () => problems.errors.push('the page crashed'))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/^(https?|wss?):$/.test(url.protocol) && url.origin !== origin) problems.foreign.push(url.href)
  })
  await page.exposeBinding('reportViolation', (_, line: string) => void problems.violations.push(line))
  // Before any script of the page, or those of its boot would go unseen.
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      const report = Reflect.get(window, 'reportViolation') as (line: string) => Promise<void>
      void report(`${effectiveDirective} ${blockedURI} ${sample}`)
    })
  })
  return problems
}

/**
 * Calls a tool through the page's own `document.modelContext`, as Playwright does it, without its limit of 30 s.
 * Cancelling is only possible through an `Agent`.
 */
export const callInPage = (page: Page, name: string, input: Record<string, unknown> = {}): Promise<unknown> =>
  page.webmcp.callTool(name, input, { timeout: 0 })

/** Names of the tools the host lists, as it lists them. */
export const toolsInPage = async (page: Page): Promise<readonly string[]> => (await page.webmcp.tools()).map((tool) => tool.name)
