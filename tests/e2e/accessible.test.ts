import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { AxeResults } from 'axe-core'
import { draftNewest, openDesk, useBrowser } from './desk.ts'
import { eventually } from './operator.ts'

const browser = useBrowser()
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds serious or critical in the page as it is: everything in light, and what differs in dark. */
async function violations(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const results = await page.evaluate(async (rules) => {
      const axe = Reflect.get(window, 'axe') as { run(context: Document, options: object): Promise<AxeResults> }
      return axe.run(document, { resultTypes: ['violations'], ...(rules ? { runOnly: { type: 'rule', values: rules } } : {}) })
    }, colorScheme === 'dark' ? ['color-contrast'] : null)
    for (const { id, impact, nodes } of results.violations) {
      if (impact !== 'serious' && impact !== 'critical') continue
      found.push(...nodes.map((node) => `${colorScheme}: ${id}: ${node.target.join(' ')}: ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`))
    }
  }
  return found
}

describe('accessibility', () => {
  it('axe finds nothing serious in any main state, in light and dark', { timeout: 120_000 }, async () => {
    await using desk = await openDesk(browser(), { contextOptions: { reducedMotion: 'reduce' } })
    const { operator, agent, opened } = desk
    const { page } = opened
    await page.evaluate(source)
    const found: Record<string, readonly string[]> = {}
    const look = async (state: string): Promise<void> => {
      const seen = await violations(page)
      if (seen.length > 0) found[state] = seen
    }

    await look('queue')
    // Fewer rows from here on: they are all alike, and each costs time.
    await operator.filter('tag', 'billing')
    await operator.press('?')
    await page.getByRole('dialog').waitFor()
    await look('keys')
    await operator.press('Escape')
    await page.locator('[data-action="settings"]').click()
    await page.locator('[data-region="settings"]').waitFor()
    await look('settings')
    await operator.press('Escape')
    await operator.open('T-1031')
    await operator.press('y')
    await page.getByRole('listbox').waitFor()
    await look('ticket with the list of a field')
    await operator.press('Escape')
    await operator.teach()
    await operator.set('template', 'Duplicate')
    await operator.set('tags', 'login')
    await look('teaching')
    await operator.stop()
    await look('draft')
    await operator.draft.dismiss()
    const { draftId } = await draftNewest(agent, { name: 'answer' })
    const asked = await agent.start('understudy_publish_tool', { draftId })
    await eventually(() => operator.approval.approveButton.isEnabled()).toBe(true)
    await look('approval')
    await operator.press('Escape')
    await operator.banner.waitFor()
    await look('banner')
    await operator.banner.locator('[data-action="review"]').click()
    await operator.approval.approve()
    await asked.done
    await agent.ask('answer', { target_ticket: 'T-1037' })
    await eventually(() => operator.toast.getAttribute('data-state')).toBe('done')
    await operator.press('l')
    await page.locator('[data-tool="answer"]').getByRole('button').first().click()
    await look('library, toast and badge')
    await operator.press('Escape')
    await operator.searchFor('nothing at all matches this')
    await page.locator('[data-empty="filtered"]').waitFor()
    await look('empty list')
    expect(found).toEqual({})
  })
})
