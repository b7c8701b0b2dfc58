import { describe, expect, it } from 'vitest'
import { useAxe, violations } from './axe.ts'
import { draftNewest, openDesk, useBrowser } from './desk.ts'
import { eventually } from './operator.ts'

const browser = useBrowser()

describe('accessibility', () => {
  it('axe finds nothing serious in any main state, in light and dark', { timeout: 120_000 }, async () => {
    await using desk = await openDesk(browser(), { contextOptions: { reducedMotion: 'reduce' } })
    const { operator, agent, opened } = desk
    const { page } = opened
    await useAxe(page)
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
