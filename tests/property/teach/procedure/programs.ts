import fc from 'fast-check'
import type { Expr, Guard, Node, Param, Pick, Procedure } from '../../../../src/teach/procedure/types.ts'
import { aParam } from '../../../unit/teach/procedure/fixture.ts'

/** Names few enough that references often hit, sometimes the wrong step. */
const step = fc.constantFrom('s0', 's1', 's2', 's3', 's4')
const ticket = fc.constantFrom('T-1', 'T-2', 'T-3', 'T-99', '__proto__')
const path = fc.constantFrom('ticketId', 'rows', 'rows.0.ticketId', 'status', 'to', '__proto__.x', '')
const field = fc.constantFrom('ticketId', 'status', 'tags', 'assigneeId', 'createdAt', 'requester.name', 'constructor')
const literal = fc.record({
  field,
  op: fc.constantFrom('=', '!=', 'contains', 'lacks', 'empty', 'not-empty'),
  value: fc.constantFrom('open', 'vip', null),
}) as fc.Arbitrary<Guard[number]>
const guard = fc.array(literal, { maxLength: 2 })
const value = fc.constantFrom('open', 'high', 'mika', 'T-1', null, 7, ['vip'], ['open', 'solved'], ['T-1', 'T-2'])

const { expr } = fc.letrec<{ expr: Expr; pick: Pick }>((tie) => ({
  pick: fc.oneof(
    fc.constantFrom<Pick>({ by: 'first' }, { by: 'last' }, { by: 'only' }),
    fc.record({ by: fc.constant('id' as const), id: tie('expr') }),
    fc.record({ by: fc.constantFrom('min' as const, 'max' as const), field }),
    fc.record({ by: fc.constant('where' as const), guard }),
    fc.record({ by: fc.constant('nth' as const), k: fc.integer({ min: -1, max: 3 }) }),
  ),
  expr: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    value.map((of): Expr => ({ op: 'const', value: of })),
    ticket.map((of): Expr => ({ op: 'const', value: of })),
    fc.constantFrom<Expr>({ op: 'param', key: 'target' }, { op: 'param', key: 'nothing' }, { op: 'me' }),
    fc.record({ op: fc.constantFrom('out' as const, 'arg' as const), step, path }),
    fc.record({ op: fc.constantFrom('row' as const, 'prev' as const), field }),
    fc.record({ op: fc.constant('field' as const), entity: fc.constantFrom('ticket', 'assignee'), of: tie('expr'), field }),
    fc.record({ op: fc.constant('pick' as const), list: step, choose: tie('pick') }),
    fc.record({ op: fc.constantFrom('add' as const, 'remove' as const), to: tie('expr'), items: fc.array(tie('expr'), { maxLength: 2 }) }),
    fc.record({ op: fc.constant('concat' as const), parts: fc.array(tie('expr'), { maxLength: 2 }) }),
  ),
}))

/** Calls most of whose arguments make sense, so that a fair part of the programs gets somewhere. */
const target = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<Expr>({ op: 'param', key: 'target' }, { op: 'row', field: 'ticketId' }) },
  { weight: 1, arbitrary: expr },
)
const call = fc.oneof(
  fc.record({
    command: fc.constant('filter_tickets'),
    args: fc.dictionary(
      fc.constantFrom('status', 'tag', 'sort'),
      value.map((of): Expr => ({ op: 'const', value: of })),
      { maxKeys: 1 },
    ),
  }),
  fc.record({ command: fc.constantFrom('select_ticket', 'get_ticket'), args: fc.record({ ticketId: target }) }),
  fc.record({
    command: fc.constant('set_ticket_status'),
    args: fc.record({ ticketId: target, status: fc.constantFrom<Expr>({ op: 'const', value: 'solved' }, { op: 'row', field: 'status' }) }),
  }),
  fc.record({
    command: fc.constant('add_ticket_tags'),
    args: fc.record({ ticketId: target, tags: fc.constant<Expr>({ op: 'const', value: ['new'] }) }),
  }),
  fc.record({
    command: fc.constantFrom('set_ticket_assignee', 'reset_tickets', 'no_such'),
    args: fc.record({ ticketId: target, assigneeId: expr }),
  }),
)

const { nodes } = fc.letrec<{ nodes: Node[]; node: Node }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    call.map((of): Node => ({ node: 'call', as: '', from: [], ...of })),
    fc.record({
      node: fc.constant('each' as const),
      as: fc.constant(''),
      over: fc.oneof(
        step.map((of): Expr => ({ op: 'out', step: of, path: 'rows' })),
        expr,
      ),
      entity: fc.constant('ticket'),
      max: fc.constantFrom(1, 2, 25, 1000),
      guard,
      body: tie('nodes'),
    }),
    fc.record({
      node: fc.constant('when' as const),
      as: fc.constant(''),
      entity: fc.constant('ticket'),
      of: target,
      guard,
      body: tie('nodes'),
      otherwise: fc.constantFrom('halt' as const, 'skip' as const),
    }),
  ),
  nodes: fc.array(tie('node'), { minLength: 1, maxLength: 4 }),
}))

/** Names steps in reading order, so that references to earlier ones hit. */
function named(body: readonly Node[]): readonly Node[] {
  let count = 0
  const walk = (of: readonly Node[]): readonly Node[] =>
    of.map((node) => {
      const as = `s${count++}`
      return node.node === 'call' ? { ...node, as } : { ...node, as, body: walk(node.body) }
    })
  return walk(body)
}

const params: readonly Param[] = [aParam('target', 'select_ticket.ticketId')]

/** Any program over the triage commands: sound ones, and ones no rule would ever make. */
export const program: fc.Arbitrary<Procedure> = nodes.map((body) => ({ version: 1, params, body: named(body) }))

/** Programs that begin by making a list and end in a loop over it: the kind that reaches furthest. */
export const looping: fc.Arbitrary<Procedure> = nodes.map((body) => {
  const list: Node = { node: 'call', as: '', command: 'filter_tickets', args: {}, from: [] }
  const over: Expr = { op: 'out', step: 's0', path: 'rows' }
  return { version: 1, params, body: named([list, { node: 'each', as: '', over, entity: 'ticket', max: 3, body }]) }
})
