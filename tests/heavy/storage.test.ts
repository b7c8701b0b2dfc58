import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findBrowser } from '../../.ci/browser.mjs'
// The page's globals.
import type {} from './storageEntry.ts'

/** Storage in a real browser: its own IndexedDB, Web Locks, quota and crashes. */
let server: Server
let origin: string

beforeAll(async () => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, target: 'es2022', lib: { entry: fileURLToPath(new URL('storageEntry.ts', import.meta.url)), formats: ['es'] } },
  })
  const [output] = Array.isArray(built) ? built : [built]
  if (!output || !('output' in output)) throw new Error('The page could not be built.')
  // Some of it is asked for only when it is needed.
  const scripts = new Map(output.output.flatMap((file) => (file.type === 'chunk' ? [[`/${file.fileName}`, file.code]] : [])))
  const page = `<!doctype html><title>Storage</title><script type="module" src="/${output.output[0].fileName}"></script>`
  server = createServer((request, response) => {
    const script = scripts.get(request.url ?? '')
    response.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript')
    response.end(script ?? page)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server has no address.')
  origin = `http://localhost:${address.port}`
})

afterAll(() => new Promise((resolve) => server.close(resolve)))

let profile: string
let context: BrowserContext

beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), 'storage-'))
  context = await launch()
})

afterEach(async () => {
  await context.close()
  await rm(profile, { recursive: true, force: true })
})

function launch(): Promise<BrowserContext> {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('No Chrome or Chromium was found; set CHROME to its path.')
  return chromium.launchPersistentContext(profile, { executablePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] })
}

async function openPage(count = 3): Promise<Page> {
  const page = await context.newPage()
  await page.goto(origin)
  await page.waitForFunction(() => 'StoragePage' in globalThis)
  await page.evaluate(async (notes) => {
    globalThis.desk = await StoragePage.open(notes)
  }, count)
  return page
}

const titleOf = (page: Page, id: string): Promise<unknown> => page.evaluate((noteId) => desk.note(noteId)?.title, id)

/** Retitles, and says what became of it. */
const retitle = (page: Page, noteId: string, title: string): Promise<string> =>
  page.evaluate(([id, text]) => desk.log.settled(desk.title(id, text)), [noteId, title] as const)

describe('storage in a real browser', () => {
  it('100,000 records are written once and read again', async () => {
    const first = await openPage(100_000)
    expect(await first.evaluate(() => [desk.started.problem, desk.count()])).toEqual([null, 100_000])
    expect(await retitle(first, 'n77777', 'changed')).toBe('stored')
    await first.evaluate(() => desk.log.compact())
    await first.close()
    const second = await openPage(0)
    console.info(`100,000 records: ${Math.round(await second.evaluate(() => desk.took))} ms from storage to a bus`)
    expect(await second.evaluate(() => [desk.count(), desk.started.state.commits.length, desk.started.state.damaged])).toEqual([100_000, 0, []])
    expect(await titleOf(second, 'n77777')).toBe('changed')
  })

  it('what was said to be stored is there after the browser was killed', async () => {
    const page = await openPage()
    expect(await retitle(page, 'n1', 'stored')).toBe('stored')
    const browser = context.browser()
    if (!browser) throw new Error('The browser cannot be reached.')
    const session = await browser.newBrowserCDPSession()
    const gone = new Promise<void>((resolve) => browser.once('disconnected', () => resolve()))
    void session.send('Browser.crash').catch(() => undefined)
    await gone
    context = await launch()
    expect(await titleOf(await openPage(), 'n1')).toBe('stored')
  })

  it('a tab that crashes in the middle of writing leaves whole commits, and no lock', async () => {
    const page = await openPage()
    const other = await openPage()
    await page.evaluate(() => {
      for (let title = 1; title <= 400; title += 1) desk.title(title % 2 ? 'n1' : 'n2', `${title}`)
    })
    const crashed = page.waitForEvent('crash')
    const session = await context.newCDPSession(page)
    void session.send('Page.crash').catch(() => undefined)
    await crashed
    expect(await retitle(other, 'n3', 'after the crash')).toBe('stored')
    const fresh = await openPage()
    const { seq, damaged, one, two } = await fresh.evaluate(() => ({
      seq: desk.started.state.lastSeq,
      damaged: desk.started.state.damaged,
      one: desk.note('n1'),
      two: desk.note('n2'),
    }))
    expect(damaged).toEqual([])
    // All but the last are of the crashed tab; odd titles went to the first note, even ones to the second.
    const stored = seq - 1
    expect(Number(one?.version) - 1 + Number(two?.version) - 1).toBe(stored)
    expect(Math.abs(Number(one?.version) - Number(two?.version))).toBeLessThanOrEqual(1)
    expect(await titleOf(other, 'n1')).toBe(one?.title)
  })

  it('case P18: two tabs write at once; each record gets one of them, and both tabs and storage agree', async () => {
    const a = await openPage(40)
    const b = await openPage(40)
    const write = async (page: Page, by: string): Promise<string[]> =>
      page.evaluate(async (name) => {
        const ids: string[] = []
        for (let index = 1; index <= 40; index += 1) {
          ids.push(desk.title(`n${index}`, name))
          if (index % 4 === 0) await new Promise((resolve) => setTimeout(resolve))
        }
        return Promise.all(ids.map((id) => (id ? desk.log.settled(id) : Promise.resolve('refused'))))
      }, by)
    const [ofA, ofB] = await Promise.all([write(a, 'a'), write(b, 'b')])
    expect([...ofA, ...ofB]).not.toContain('unsaved')
    for (const page of [a, b]) await page.evaluate(() => desk.log.refresh())
    const all = (page: Page): Promise<unknown[]> => page.evaluate(() => Array.from({ length: 40 }, (_, index) => desk.note(`n${index + 1}`)))
    const stored = await all(await openPage())
    expect(await all(a)).toEqual(stored)
    expect(await all(b)).toEqual(stored)
    expect(stored.every((note) => ['a', 'b'].includes((note as { title: string }).title))).toBe(true)
  })

  it('case P17: full: says so, keeps the change in memory, and stores it once there is room', async () => {
    // Text that does not compress: the browser counts what reaches the disk.
    const text = randomBytes(2_250_000).toString('base64')
    // Before the first write: the browser trusts for a while in the room it once found.
    const session = await context.newCDPSession(await context.newPage())
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 2_000_000 })
    const page = await openPage()
    expect(await retitle(page, 'n1', text)).toBe('unsaved')
    expect(await page.evaluate(() => desk.log.status)).toMatchObject({ saved: false, reason: 'The browser has no room left for this page.' })
    await session.send('Storage.overrideQuotaForOrigin', { origin })
    expect(await page.evaluate(() => desk.log.retry())).toMatchObject({ saved: true, pending: 0 })
    expect(await titleOf(await openPage(), 'n1')).toBe(text)
  })

  it.each([
    ['denied', 'throw new DOMException("denied", "SecurityError")', 'blocked'],
    ['never opening', 'return new EventTarget()', 'hung'],
  ])('case P17: IndexedDB %s: the page starts on memory', async (_, body, kind) => {
    await context.addInitScript(`IDBFactory.prototype.open = function () { ${body} }`)
    const page = await openPage()
    expect(await page.evaluate(() => [desk.started.problem?.kind, desk.count()])).toEqual([kind, 3])
    expect(await retitle(page, 'n1', 'in memory')).toBe('unsaved')
    expect(await titleOf(page, 'n1')).toBe('in memory')
  })
})
