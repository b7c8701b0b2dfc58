import { describe, expect, it } from 'vitest'
import type { Expr, Node, Param, Procedure } from '../../../src/teach/procedure/types.ts'
import type { Played } from '../../bench/generalize/actOut.ts'
import type { GoldNode, GoldWrite } from '../../bench/generalize/gold.ts'
import { callerOf } from '../../bench/generalize/match.ts'
import { given, goldOf, list, setPriority, ticketParam } from './goldDesk.ts'

const param = (key: string, required: boolean, more: Partial<Param> = {}): Param => ({
  key,
  name: `the_${key}`,
  description: '',
  schema: { type: 'string' },
  leaves: [],
  required,
  ...more,
})
const call = (from: string, command: string, args: Readonly<Record<string, Expr>>): Node => ({
  node: 'call',
  as: from,
  command,
  args,
  from: [`demo/${from}`],
})
/** The one write of most tests. */
const writing = (ticketId: Expr, priority: Expr): Node => call('s1', 'set_ticket_priority', { ticketId, priority })
const procedure = (params: readonly Param[], ...body: readonly Node[]): Procedure => ({ version: 1, params, body })
const p = (key: string): Expr => ({ op: 'param', key })
const c = (value: Extract<Expr, { op: 'const' }>['value']): Expr => ({ op: 'const', value })

const byParam: GoldWrite = { ...setPriority('ticket', ''), value: { from: 'param', param: 'priority' } }
const gold = goldOf([given(), byParam], [ticketParam, { name: 'priority', type: 'priority' }])
const played = new Map<string, Played>([['demo/s1', { node: byParam }]])
const args = { ticket: 'T-1', priority: 'high' }

describe('a caller with the arguments of gold', () => {
  it('gives each parameter the argument that feeds the same leaf', () => {
    const learned = procedure([param('a', true), param('b', true)], writing(p('a'), p('b')))
    expect(callerOf(gold, learned, played).call(args)).toEqual({ input: { the_a: 'T-1', the_b: 'high' } })
  })

  it('declines where the tool asks for what gold has no argument for, unless that may be left out', () => {
    const fixed = goldOf([given(), setPriority('ticket', 'high')], [ticketParam])
    const with_ = (required: boolean): Procedure =>
      procedure([param('a', true), param('b', required)], writing(p('a'), p('b')))
    const parts = new Map<string, Played>([['demo/s1', { node: setPriority('ticket', 'high') }]])
    expect(callerOf(fixed, with_(true), parts).call(args)).toEqual({ declines: 'asks for the_b' })
    expect(callerOf(fixed, with_(false), parts).call(args)).toEqual({ input: { the_a: 'T-1' } })
  })

  it('declines where the tool holds a value constant, unless it is the one', () => {
    const learned = procedure([param('a', true)], writing(p('a'), c('low')))
    const caller = callerOf(gold, learned, played)
    expect(caller.call(args)).toHaveProperty('declines')
    expect(caller.call({ ...args, priority: 'low' })).toEqual({ input: { the_a: 'T-1' } })
  })

  it('does call a tool that takes its ticket by itself: that it takes another is its fault', () => {
    const learned = procedure([], writing({ op: 'pick', list: 's0', choose: { by: 'first' } }, c('high')))
    expect(callerOf(gold, learned, played).call(args)).toEqual({ input: {} })
  })

  it('knows the parameter in a pick, in what is added, and in a loop', () => {
    const value = { from: 'param', param: 'tags' } as const
    const tags: GoldWrite = { do: 'write', id: 'w1', command: 'add_ticket_tags', on: 'row', leaf: 'tags', value }
    const rows = { param: 'tickets' }
    const loop: GoldNode = { do: 'each', name: 'row', list: 'tickets', rows, guard: null, bulk: true, body: [tags] }
    const bulk = goldOf([list(), loop], [{ name: 'tickets', type: 'tickets' }, { name: 'tags', type: 'tags' }])
    const parts = new Map<string, Played>([['demo/s1', { node: tags }]])
    const row: Expr = { op: 'row', field: 'ticketId' }
    const add: Expr = { op: 'add', to: { op: 'field', entity: 'ticket', of: row, field: 'tags' }, items: [p('b')] }
    const inner = call('s1', 'set_ticket_tags', { ticketId: row, tags: add })
    const over: Expr = { op: 'pick', list: 's0', choose: { by: 'id', id: p('a') } }
    const learned = procedure(
      [param('a', true, { schema: { type: 'array' } }), param('b', true)],
      { node: 'each', as: 'l1', over, entity: 'ticket', max: 25, body: [inner] },
    )
    const caller = callerOf(bulk, learned, parts)
    expect(caller.call({ tickets: ['T-1', 'T-2'], tags: ['vip'] })).toEqual({ input: { the_a: ['T-1', 'T-2'], the_b: ['vip'] } })
  })

  it('has no argument for one of several rows', () => {
    const loop: GoldNode = { do: 'each', name: 'row', list: 'tickets', rows: 'all', guard: null, bulk: false, body: [setPriority('row', 'low')] }
    const learned = procedure([param('a', true)], writing(p('a'), c('low')))
    const caller = callerOf(goldOf([list(), loop]), learned, new Map([['demo/s1', { node: setPriority('row', 'low') }]]))
    expect(caller.call({})).toEqual({ declines: 'asks for the_a' })
  })

  it('knows the id of a ticket it looks up by its id', () => {
    const take: GoldNode = { do: 'take', name: 'ticket', list: 'tickets', choose: { by: 'only' } }
    const query: GoldNode = { do: 'list', name: 'tickets', query: { text: { from: 'param', param: 'text' } } }
    const learned = procedure([param('a', true)], writing(p('a'), c('low')))
    const write = setPriority('ticket', 'low')
    const parts = new Map<string, Played>([['demo/s1', { node: write }]])
    const by = (search: 'ticketId' | 'order') =>
      callerOf(goldOf([query, take, write], [{ name: 'text', type: 'text', search }]), learned, parts).call({ text: 'T-9' })
    expect(by('ticketId')).toEqual({ input: { the_a: 'T-9' } })
    expect(by('order')).toHaveProperty('declines')
  })
})
