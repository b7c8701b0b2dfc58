import { describe, expect, it } from 'vitest'
import { useAxe, violations } from './axe.ts'
import { openDesk, useBrowser } from './desk.ts'
import { eventually, tidy } from './operator.ts'

const browser = useBrowser()

describe('searching', () => {
  it('for the name of a tag, a status or a person finds the filter for it, one press away', async () => {
    await using desk = await openDesk(browser())
    const { operator, opened } = desk
    const named = opened.page.locator('[data-named]')
    await operator.searchFor('privacy')
    await eventually(async () => tidy(await named.first().innerText())).toBe('Show 1 tagged privacy')
    await useAxe(opened.page)
    expect(await violations(opened.page)).toEqual([])
    await named.first().click()
    expect(await operator.search.inputValue()).toBe('')
    const ids = await operator.ids()
    expect(ids).toHaveLength(1)
    expect((await operator.row(ids[0] ?? '')).tags).toContain('privacy')
    // The list has the focus: on with the keys.
    await operator.press('Enter')
    await operator.isOpen(ids[0] ?? '')

    await operator.searchFor('noor haddad')
    await eventually(async () => tidy(await named.first().innerText())).toMatch(/^Show \d+ assigned to Noor Haddad in all tickets$/)
    await named.first().click()
    for (const id of await operator.ids()) expect((await operator.row(id)).assignee).toBe('Noor Haddad')
    await operator.searchFor('zzz qqq')
    await opened.page.locator('[data-empty="filtered"]').waitFor()
    expect(await named.count()).toBe(0)
    opened.expectClean()
  })

  it('is one step of a demonstration, however many letters: it says what was typed so far, and is struck out whole', async () => {
    await using desk = await openDesk(browser())
    const { operator, opened } = desk
    const steps = operator.chip.locator('ol > li')
    await operator.teach()
    await operator.searchFor('stylus')
    await eventually(() => steps.count()).toBe(1)
    expect(tidy(await steps.first().innerText())).toContain('with the text stylus')
    expect(tidy(await operator.chip.innerText())).toContain('1 step ·')
    const strike = steps.first().getByRole('button')
    await strike.click()
    await eventually(() => strike.innerText()).toBe('keep')
    await strike.click()
    await eventually(() => strike.innerText()).toBe('×')
    await strike.click()
    await operator.openByKeys(0)
    await operator.set('priority', 'Urgent')
    await operator.stop()
    expect(await operator.draft.steps()).toEqual(['Take the ticket target_ticket', 'Set priority to urgent'])
    opened.expectClean()
  })
})
