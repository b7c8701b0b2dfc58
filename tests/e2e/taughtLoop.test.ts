import { describe, expect, it } from 'vitest'
import { openDesk, useBrowser } from './desk.ts'
import { eventually, tidy } from './operator.ts'

const browser = useBrowser()

/** With the two it has, as many as a ticket can have. */
const MANY = ['ak', 'bk', 'ck', 'dk', 'ek', 'fk', 'gk', 'hk', 'ik', 'jk', 'kk', 'lk', 'mk', 'nk', 'ok', 'pk', 'qk', 'rk']

describe('a task shown on some rows of a list', () => {
  it('is done on the rest once the person says so; a row that fails stops it, and all is said as it is', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent, opened } = desk
    await operator.teach()
    await operator.onlyStatus('Open')
    await operator.filter('sort', 'Oldest')
    for (const high of ['T-1015', 'T-1017']) {
      await operator.open(high)
      await operator.set('tags', 'sla')
    }
    await operator.stop()

    // One row was passed over, so it is asked which of the rest: rows are on show, and those a choice takes are marked.
    const choices = await operator.draft.choices()
    const rule = operator.draft.questions.first().locator('[data-choice]').nth(choices.indexOf('Yes, if its priority is high'))
    await rule.hover()
    const rows = await operator.draft.rowsAsked()
    expect(rows.some(({ taken }) => taken)).toBe(true)
    expect(rows.some(({ taken }) => !taken)).toBe(true)
    expect(await operator.draft.parameters()).toEqual(['first_ticket', 'second_ticket'])
    await rule.click()
    await eventually(() => operator.draft.steps()).toEqual([
      'Filter to open, oldest first',
      'For each ticket in the list, at most 25, if its priority is high',
      'Add tag sla',
    ])
    expect(await operator.draft.parameters()).toEqual([])
    await operator.draft.publish()
    await operator.approval.approve()
    const name = 'add_tags'
    await agent.tool(name)

    await operator.open('T-1022')
    await operator.set('priority', 'High')
    await operator.open('T-1025')
    await operator.set('tags', ...MANY)
    expect(await agent.ask(name)).toMatchObject({
      ok: false,
      error: {
        code: 'LIMIT',
        step: 3,
        applied: ['T-1015', 'T-1017', 'T-1022'],
        remaining: ['T-1025', 'T-1027', 'T-1028', 'T-1029', 'T-1030', 'T-1031'],
      },
    })
    // Partial is never green.
    await eventually(() => operator.toast.getAttribute('data-state')).toBe('partial')
    const report = tidy(await operator.toast.innerText())
    expect(report).toContain('Skipped T-1011, T-1020, T-1023')
    expect(report).toContain('Failed T-1025')
    expect(report).toContain('Not tried T-1027, T-1028, T-1029, T-1030, T-1031')

    // What was finished stays, the rest is as it was; one undo takes back all of it.
    expect(await operator.row('T-1022')).toMatchObject({ tags: ['shipping', 'lost', 'sla'], badge: 'performed by agent via tool add_tags' })
    expect(await operator.row('T-1029')).toMatchObject({ badge: '' })
    await operator.press('Control+z')
    await eventually(() => operator.row('T-1022')).toMatchObject({ tags: ['shipping', 'lost'] })
    expect((await operator.row('T-1015')).tags).toContain('sla')

    // With room for the tag it goes through all of them.
    await operator.press('Control+z')
    await eventually(() => operator.field('tags')).not.toContain('rk')
    expect(await agent.ask(name)).toMatchObject({
      ok: true,
      done: ['T-1015', 'T-1017', 'T-1022', 'T-1025', 'T-1029'],
      skipped: expect.arrayContaining(['T-1011', 'T-1020', 'T-1031']) as string[],
      failed: [],
      notTried: [],
    })
    opened.expectClean()
  })
})
