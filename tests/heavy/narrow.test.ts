import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openDesk, taught, useBrowser } from '../e2e/desk.ts'

const browser = useBrowser()

/** What lies beyond the right edge of a part of the page, cut off. */
const beyond = (part: Locator): Promise<readonly string[]> =>
  part.evaluate((root) => {
    const edge = root.getBoundingClientRect().right + 0.5
    const cut = [...root.querySelectorAll<HTMLElement>('*')].filter((one) => {
      const { right, width } = one.getBoundingClientRect()
      // Shortened on purpose, or only for screen readers.
      return width > 1 && right > edge && !one.closest('.truncate, .sr-only') && !one.closest('[class*="truncate"] *')
    })
    return cut.map((one) => `${one.tagName}.${one.className}: ${one.textContent.slice(0, 40)}`)
  })

describe.each([320, 360])('at %d px', (width) => {
  it('nothing of a tool in the library, of its result, of a question or of a recording is cut off', async () => {
    await using desk = await openDesk(browser(), { contextOptions: { viewport: { width, height: 740 } } })
    const { operator, opened } = desk
    const { page } = opened
    await taught(desk, { name: 'escalate_and_hand_over', parameters: [{ name: 'the_ticket_that_waits_longest_', description: 'Which.' }] }, async () => {
      await operator.rowOf('T-1037').locator('.subject').click()
      await operator.set('priority', 'Urgent')
      await operator.set('tags', 'escalated')
      await operator.set('template', 'Ask')
    })
    await operator.press('Escape')
    // The longest of the subjects, on a ticket there is something to change of.
    const subjects = await operator.queue.locator('.subject').allInnerTexts()
    const longest = subjects.reduce((most, text, place) => (text.length > (subjects[most] ?? '').length ? place : most), 0)
    await operator.queue.locator('.subject').nth(longest).click()
    await operator.press('l')
    const tool = page.locator('[data-region="library"] [data-tool]')
    await tool.locator('[data-action="run"]').click()
    expect(await beyond(page.locator('[data-region="library"]'))).toEqual([])
    await tool.locator('[data-action="run"]').click()
    await tool.locator('[data-part="result"]').waitFor()
    expect(await beyond(page.locator('[data-region="library"]'))).toEqual([])
    await operator.press('Escape')
    await operator.press('Escape')
    await operator.teach()
    await operator.onlyStatus('Open')
    await operator.filter('priority', 'Urgent')
    await operator.openByKeys(0)
    await operator.set('priority', 'High')
    expect(await beyond(operator.chip)).toEqual([])
    const cap = operator.chip.locator('header .kbd')
    expect(await cap.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
    await operator.stop()
    const rows = operator.draft.questions.first().locator('[data-part="question-rows"]')
    expect(await rows.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
    expect(await beyond(operator.draft.region)).toEqual([])
    opened.expectClean()
  })

  it('what is typed into the search can be read, whatever else the header holds, and the parts of the work lie over a draft', async () => {
    await using desk = await openDesk(browser(), { contextOptions: { viewport: { width, height: 740 } } })
    const { operator, opened } = desk
    const { page } = opened
    await taught(desk, { name: 'escalate' }, async () => {
      await operator.openByKeys(1)
      await operator.set('priority', 'High')
    })
    for (const [place, priority] of [[2, 'Low'], [3, 'Urgent']] as const) {
      await operator.press('Escape')
      await operator.demonstrate(async () => {
        await operator.openByKeys(place)
        await operator.set('priority', priority)
      })
    }
    await operator.press('Escape')
    await operator.searchFor('payment taken twice')
    expect(await operator.search.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
    await operator.press('Tab')
    const drafts = page.locator('[data-action="drafts"]')
    expect(await drafts.evaluate((button) => button === document.activeElement && getComputedStyle(button.closest('.end') ?? button).opacity)).toBe('1')
    await operator.press('Enter')
    await operator.press('Enter')
    await operator.draft.region.waitFor()
    await page.getByRole('button', { name: 'Parts of the work' }).click()
    await page.getByRole('button', { name: /^Unassigned/ }).click()
    opened.expectClean()
  })
})
