import { describe, expect, it } from 'vitest'
import { openDesk, publishNewest, taught, useBrowser } from './desk.ts'
import { eventually } from './operator.ts'

const browser = useBrowser()

describe('what a demonstration does', () => {
  it('case P03: adding a tag keeps the tags another ticket has', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent } = desk
    await taught(desk, { name: 'mark_vip' }, async () => {
      await operator.open('T-1036')
      await operator.set('tags', 'vip')
    })
    expect((await agent.ask('mark_vip', { target_ticket: 'T-1029' })).changed).toEqual([
      {
        ticketId: 'T-1029',
        field: 'tags',
        untrusted: { from: ['billing', 'refund', 'subscription'], to: ['billing', 'refund', 'subscription', 'vip'] },
      },
    ])
    expect(await agent.ask('mark_vip', { target_ticket: 'T-1031' })).toMatchObject({ ok: true, changed: [], unchanged: 1 })
  })

  it('case P04: removing one of several tags removes only that one elsewhere', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent } = desk
    await taught(desk, { name: 'no_refund' }, async () => {
      await operator.open('T-1021')
      await operator.set('tags', 'refund')
    })
    await agent.ask('no_refund', { target_ticket: 'T-1008' })
    await eventually(() => operator.row('T-1008')).toMatchObject({ tags: ['billing'] })
  })

  it('an assignee copied from a ticket read earlier is copied anew from the one that is named', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent } = desk
    const tool = await taught(desk, { name: 'same_hands' }, async () => {
      await operator.open('T-1031')
      await operator.open('T-1037')
      await operator.set('assignee', 'Mika')
    })
    expect(tool.inputSchema.required).toEqual(['source_ticket', 'target_ticket'])
    expect((await agent.ask('same_hands', { source_ticket: 'T-1029', target_ticket: 'T-1030' })).changed).toEqual([
      { ticketId: 'T-1030', field: 'assigneeId', from: null, to: 'amara' },
    ])
    await eventually(() => operator.row('T-1030')).toMatchObject({ assignee: 'Amara Keita' })
  })

  it('a template and a status: the reply is filled from the other ticket, and never quoted to the agent', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent } = desk
    await taught(desk, { name: 'answer_charge' }, async () => {
      await operator.open('T-1037')
      await operator.set('template', 'Duplicate')
      await operator.set('status', 'Pending')
    })
    const answer = await agent.ask('answer_charge', { target_ticket: 'T-1030' })
    expect(answer.changed).toEqual([
      { ticketId: 'T-1030', field: 'reply' },
      { ticketId: 'T-1030', field: 'status', from: 'open', to: 'pending' },
    ])
    await operator.open('T-1030')
    await eventually(() => operator.reply().innerText()).toMatch(/Hi Dieter,[^]*T-1030/)
    expect(await agent.ask('answer_charge', { target_ticket: 'T-1034', template: 'exchange' })).toMatchObject({ ok: true })
    await operator.open('T-1034')
    await eventually(() => operator.reply().innerText()).toMatch(/Hi Gwen,[^]*exchange for/)
  })

  it('cases T07, T24 and T25: a step that fails is named, and nothing of those before or after remains', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent } = desk
    await taught(desk, { name: 'answer' }, async () => {
      await operator.open('T-1037')
      await operator.set('priority', 'Low')
      await operator.set('template', 'Ask')
      await operator.set('status', 'Pending')
    })
    const refused = await agent.ask('answer', { target_ticket: 'T-1030', template: 'no-such-template' })
    expect(refused).toMatchObject({ ok: false, error: { code: 'NOT_FOUND', step: 3, applied: [], retryable: false } })
    expect(await operator.row('T-1030')).toMatchObject({ priority: 'normal', status: 'open', badge: '' })
    expect(await agent.ask('answer', { target_ticket: 'T-1030' })).toMatchObject({ ok: true, unchanged: 0 })
  })

  it('case T22: an assignee who does not exist is refused before any write', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent } = desk
    await taught(desk, { name: 'hand_over' }, async () => {
      await operator.open('T-1037')
      await operator.set('status', 'Pending')
      await operator.set('assignee', 'Yuki')
    })
    expect(await agent.ask('hand_over', { target_ticket: 'T-1030', new_assignee: 'left-last-year' })).toMatchObject({
      ok: false,
      error: { code: 'NOT_FOUND', applied: [] },
    })
    expect(await operator.row('T-1030')).toMatchObject({ status: 'open', assignee: '', badge: '' })
  })

  it('case P07: a mistake that was corrected is one write, the right one', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent } = desk
    await operator.teach()
    await operator.open('T-1037')
    await operator.set('priority', 'Normal')
    await operator.set('priority', 'Urgent')
    await operator.stop()
    expect(await operator.draft.steps()).toEqual(['Take the ticket target_ticket', 'Set priority to urgent'])
    await operator.draft.dismiss()
    // Taken back with Ctrl+Z it is no step at all.
    const tool = await taught(desk, { name: 'raise' }, async () => {
      await operator.open('T-1035')
      await operator.set('status', 'Closed')
      await operator.press('Control+z')
      await operator.set('priority', 'Urgent')
    })
    expect(tool.description).toContain('Changes priority of the given ticket.')
    expect((await agent.ask('raise', { target_ticket: 'T-1034' })).changed).toEqual([
      { ticketId: 'T-1034', field: 'priority', from: 'normal', to: 'urgent' },
    ])
  })

  it('case P08: a search typed letter by letter and refined is one filter, the last, and asked for', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent } = desk
    await operator.teach()
    await operator.searchFor('refuse')
    for (const _ of 'se') await operator.press('Backspace')
    await operator.type('nd')
    await operator.press('Enter')
    await operator.searchFor('stylus')
    await operator.press('Enter')
    expect(await operator.openByKeys(0)).toBe('T-1024')
    await operator.set('priority', 'Low')
    await operator.stop()
    expect(await operator.draft.steps()).toEqual([
      expect.stringMatching(/^Filter to .*with the text text, newest first$/),
      'Take the only one in the list',
      'Set priority to low',
    ])
    await operator.draft.dismiss()
    const tool = await publishNewest(desk, { name: 'lower_about' })
    expect(tool.inputSchema).toMatchObject({ required: ['text'] })
    expect((await agent.ask('lower_about', { text: 'courier' })).changed).toEqual([
      { ticketId: 'T-1022', field: 'priority', from: 'urgent', to: 'low' },
    ])
    expect(await agent.ask('lower_about', { text: 'invoice' })).toMatchObject({ ok: false, error: { code: 'GUARD_UNMET' } })
  })

  it('case P09: unassigning clears the assignee; leaving an argument out never does', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent } = desk
    await taught(desk, { name: 'free' }, async () => {
      await operator.open('T-1031')
      await operator.set('assignee', 'Nobody')
    })
    expect((await agent.ask('free', { target_ticket: 'T-1029' })).changed).toEqual([
      { ticketId: 'T-1029', field: 'assigneeId', from: 'amara', to: null },
    ])
    await taught(desk, { name: 'give' }, async () => {
      await operator.open('T-1029')
      await operator.set('assignee', 'Yuki')
    })
    expect((await agent.ask('give', { target_ticket: 'T-1026' })).changed).toEqual([
      { ticketId: 'T-1026', field: 'assigneeId', from: 'rafael', to: 'yuki' },
    ])
  })

  it('assigning to me says so, and the tool assigns to whoever is me then', async () => {
    await using desk = await openDesk(browser())
    const { operator, agent } = desk
    await operator.iAm('Noor Haddad')
    await taught(desk, { name: 'take_it' }, async () => {
      await operator.open('T-1037')
      await operator.press('i')
    })
    await operator.iAm('Lena Brandt')
    expect((await agent.ask('take_it', { target_ticket: 'T-1030' })).changed).toEqual([
      { ticketId: 'T-1030', field: 'assigneeId', from: null, to: 'lena' },
    ])
  })
})
