import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { useBrowser } from './desk.ts'
import { openConsole } from './harness.ts'
import { eventually } from './operator.ts'
import { storedCommits } from './stored.ts'

/** Notes what was there and what had been asked for when the first row came, and counts what loads tables of languages. */
const WATCH = `
  const seen = { language: 0 }
  const counted = (owner, name) => {
    const given = owner[name]
    owner[name] = new Proxy(given, {
      apply(...args) { seen.language += 1; return Reflect.apply(...args) },
      construct(...args) { seen.language += 1; return Reflect.construct(...args) },
    })
  }
  for (const name of ['Collator', 'DateTimeFormat', 'NumberFormat', 'PluralRules', 'RelativeTimeFormat']) counted(Intl, name)
  for (const owner of [Number.prototype, Date.prototype]) counted(owner, 'toLocaleString')
  counted(String.prototype, 'localeCompare')
  const rows = () => document.querySelectorAll('[data-ticket-id]').length
  const watcher = new MutationObserver(() => {
    if (rows() === 0) return
    watcher.disconnect()
    const { language } = seen
    const scripts = performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.js')).length
    window.firstFrame = { rows: rows(), language, scripts, links: document.querySelectorAll('link[rel="modulepreload"]').length }
  })
  watcher.observe(document, { subtree: true, childList: true })
`

interface FirstFrame {
  readonly rows: number
  readonly language: number
  /** Scripts that had come, and those announced to the browser. */
  readonly scripts: number
  readonly links: number
}

describe('what the page does before its first frame', () => {
  const browser = useBrowser()

  it('is the rows there is room for, with nothing asked for that comes later', async () => {
    await using opened = await openConsole(browser(), { before: WATCH, contextOptions: { viewport: { width: 1440, height: 500 } } })
    const { page } = opened
    await page.locator('[data-action="teach"]:enabled').waitFor()
    const first = await page.evaluate(() => Reflect.get(window, 'firstFrame') as FirstFrame)
    const all = Number(await page.locator('[role="grid"]').getAttribute('aria-rowcount'))
    expect(first.rows).toBeGreaterThanOrEqual(await page.evaluate(() => Math.floor((document.querySelector('[data-region="queue"]')?.clientHeight ?? 0) / 35)))
    expect(first.rows).toBeLessThan(all)
    expect(await page.locator('[data-ticket-id]').count()).toBe(all)
    expect(first.language).toBe(0)
    const html = readFileSync(path.join(inject('dist'), 'index.html'), 'utf8')
    const own = html.match(/rel="modulepreload"/g)?.length ?? 0
    expect(first.links).toBe(own)
    // What the page names itself: a new desk's tickets are in it.
    const scripts = html.match(/<script/g)?.length ?? 0
    expect(first.scripts).toBeLessThanOrEqual(own + scripts)
    opened.expectClean()
  })

  it('is as many compact rows as there is room for', async () => {
    await using opened = await openConsole(browser(), { before: WATCH, contextOptions: { viewport: { width: 1440, height: 500 } } })
    const { page } = opened
    await page.locator('[data-action="settings"]').click()
    await page.getByText('Compact', { exact: true }).click()
    await page.locator('html[data-density="compact"]').waitFor()
    await eventually(async () => (await storedCommits(page)).at(-1)?.patches[0]).toMatchObject({ entity: 'preference', id: 'density' })
    await page.reload()
    await page.locator('[data-action="teach"]:enabled').waitFor()
    const { rows } = await page.evaluate(() => Reflect.get(window, 'firstFrame') as FirstFrame)
    expect(rows).toBeGreaterThanOrEqual(await page.evaluate(() => Math.floor((document.querySelector('[data-region="queue"]')?.clientHeight ?? 0) / 28)))
  })
})
