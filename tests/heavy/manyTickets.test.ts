import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { launch, openConsole, type OpenConsole } from '../e2e/harness.ts'
import { atRest, eventually } from '../e2e/operator.ts'
import { storedCommits, storedValues } from '../e2e/stored.ts'

const COUNT = 100_000
const CHUNK = 1_000

/** Puts many tickets, made of the sample's, into the stored chunks: as an import of an earlier page would have left them. */
const fill = (page: Page): Promise<void> =>
  page.evaluate(
    async ([count, size]) => {
      const result = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
        })
      const database = await result(indexedDB.open('understudy'))
      const store = (): IDBObjectStore => database.transaction('kv', 'readwrite').objectStore('kv')
      const { records, seq } = (await result(store().get('chunk/ticket/0'))) as { records: Record<string, unknown>[]; seq: number }
      const words = ['printer', 'refund', 'letter', 'login', 'parcel', 'screen', 'export', 'invoice']
      for (let chunk = 0; chunk < count / size; chunk += 1) {
        const made = Array.from({ length: size }, (_, place) => {
          const number = chunk * size + place
          const time = new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString()
          return {
            ...records[number % records.length],
            ticketId: `M-${number + 1}`,
            subject: `${words[number % words.length] ?? ''} ${words[(number * 7) % words.length] ?? ''} ${number}`,
            createdAt: time,
            updatedAt: time,
          }
        })
        await result(store().put({ seq, records: made }, `chunk/ticket/${chunk}`))
      }
      database.close()
    },
    [COUNT, CHUNK] as const,
  )

describe('a desk with 100,000 tickets', () => {
  let browser: Browser
  let opened: OpenConsole
  let page: Page

  beforeAll(async () => {
    browser = await launch({ webmcp: true })
    opened = await openConsole(browser, { contextOptions: { viewport: { width: 1280, height: 800 } } })
    page = opened.page
    await page.locator('[data-ticket-id]').first().waitFor()
    // The sample's tickets are shown before they are stored.
    await vi.waitFor(async () => expect(await storedValues(page, {}, 'chunk/ticket/')).toHaveProperty(['chunk/ticket/0']), 10_000)
    await fill(page)
    await page.reload()
    await page.locator('[data-ticket-id]').first().waitFor({ timeout: 60_000 })
  }, 300_000)
  afterAll(() => browser.close())

  const rows = (): Promise<number> => page.locator('[data-ticket-id]').count()
  const currentRow = (): Promise<string | null> => page.locator('[data-ticket-id][aria-selected="true"]').getAttribute('data-ticket-id')

  it('keeps few rows in the page and says how many there are', async () => {
    await eventually(() => page.locator('[role="grid"]').getAttribute('aria-rowcount').then(Number)).toBeGreaterThan(50_000)
    expect(await rows()).toBeLessThan(80)
  })

  it('goes to the end and back by keys, with the cursor row always in the page', async () => {
    const first = await currentRow()
    await page.locator('[role="grid"]').focus()
    await page.keyboard.press('End')
    await eventually(currentRow).not.toBe(first)
    expect(await rows()).toBeLessThan(80)
    await page.keyboard.press('Home')
    await eventually(currentRow).toBe(first)
  })

  it('case C01: a change elsewhere moves neither the scroll nor the cursor', async () => {
    await page.locator('[role="grid"]').focus()
    for (let press = 0; press < 30; press += 1) await page.keyboard.press('j')
    const here = await currentRow()
    const scrollTop = (): Promise<number> => page.locator('[role="grid"]').evaluate((grid) => grid.scrollTop)
    const scrolled = await atRest(page, scrollTop)
    expect(scrolled).toBeGreaterThan(0)
    await page.keyboard.press('p')
    await page.keyboard.type('urgent')
    await page.keyboard.press('Enter')
    expect(await currentRow()).toBe(here)
    expect(await scrollTop()).toBe(scrolled)
  })

  it('a reload in the middle of it shows the same rows, and the same one is current', async () => {
    const grid = page.locator('[role="grid"]')
    await grid.evaluate((element) => (element.scrollTop = 35 * 40_000))
    const inSight = (): Promise<readonly (string | null)[]> =>
      grid.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        const rows = [...element.querySelectorAll('[data-ticket-id]')].filter((row) => row.getBoundingClientRect().bottom > top && row.getBoundingClientRect().top < bottom)
        return rows.map((row) => row.getAttribute('data-ticket-id'))
      })
    await expect.poll(async () => (await inSight()).length).toBeGreaterThan(10)
    const [before, here, scrolled] = [await inSight(), await currentRow(), await grid.evaluate((element) => element.scrollTop)]
    // Stored behind: the page says so as long as it is not.
    await page.waitForTimeout(500)
    await page.reload()
    await page.locator('[data-ticket-id]').first().waitFor({ timeout: 60_000 })
    expect(await inSight()).toEqual(before)
    await page.locator('[data-action="teach"]:enabled').waitFor({ timeout: 60_000 })
    await expect.poll(currentRow).toBe(here)
    expect(await inSight()).toEqual(before)
    expect(await grid.evaluate((element) => element.scrollTop)).toBe(scrolled)
    expect(await rows()).toBeLessThan(80)
  })

  it('finds one ticket by its words, and a write to it outlives a reload', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('M-77777')
    await eventually(() => page.locator('[role="grid"]').getAttribute('aria-rowcount')).toBe('1')
    await page.keyboard.press('Escape')
    await page.locator('[data-ticket-id="M-77777"]').click()
    await page.keyboard.press('p')
    await page.keyboard.type('urgent')
    await page.keyboard.press('Enter')
    const priority = page.locator('[data-region="ticket"] [data-field="priority"]')
    await eventually(() => priority.textContent()).toMatch(/urgent/i)
    // Stored behind.
    await eventually(async () => (await storedCommits(page)).at(-1)?.patches[0]).toMatchObject({ id: 'M-77777' })
    await page.reload()
    await page.locator('[data-ticket-id]').first().waitFor({ timeout: 60_000 })
    await page.keyboard.press('/')
    await page.keyboard.type('M-77777')
    await page.locator('[data-ticket-id="M-77777"]').click()
    await eventually(() => priority.textContent()).toMatch(/urgent/i)
    opened.expectClean()
  })
})
