import { describe, expect, it } from 'vitest'
import { openDesk, useBrowser } from './desk.ts'

const browser = useBrowser()

describe('where colours are forced', () => {
  it('the cursor of the list and the dot of a recording are still seen', async () => {
    await using desk = await openDesk(browser(), { contextOptions: { forcedColors: 'active' } })
    const { operator, opened } = desk
    await operator.press('j')
    const row = operator.queue.locator('[role="row"][aria-selected="true"]')
    const other = operator.queue.locator('[role="row"][aria-selected="false"]').first()
    const outline = (element: Element): string => getComputedStyle(element).outlineStyle
    expect([await row.evaluate(outline), await other.evaluate(outline)]).toEqual(['solid', 'none'])
    await operator.teach()
    const seen = await operator.chip.locator('.dot').evaluate((dot) => ({
      dot: getComputedStyle(dot).backgroundColor,
      behind: getComputedStyle(dot.closest('.panel') ?? dot).backgroundColor,
    }))
    expect(seen.dot).not.toBe(seen.behind)
    opened.expectClean()
  })
})
