import { describe, expect, it } from 'vitest'
import { evaluate, type Scope, type StepResult } from '../../../../src/teach/procedure/evaluate.ts'
import type { Expr, Pick } from '../../../../src/teach/procedure/types.ts'
import type { JsonObject } from '../../../../src/bus/json.ts'
import { triageCommands } from '../../../../src/triage/catalogue/index.ts'
import { ticketEntity } from '../../../../src/triage/entities.ts'
import { arg, aTicket, desk, from, param, row, value } from './fixture.ts'

const bus = desk()

/** A scope in which `list` listed what the query finds, and `take` opened T-1. */
function scope(query: JsonObject = { status: ['open'], sort: 'oldest' }, more: Partial<Scope> = {}): Scope {
  const fork = bus.fork({ actor: 'agent', source: 'tool' })
  const step = (number: number, id: string, input: JsonObject): StepResult => {
    const command = triageCommands.find((one) => one.id === id)
    const done = fork.dispatch(id, input, { actor: 'agent', source: 'tool' })
    if (!command || !done.ok) throw new Error(id)
    return { number, command, input, output: done.value.output }
  }
  const steps = new Map([
    ['list', step(1, 'filter_tickets', query)],
    ['take', step(2, 'select_ticket', { ticketId: 'T-1' })],
  ])
  return { index: bus.index, fork, params: new Map([['target', 'T-4']]), me: 'mika', steps, ...more }
}

const valueOf = (expr: Expr, within = scope()) => {
  const found = evaluate(expr, within)
  return found.ok ? found.value : found.error.code
}
const picked = (choose: Pick, query?: JsonObject) => valueOf(from('list', choose), scope(query))

describe('values', () => {
  it('come from the program, the caller, the person, and earlier steps', () => {
    expect(valueOf(value(['a']))).toEqual(['a'])
    expect(valueOf(param('target'))).toBe('T-4')
    expect(valueOf(param('left_out'))).toBeUndefined()
    expect(valueOf({ op: 'me' })).toBe('mika')
    expect(valueOf({ op: 'me' }, scope({}, { me: null }))).toBe('GUARD_UNMET')
    expect(valueOf(arg('take'))).toBe('T-1')
    expect(valueOf({ op: 'out', step: 'take', path: 'assigneeId' })).toBe('mika')
    expect(valueOf({ op: 'out', step: 'list', path: 'rows.0.ticketId' })).toBe('T-3')
    expect(valueOf({ op: 'out', step: 'skipped', path: 'x' })).toBeUndefined()
    expect(valueOf({ op: 'out', step: 'take', path: '__proto__.constructor' })).toBeUndefined()
  })

  it('come from the row of a loop and the one before', () => {
    const looping = scope({}, { row: { entity: ticketEntity, id: 'T-4' }, prev: { entity: ticketEntity, id: 'T-3' } })
    expect(valueOf(row(), looping)).toBe('T-4')
    expect(valueOf(row('assigneeId'), looping)).toBe('amara')
    expect(valueOf({ op: 'prev', field: 'priority' }, looping)).toBe('low')
    expect(valueOf({ op: 'prev', field: 'priority' })).toBeUndefined()
  })

  it('of a record are those it has at that moment', () => {
    const within = scope()
    const assignee: Expr = { op: 'field', entity: 'ticket', of: arg('take'), field: 'assigneeId' }
    within.fork.dispatch('set_ticket_assignee', { ticketId: 'T-1', assigneeId: 'amara' }, { actor: 'agent', source: 'tool' })
    expect(valueOf(assignee, within)).toBe('amara')
    expect(valueOf({ op: 'out', step: 'take', path: 'assigneeId' }, within)).toBe('mika')
    expect(valueOf({ ...assignee, of: value('T-99') })).toBe('NOT_FOUND')
    expect(valueOf({ ...assignee, of: param('left_out') })).toBeUndefined()
  })

  it('are put together', () => {
    const tags: Expr = { op: 'field', entity: 'ticket', of: arg('take'), field: 'tags' }
    expect(valueOf({ op: 'add', to: tags, items: [value('new'), value('vip')] })).toEqual(['billing', 'vip', 'new'])
    expect(valueOf({ op: 'add', to: param('left_out'), items: [value(['a', 'b']), param('left_out')] })).toEqual(['a', 'b'])
    expect(valueOf({ op: 'remove', to: tags, items: [value('vip'), value('none')] })).toEqual(['billing'])
    expect(valueOf({ op: 'concat', parts: [value('a'), value(null), param('left_out'), value(3), value(['x', 'y'])] })).toBe('a3x, y')
    expect(valueOf({ op: 'concat', parts: [value('a'), { ...tags, of: value('T-99') }] })).toBe('NOT_FOUND')
  })
})

describe('picks', () => {
  it.each<[string, Pick, unknown]>([
    ['the first in the list’s own order', { by: 'first' }, 'T-3'],
    ['the last', { by: 'last' }, 'T-1'],
    ['the only one of several', { by: 'only' }, 'GUARD_UNMET'],
    ['the one with the smallest', { by: 'min', field: 'createdAt' }, 'T-3'],
    ['the one with the largest', { by: 'max', field: 'createdAt' }, 'T-1'],
    ['ranked as the schema lists the values', { by: 'max', field: 'priority' }, 'T-4'],
    ['ranked by a field nobody has', { by: 'max', field: 'snoozedUntil' }, 'GUARD_UNMET'],
    ['the one that fits', { by: 'where', guard: [{ field: 'priority', op: '=', value: 'urgent' }] }, 'T-4'],
    ['one that none fits', { by: 'where', guard: [{ field: 'tags', op: 'contains', value: 'x' }] }, 'GUARD_UNMET'],
    ['one that several fit', { by: 'where', guard: [{ field: 'status', op: '=', value: 'open' }] }, 'GUARD_UNMET'],
    [
      'one by a field rows do not show',
      {
        by: 'where',
        guard: [
          { field: 'body', op: 'not-empty' },
          { field: 'priority', op: '=', value: 'low' },
        ],
      },
      'T-3',
    ],
    ['the second', { by: 'nth', k: 1 }, 'T-4'],
    ['the ninth', { by: 'nth', k: 8 }, 'GUARD_UNMET'],
    ['a place before the first', { by: 'nth', k: -1 }, 'GUARD_UNMET'],
    ['a given one of the list', { by: 'id', id: value('T-1') }, 'T-1'],
    ['a given one outside it', { by: 'id', id: value('T-2') }, 'GUARD_UNMET'],
    ['a given one that was left out', { by: 'id', id: param('left_out') }, 'GUARD_UNMET'],
  ])('take %s', (_what, choose, result) => {
    expect(picked(choose)).toBe(result)
  })

  it('of several given ones want all in the list', () => {
    expect(picked({ by: 'id', id: value(['T-1', 'T-3']) })).toEqual(['T-1', 'T-3'])
    expect(picked({ by: 'id', id: value(['T-1', 'T-2']) })).toBe('GUARD_UNMET')
  })

  it.each<Pick>([
    { by: 'first' },
    { by: 'last' },
    { by: 'only' },
    { by: 'min', field: 'createdAt' },
    { by: 'where', guard: [] },
    { by: 'id', id: value('T-1') },
    { by: 'nth', k: 0 },
  ])('refuse an empty list: %o', (choose) => expect(picked(choose, { tag: 'nowhere' })).toBe('GUARD_UNMET'))

  it('take the only one of one', () => {
    expect(picked({ by: 'only' }, { status: ['solved'] })).toBe('T-5')
  })

  it('break ties by id', () => {
    const same = { createdAt: '2026-11-09T08:00:00.000Z' }
    const tied = desk([], { ticket: [aTicket('T-9', same), aTicket('T-8', same)] })
    const fork = tied.fork({ actor: 'agent', source: 'tool' })
    const done = fork.dispatch('filter_tickets', { sort: 'newest' }, { actor: 'agent', source: 'tool' })
    const command = tied.index.command('filter_tickets')
    if (!done.ok || !command) throw new Error('no list')
    const steps = new Map([
      [
        'list',
        {
          number: 1,
          command,
          input: {},
          output: {
            rows: [
              { ticketId: 'T-9', ...same },
              { ticketId: 'T-8', ...same },
            ],
          },
        },
      ],
    ])
    for (const by of ['min', 'max'] as const) {
      expect(valueOf(from('list', { by, field: 'createdAt' }), { ...scope(), index: tied.index, fork, steps })).toBe('T-8')
    }
  })

  it('rely on the record they take and on no other', () => {
    const taking = (choose: Pick) => {
      const within = scope({ status: ['open'] })
      evaluate(from('list', choose), within)
      const made = within.fork.commit()
      return made.ok ? made.value.reads.filter(({ entity }) => entity === 'ticket').map(({ id }) => id) : []
    }
    // T-1 was opened by the step before.
    expect(taking({ by: 'min', field: 'createdAt' })).toEqual(['T-1', 'T-3'])
    expect(taking({ by: 'where', guard: [{ field: 'priority', op: '=', value: 'urgent' }] })).toEqual(['T-1', 'T-4'])
  })
})
