import { describe, expect, it } from 'vitest'
import { executeGold, holds, NO_CHANGES } from '../../bench/generalize/execute.ts'
import type { GoldNode } from '../../bench/generalize/gold.ts'
import { given, list, setPriority, smallDesk } from './goldDesk.ts'

const me = 'a-2'
const changes = (text: string): unknown => JSON.parse(text)

describe('executing gold', () => {
  it('does a write to the ticket the caller names and leaves the desk as it was', () => {
    const desk = smallDesk({}, {})
    const run = executeGold([given(), setPriority('ticket', 'urgent')], desk, { args: { ticket: 'T-1002' }, me })
    expect(run.ok).toBe(true)
    expect(changes(run.changes)).toEqual({ 'T-1002': { priority: 'urgent' } })
    expect(desk.bus.session.records.get('ticket', 'T-1002')?.['priority']).toBe('normal')
  })

  it('tells nothing of a write that finds it so already', () => {
    const run = executeGold([given(), setPriority('ticket', 'normal')], smallDesk({}), { args: { ticket: 'T-1001' }, me })
    expect(run.changes).toBe(NO_CHANGES)
    expect(run.actions.at(-1)).toMatchObject({ do: 'write', idle: true })
  })

  it('knows tags of which some are there already', () => {
    const add = (tags: readonly string[]): GoldNode => ({
      do: 'write',
      id: 'w1',
      command: 'add_ticket_tags',
      on: 'ticket',
      leaf: 'tags',
      value: { from: 'const', value: tags },
    })
    const last = (tags: readonly string[]): unknown =>
      executeGold([given(), add(tags)], smallDesk({ tags: ['vip'] }), { args: { ticket: 'T-1001' }, me }).actions.at(-1)
    expect(last(['vip', 'bug'])).toMatchObject({ idle: true })
    expect(last(['bug'])).toMatchObject({ idle: false })
  })

  it('refuses a ticket that is not in the list it must be in', () => {
    const body = [list({ priority: ['high'] }), given('tickets'), setPriority('ticket', 'urgent')]
    const desk = smallDesk({ priority: 'high' }, {})
    expect(executeGold(body, desk, { args: { ticket: 'T-1001' }, me }).ok).toBe(true)
    expect(executeGold(body, desk, { args: { ticket: 'T-1002' }, me })).toMatchObject({ ok: false, changes: NO_CHANGES })
  })

  it('does nothing at all when it refuses after a write', () => {
    const other: GoldNode = { do: 'take', name: 'other', list: 'tickets', choose: { by: 'first' } }
    const body = [given(), setPriority('ticket', 'urgent'), list({ tag: 'vip' }), other]
    expect(executeGold(body, smallDesk({}), { args: { ticket: 'T-1001' }, me })).toMatchObject({ ok: false, changes: NO_CHANGES })
  })

  it('takes the end, the only one, and the one of which something is true', () => {
    const desk = smallDesk({ tags: ['vip'] }, {}, { priority: 'high' })
    const taken = (query: Parameters<typeof list>[0], choose: Extract<GoldNode, { do: 'take' }>['choose']): unknown => {
      const run = executeGold([list(query), { do: 'take', name: 'ticket', list: 'tickets', choose }], desk, { args: {}, me })
      const last = run.actions.at(-1)
      return run.ok && last?.do === 'take' ? last.ticketId : null
    }
    expect(taken({ sort: 'oldest' }, { by: 'first' })).toBe('T-1001')
    expect(taken({ sort: 'oldest' }, { by: 'last' })).toBe('T-1003')
    expect(taken({ priority: ['high'] }, { by: 'only' })).toBe('T-1003')
    expect(taken({}, { by: 'only' })).toBeNull()
    expect(taken({}, { by: 'where', literal: { field: 'tags', op: 'contains', value: 'vip' } })).toBe('T-1001')
    expect(taken({}, { by: 'where', literal: { field: 'priority', op: '=', value: 'normal' } })).toBeNull()
  })

  it('skips rows for which the rule does not hold, and says which sides it saw', () => {
    const guard = { field: 'tags', op: 'lacks', value: 'vip' } as const
    const each: GoldNode = { do: 'each', name: 'row', list: 'tickets', rows: 'all', guard, bulk: false, body: [setPriority('row', 'low')] }
    const run = executeGold([list({ sort: 'oldest' }), each], smallDesk({}, { tags: ['vip'] }, {}), { args: {}, me })
    expect(changes(run.changes)).toEqual({ 'T-1001': { priority: 'low' }, 'T-1003': { priority: 'low' } })
    expect([...run.sides].sort()).toEqual(['row:done', 'row:skipped'])
  })

  it('takes over a field of another ticket, and whoever does it', () => {
    const assign = (value: Extract<GoldNode, { do: 'write' }>['value']): GoldNode => ({
      do: 'write',
      id: 'w1',
      command: 'set_ticket_assignee',
      on: 'ticket',
      leaf: 'assigneeId',
      value,
    })
    const desk = smallDesk({ assigneeId: 'a-5' }, {})
    const source: GoldNode = { do: 'take', name: 'source', list: null, choose: { by: 'given', param: 'source' } }
    const args = { ticket: 'T-1002', source: 'T-1001' }
    const copied = executeGold([source, given(), assign({ from: 'copy', ticket: 'source', field: 'assigneeId' })], desk, { args, me })
    expect(changes(copied.changes)).toEqual({ 'T-1002': { assigneeId: 'a-5' } })
    expect(changes(executeGold([given(), assign({ from: 'me' })], desk, { args, me }).changes)).toEqual({ 'T-1002': { assigneeId: me } })
  })
})

describe('a rule', () => {
  const record = { priority: 'high', assigneeId: null, tags: ['vip'], body: 'our lawyer will write' }
  it('is true or not of a ticket', () => {
    expect(holds({ field: 'priority', op: '=', value: 'high' }, record)).toBe(true)
    expect(holds({ field: 'priority', op: '!=', value: 'high' }, record)).toBe(false)
    expect(holds({ field: 'tags', op: 'contains', value: 'bug' }, record)).toBe(false)
    expect(holds({ field: 'tags', op: 'lacks', value: 'bug' }, record)).toBe(true)
    expect(holds({ field: 'assigneeId', op: 'empty' }, record)).toBe(true)
    expect(holds({ field: 'assigneeId', op: 'not-empty' }, record)).toBe(false)
    expect(holds({ field: 'body', op: 'judged', value: 'lawyer' }, record)).toBe(true)
  })
})
