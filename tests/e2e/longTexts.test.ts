import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openDesk, useBrowser } from './desk.ts'
import { eventually } from './operator.ts'
import { storedValues } from './stored.ts'

const browser = useBrowser()
const contextOptions = { viewport: { width: 360, height: 640 }, reducedMotion: 'reduce' as const }
const SUBJECT = 'Parcel for the school left at the wrong door once more and nobody answers '.repeat(5).slice(0, 300)

const CHUNK = 'chunk/ticket/0'

/** Gives the first stored ticket another subject, behind the page's back. @returns its id */
async function withSubject(page: Page, subject: string): Promise<string> {
  // The tickets of a new desk are shown before they are stored.
  await eventually(() => storedValues(page)).toHaveProperty([CHUNK])
  const chunk = (await storedValues(page))[CHUNK] as { readonly records: readonly Record<string, unknown>[] }
  const [first, ...others] = chunk.records
  await storedValues(page, { [CHUNK]: { ...chunk, records: [{ ...first, subject, status: 'open' }, ...others] } })
  return first?.ticketId as string
}

it('a subject of 300 letters leaves room for the ticket on a phone, and all of it can be read', async () => {
  await using desk = await openDesk(browser(), { contextOptions })
  const { operator, opened } = desk
  const { page } = opened
  const ticketId = await withSubject(page, SUBJECT)
  await page.reload()
  await operator.ready()
  await operator.searchFor('wrong door')
  await page.locator(`[data-ticket-id="${ticketId}"]`).click({ position: { x: 120, y: 12 } })
  await operator.isOpen(ticketId)
  const heading = operator.ticket.getByRole('heading', { level: 2 })
  const bottom = async (): Promise<number> => {
    const box = await heading.boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  const toggle = operator.ticket.locator('[data-action="show-all"]')
  await toggle.waitFor()
  expect(await bottom()).toBeLessThan(320)
  expect(await operator.ticket.locator('[data-field="status"]').isVisible()).toBe(true)
  expect(await heading.textContent()).toBe(SUBJECT)
  const all = (): Promise<boolean> => heading.evaluate((element) => element.scrollHeight <= element.clientHeight + 1)
  expect(await all()).toBe(false)
  await toggle.click()
  await eventually(all).toBe(true)
  expect(await toggle.getAttribute('aria-expanded')).toBe('true')
  await toggle.click()
  await eventually(all).toBe(false)
  // The next ticket begins as short as it can be, and one that fits has nothing to show.
  await page.locator('[data-action="back"]').click()
  await operator.searchFor('help')
  await page.locator('[data-ticket-id="T-1038"]').click({ position: { x: 120, y: 12 } })
  await operator.isOpen('T-1038')
  expect(await toggle.count()).toBe(0)
  opened.expectClean()
})
