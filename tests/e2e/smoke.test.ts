import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callInPage, launch, openConsole, toolsInPage } from './harness.ts'
import { eventually } from './operator.ts'

describe.each([
  { name: 'with native WebMCP', webmcp: true },
  { name: 'without WebMCP', webmcp: false },
])('the built page $name', ({ webmcp }) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch({ webmcp })
  })
  afterAll(() => browser.close())

  it('opens clean', async () => {
    await using opened = await openConsole(browser)
    expect(await opened.page.title()).toContain('Understudy')
    await opened.page.locator('#app > *').first().waitFor({ state: 'attached' })
    expect(await opened.page.evaluate(() => 'modelContext' in document)).toBe(webmcp)
    opened.expectClean()
  })

  it('carries the content security policy before anything it loads', async () => {
    await using opened = await openConsole(browser)
    const policy = await opened.page.locator('head > :first-child').getAttribute('content')
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toContain('unsafe')
  })
})

describe('the watch over a page', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch({ webmcp: true })
  })
  afterAll(() => browser.close())

  it('sees messages, errors, violations and requests elsewhere, also after a reload', async () => {
    await using opened = await openConsole(browser)
    await opened.page.reload()
    await opened.page.evaluate(async () => {
      console.warn('a warning')
      setTimeout(() => {
        throw new Error('a mistake')
      })
      const image = new Image()
      image.src = 'http://other.invalid/x.png'
      await new Promise((resolve) => (image.onerror = resolve))
      try {
        document.createElement('script').src = '/other.js'
      } catch {
        // Refused, as it should be: what is looked at here is the report of it.
      }
    })
    await eventually(() => opened.problems().violations.join()).toMatch(/img-src.*require-trusted-types-for/s)
    await eventually(() => opened.problems().errors.join()).toContain('a mistake')
    expect(opened.problems().console).toContain('warning: a warning')
    expect(() => opened.expectClean()).toThrow()
  })

  it('plays an agent: lists, calls, cancels, and notices that the page left', async () => {
    await using opened = await openConsole(browser)
    const agent = await opened.agent()
    await opened.page.evaluate(registerEcho)
    expect(await agent.tool('harness_echo')).toMatchObject({ description: 'Echoes.', annotations: { readOnly: true } })
    expect(await agent.ask('harness_echo', { text: 'hello' })).toEqual({ ok: true, text: 'hello' })
    expect(await callInPage(opened.page, 'harness_echo', { text: 'again' })).toEqual({ ok: true, text: 'again' })
    expect(await toolsInPage(opened.page)).toContain('harness_echo')
    await expect(agent.start('harness_nothing')).rejects.toThrow('not found')

    const waiting = await agent.start('harness_echo', {})
    await waiting.cancel()
    expect(await waiting.done).toMatchObject({ status: 'Canceled' })
    await eventually(() => opened.page.evaluate(() => document.body.dataset['echo'])).toBe('aborted')

    const left = await agent.start('harness_echo', {})
    await opened.page.reload()
    expect(await left.done).toMatchObject({ status: 'Gone' })
    await agent.withoutTool('harness_echo')
  })
})

/** Runs in the page: a tool that answers with what it is given, and without a text waits to be cancelled. */
async function registerEcho(): Promise<void> {
  type Execute = (input: { text?: string }, options: { signal: AbortSignal }) => Promise<object>
  const execute: Execute = async ({ text }, { signal }) => {
    if (text !== undefined) return { ok: true, text }
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    document.body.dataset['echo'] = 'aborted'
    return { ok: false }
  }
  const host = Reflect.get(document, 'modelContext') as { registerTool(tool: object): Promise<void> }
  await host.registerTool({
    name: 'harness_echo',
    description: 'Echoes.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
    annotations: { readOnlyHint: true },
    execute,
  })
}
