import { describe, expect, it } from 'vitest'
import { useAxe, violations } from './axe.ts'
import { openDesk, useBrowser } from './desk.ts'
import { eventually } from './operator.ts'

const browser = useBrowser()

describe('what a person decides otherwise', () => {
  it('a value, a rule, a step, a name: each is worked out again; what the demonstration contradicts is refused, and nothing is lost', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent, opened } = desk
    const { draft } = operator
    await operator.teach()
    await operator.onlyStatus('Open')
    await operator.filter('sort', 'Oldest')
    await operator.openByKeys(0)
    await operator.set('priority', 'High')
    await operator.set('status', 'Pending')
    await operator.stop()
    const shown = ['Filter to open, oldest first', 'Take the oldest in the list', 'Set priority to high', 'Set status to pending']
    expect(await draft.steps()).toEqual(shown)

    // A constant becomes a parameter, and is one again.
    await (await draft.edits(3)).getByText('Ask for the priority each time').click()
    await eventually(() => draft.parameters()).toEqual(['new_priority'])
    expect(await draft.changes()).toEqual(['Asked for each time: priority (Set priority)'])
    await draft.region.locator('[data-fix]').click()
    await eventually(() => draft.steps()).toEqual(shown)
    expect(await draft.changes()).toEqual([])
    await (await draft.edits(3)).getByText('Ask for the priority each time').click()
    await draft.fill('parameter', 'how_urgent')
    await eventually(() => draft.steps()).toContain('Set priority to how_urgent')

    // Another rule, and back.
    await (await draft.edits(2)).locator('[data-rule]').filter({ hasText: 'that has the tag idea' }).first().click()
    await eventually(() => draft.steps()).toContain('Take the one in the list that has the tag idea')
    await draft.takeBack(1)
    await eventually(() => draft.steps()).toContain('Take the oldest in the list')

    // A step left out; the list it takes from cannot be, and that is said.
    await (await draft.edits(4)).locator('[data-drop]').click()
    await eventually(() => draft.steps()).toEqual([...shown.slice(0, 2), 'Set priority to how_urgent'])
    await (await draft.edits(1)).locator('[data-drop]').click()
    await eventually(() => draft.problem.innerText()).toContain('needed by others')
    expect(await draft.steps()).toEqual([...shown.slice(0, 2), 'Set priority to how_urgent'])
    expect(await draft.changes()).toEqual(['Asked for each time: priority (Set priority)', 'Left out: Set status'])
    await draft.region.locator('[data-action="discard"]').click()
    await useAxe(opened.page)
    expect(await violations(opened.page)).toEqual([])
    await draft.region.locator('[data-action="keep"]').click()

    await draft.publish()
    await operator.approval.approve()
    const tool = await agent.tool('set_priority_and_status')
    expect(tool.inputSchema).toMatchObject({ required: ['how_urgent'] })
    expect((await agent.ask(tool.name, { how_urgent: 'urgent' })).changed).toEqual([{ ticketId: 'T-1015', field: 'priority', from: 'high', to: 'urgent' }])
    opened.expectClean()
  })

  it('a condition ticked stops the run where it does not hold, on the draft of two demonstrations', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent } = desk
    const { draft } = operator
    const raise = (ticketId: string) => async (): Promise<void> => {
      await operator.open(ticketId)
      await operator.set('priority', 'High')
    }
    await operator.demonstrate(raise('T-1035'))
    await operator.teach()
    await raise('T-1034')()
    await operator.stop()
    await draft.joinTo('set_priority')
    await eventually(() => draft.heading()).toContain('2 demonstrations')
    await (await draft.edits(2)).locator('label').filter({ hasText: 'its status is new' }).click()
    await eventually(() => draft.steps()).toEqual(['Take the ticket target_ticket', 'Go on only if its status is new', 'Set priority to high'])
    await draft.publish()
    await operator.approval.approve()
    await agent.tool('set_priority')
    expect(await agent.ask('set_priority', { target_ticket: 'T-1030' })).toMatchObject({ ok: false, error: { code: 'GUARD_UNMET', step: 2, applied: [] } })
    expect((await agent.ask('set_priority', { target_ticket: 'T-1038' })).changed).toEqual([{ ticketId: 'T-1038', field: 'priority', from: 'normal', to: 'high' }])
  })

  it('case T14: the bound of a loop is on show and the person’s to set; a list longer than it is done as far as that, and the rest is said', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent } = desk
    const { draft } = operator
    await operator.teach()
    await operator.onlyStatus('On hold')
    await operator.filter('sort', 'Oldest')
    for (const ticketId of ['T-1008', 'T-1012', 'T-1016', 'T-1024']) {
      await operator.open(ticketId)
      await operator.set('priority', 'Urgent')
    }
    await operator.stop()
    await eventually(() => draft.steps()).toContain('For each ticket in the list, at most 25')
    const edits = await draft.edits(2)
    await edits.locator('[data-max]').fill('2')
    await operator.press('Enter')
    await eventually(() => draft.steps()).toContain('For each ticket in the list, at most 2')
    await draft.publish()
    await operator.approval.region.waitFor()
    expect(await operator.approval.steps()).toContain('For each ticket in the list, at most 2')
    await operator.approval.approve()
    await agent.tool('set_priority')
    for (const ticketId of ['T-1008', 'T-1024']) {
      await operator.open(ticketId)
      await operator.set('priority', 'Low')
    }
    const answer = await agent.ask('set_priority')
    expect(answer).toMatchObject({ done: ['T-1008', 'T-1012'], notTried: ['T-1016', 'T-1024'] })
    await eventually(() => operator.row('T-1008')).toMatchObject({ priority: 'urgent' })
    expect(await operator.row('T-1024')).toMatchObject({ priority: 'low' })
  })
})
