import type { Bus } from '../../../../src/bus/bus.ts'
import type { Catalogue, Command } from '../../../../src/bus/command.ts'
import type { JsonObject } from '../../../../src/bus/json.ts'
import type { Rec } from '../../../../src/bus/state.ts'
import type { RunEnv } from '../../../../src/teach/procedure/interpret.ts'
import type { Call, Each, Expr, Node, Param, Procedure } from '../../../../src/teach/procedure/types.ts'
import { leafAt } from '../../../../src/bus/schema.ts'
import { triageCommands, triageEntities } from '../../../../src/triage/catalogue/index.ts'
import { busOver } from '../../../support/desk.ts'

export const triage: Catalogue = { commands: triageCommands, entities: triageEntities }

export const aTicket = (id: string, more: JsonObject = {}): Rec => ({
  ticketId: id,
  subject: `Subject of ${id}`,
  body: 'A body.',
  requester: { name: 'Ada', email: 'ada@example.org' },
  status: 'open',
  priority: 'normal',
  assigneeId: null,
  tags: [],
  reply: '',
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
  version: 1,
  ...more,
})

/** Five tickets: T-3 is the oldest open one, T-2 the only one on hold, T-5 the only solved one. */
export const tickets: readonly Rec[] = [
  aTicket('T-1', { createdAt: '2026-11-05T08:00:00.000Z', tags: ['billing', 'vip'], assigneeId: 'mika' }),
  aTicket('T-2', { createdAt: '2026-11-02T08:00:00.000Z', status: 'on_hold', priority: 'urgent' }),
  aTicket('T-3', { createdAt: '2026-11-01T08:00:00.000Z', priority: 'low', tags: ['refund'] }),
  aTicket('T-4', { createdAt: '2026-11-03T08:00:00.000Z', priority: 'urgent', assigneeId: 'amara' }),
  aTicket('T-5', { createdAt: '2026-11-04T08:00:00.000Z', status: 'solved' }),
]

export const records = {
  ticket: tickets,
  assignee: [
    { assigneeId: 'mika', name: 'Mika Sato', email: 'mika@example.org' },
    { assigneeId: 'amara', name: 'Amara Obi', email: 'amara@example.org' },
  ],
  template: [{ templateId: 'thanks', name: 'Thanks', body: 'Thank you, {{requester.name}}.' }],
}

/** A desk of five tickets; commands can be replaced to inject a fault. */
export function desk(replaced: readonly Command[] = [], more: Readonly<Record<string, readonly Rec[]>> = {}): Bus {
  const commands = triageCommands.map((command) => replaced.find(({ id }) => id === command.id) ?? command)
  return busOver({ ...triage, commands }, { ...records, ...more })
}

export const envOn = (bus: Bus, args: JsonObject = {}, me: string | null = 'mika'): RunEnv => {
  const context = { actor: 'agent', source: 'tool', run: { id: 'r1', tool: 'test' } } as const
  return { index: bus.index, fork: bus.fork(context), args, me, context }
}

export const value = (of: string | number | boolean | null | readonly string[]): Expr => ({ op: 'const', value: of })
export const param = (key: string): Expr => ({ op: 'param', key })
export const arg = (step: string, path = 'ticketId'): Expr => ({ op: 'arg', step, path })
export const row = (field = 'ticketId'): Expr => ({ op: 'row', field })
export const from = (list: string, choose: Extract<Expr, { op: 'pick' }>['choose']): Expr => ({ op: 'pick', list, choose })
export const call = (as: string, command: string, args: Readonly<Record<string, Expr>> = {}): Call => ({
  node: 'call',
  as,
  command,
  args,
  from: [],
})
export const each = (over: Expr, body: readonly Node[], more: Partial<Each> = {}): Each => ({
  node: 'each',
  as: 'rows',
  over,
  entity: 'ticket',
  max: 25,
  body,
  ...more,
})
export const rowsOf = (step: string): Expr => ({ op: 'out', step, path: 'rows' })

/** A parameter whose schema is that of the leaf it flows into. */
export function aParam(name: string, leaf: string, more: Partial<Param> = {}): Param {
  const [command = '', path = ''] = leaf.split('.')
  const found = triageCommands.find(({ id }) => id === command)
  const schema = found && leafAt(found.input, path)?.schema
  if (!schema) throw new Error(`There is no leaf ${leaf}.`)
  return { key: name, name, description: '', schema, leaves: [leaf], required: true, ...more }
}

export const procedure = (body: readonly Node[], params: readonly Param[] = []): Procedure => ({ version: 1, params, body })
