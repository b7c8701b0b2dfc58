import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Browser } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { findBrowser } from '../../.ci/browser.mjs'
import { useBrowser } from '../e2e/desk.ts'
import { openConsole, type OpenConsole, type OpenOptions } from '../e2e/harness.ts'

/** What the page says, once it has looked: its verdict, its advice, and each fact. */
async function probed(browser: Browser, options: OpenOptions = {}): Promise<OpenConsole & { said(): Promise<Said> }> {
  const opened = await openConsole(browser, { at: '/probe.html', ...options })
  return {
    ...opened,
    async said() {
      const main = opened.page.locator('main:not([aria-busy])')
      await main.waitFor()
      const facts = await main.locator('[data-fact]').evaluateAll((lines) =>
        lines.map((line) => [line.getAttribute('data-fact') ?? '', line.querySelector('dd > :last-child')?.textContent ?? ''] as const),
      )
      return {
        state: (await main.getAttribute('data-state')) ?? '',
        title: await main.locator('.verdict h2').innerText(),
        codes: await main.locator('.verdict code').allInnerTexts(),
        facts: Object.fromEntries(facts),
      }
    },
  }
}

interface Said {
  readonly state: string
  readonly title: string
  /** What is to be typed or copied. */
  readonly codes: readonly string[]
  readonly facts: Readonly<Record<string, string>>
}

const SWITCHES = ['chrome://flags/#enable-webmcp-testing', '--enable-features=WebMCP']

describe('the probe page with WebMCP', () => {
  const browser = useBrowser()

  it('finds it, tries a tool and takes it away again', async () => {
    await using page = await probed(browser())
    const { state, codes, facts } = await page.said()
    expect([state, codes]).toEqual(['works', []])
    expect(facts).toMatchObject({ secure: 'Yes', framed: 'By itself', host: 'The browser’s own', attempt: 'Taken, listed, and removed again' })
    expect(facts['members']?.split(', ')).toEqual(expect.arrayContaining(['executeTool', 'getTools', 'ontoolchange', 'registerTool']))
    expect((await page.page.webmcp.tools()).map((tool) => tool.name)).toEqual([])
    page.expectClean()
  })

  it('the tool is one that does nothing, under the name of the contract', async () => {
    const before = `(() => {
      const real = ModelContext.prototype.registerTool
      ModelContext.prototype.registerTool = function (tool, options) { (window.seen ??= []).push(tool); return real.call(this, tool, options) }
    })()`
    await using page = await probed(browser(), { before })
    await page.said()
    const seen = await page.page.evaluate(async () => {
      const tools = Reflect.get(window, 'seen') as { name: string; annotations: { readOnlyHint: boolean }; execute(): Promise<unknown> }[]
      return Promise.all(tools.map(async ({ name, annotations, execute }) => [name, annotations.readOnlyHint, await execute()]))
    })
    expect(seen).toEqual([['understudy_probe', true, { ok: true }]])
  })

  it.each([
    ['NotAllowedError', 'policy', ['Permissions-Policy', 'tools=(self)']],
    ['SecurityError', 'policy', ['Permissions-Policy', 'tools=(self)']],
    ['InvalidStateError', 'refused a tool', []],
  ])('case W31: names what to do when a tool is refused with %s', async (name, title, codes) => {
    const before = `ModelContext.prototype.registerTool = () => Promise.reject(new DOMException('No.', '${name}'))`
    await using page = await probed(browser(), { before })
    const said = await page.said()
    expect(said.title).toContain(title)
    expect([said.state, said.codes, said.facts['attempt']]).toEqual(['not', codes, `Refused: ${name}, No.`])
    page.expectClean()
  })

  it('case W31: advises nothing to switch on inside another site’s frame', async () => {
    await using page = await probed(browser())
    // Another port is another origin.
    const other = createServer((_, response) => {
      response.setHeader('content-type', 'text/html').end(`<iframe src="${inject('origin')}/probe.html"></iframe>`)
    })
    await new Promise<void>((resolve) => other.listen(0, 'localhost', resolve))
    await page.page.goto(`http://localhost:${(other.address() as AddressInfo).port}/`)
    const main = page.page.frameLocator('iframe').locator('main:not([aria-busy])')
    await main.waitFor()
    expect(await main.locator('[data-fact="framed"] dd').innerText()).toContain('another site')
    expect(await main.locator('.verdict').innerText()).toContain('Open it by itself')
    expect(await main.locator('.verdict code').count()).toBe(0)
    other.close()
  })

  it('says when the list does not follow, and when there is none', async () => {
    await using deaf = await probed(browser(), { before: 'ModelContext.prototype.getTools = () => Promise.resolve([])' })
    expect(await deaf.said()).toMatchObject({ state: 'partly', facts: { attempt: 'Taken, but not listed' } })
    await using blind = await probed(browser(), { before: 'delete ModelContext.prototype.getTools' })
    expect(await blind.said()).toMatchObject({ state: 'works', facts: { attempt: 'Taken; there is no list to look at' } })
  })
})

describe('the probe page without WebMCP', () => {
  const browser = useBrowser({ webmcp: false })

  it('case W31: names the switches', async () => {
    await using page = await probed(browser())
    const { state, codes, facts } = await page.said()
    expect([state, codes]).toEqual(['not', SWITCHES])
    expect(facts).toMatchObject({ secure: 'Yes', host: 'Absent', members: 'None', attempt: 'Not tried' })
    page.expectClean()
  })

  it('case W31: they are ones this browser knows', async () => {
    const page = await browser().newPage()
    await page.goto(SWITCHES[0] ?? '')
    await page.locator('#enable-webmcp-testing').first().waitFor({ state: 'attached' })
    await page.close()
    const switched = await chromium.launch({ executablePath: findBrowser() ?? '', args: ['--no-sandbox', '--disable-gpu', SWITCHES[1] ?? ''] })
    try {
      await using opened = await probed(switched)
      expect(await opened.said()).toMatchObject({ state: 'works' })
    } finally {
      await switched.close()
    }
  })

  it('case W31: switches do not help where the address is not secure, and it does not name them', async () => {
    const before = `Object.defineProperty(window, 'isSecureContext', { value: false })`
    await using page = await probed(browser(), { before })
    expect(await page.said()).toMatchObject({ state: 'not', codes: ['https://', 'http://localhost'], facts: { secure: 'No' } })
  })

  it('says when a script stands in, when something takes no tools, and when it may not look', async () => {
    const put = (value: string): string => `Object.defineProperty(document, 'modelContext', { configurable: true, get: () => ${value} })`
    const fake = '({ __isBrowserMcpServer: true, registerTool: async () => {}, getTools: async () => [{ name: "understudy_probe" }] })'
    await using standIn = await probed(browser(), { before: put('({ __isBrowserMcpServer: true, registerTool: async () => {} })') })
    expect(await standIn.said()).toMatchObject({ state: 'partly', codes: SWITCHES, facts: { host: 'A script’s stand-in' } })
    await using stuck = await probed(browser(), { before: put(fake) })
    expect(await stuck.said()).toMatchObject({ state: 'partly', facts: { attempt: 'Taken and listed, but not removed' } })
    await using other = await probed(browser(), { before: put('({ provideContext() {} })') })
    expect(await other.said()).toMatchObject({ state: 'not', facts: { host: 'There, without registerTool', members: 'provideContext' } })
    await using closed = await probed(browser(), { before: put('(() => { throw new Error("no") })()') })
    expect(await closed.said()).toMatchObject({ state: 'not', facts: { host: 'The browser does not let the page look' } })
  })

  it('can be read in light and in dark, and on a phone', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await using page = await probed(browser(), { contextOptions: { colorScheme, viewport: { width: 360, height: 640 } } })
      await page.said()
      const seen = await page.page.evaluate(() => ({
        text: getComputedStyle(document.body).color,
        wide: document.documentElement.scrollWidth > window.innerWidth,
        scrolls: getComputedStyle(document.body).overflowY,
      }))
      expect(seen).toEqual({ text: colorScheme === 'light' ? 'rgb(23, 24, 28)' : 'rgb(236, 236, 240)', wide: false, scrolls: 'auto' })
    }
  })
})
