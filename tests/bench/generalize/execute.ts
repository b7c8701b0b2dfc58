import type { Fork } from '../../../src/bus/bus.ts'
import { canonical, equalJson, type Json, type JsonObject } from '../../../src/bus/json.ts'
import type { Rec } from '../../../src/bus/state.ts'
import { NOW, type DeskState } from './desks.ts'
import type { GoldChoose, GoldEach, GoldNode, GoldTake, GoldTest, GoldValue, GoldWhen, GoldWrite } from './gold.ts'

/** What a gold procedure does, gesture by gesture: what the demonstrations act out. */
export type Action =
  | { readonly do: 'list'; readonly name: string; readonly query: JsonObject; readonly ids: readonly string[] }
  | { readonly do: 'take'; readonly node: GoldTake; readonly ticketId: string }
  | { readonly do: 'row'; readonly node: GoldEach; readonly ticketId: string; readonly skipped: boolean }
  /** `idle`: all or a part of it was so already. */
  | { readonly do: 'write'; readonly node: GoldWrite; readonly ticketId: string; readonly value: Json; readonly idle: boolean }

export interface GoldRun {
  /** False: it refuses, and nothing is changed. */
  readonly ok: boolean
  readonly actions: readonly Action[]
  /** Net, ticket by ticket and field by field, volatile fields aside; in a form that compares. */
  readonly changes: string
  /** Which way each rule went: `when:true`, `each:skipped` … */
  readonly sides: ReadonlySet<string>
}

class Refused extends Error {}

/** What a procedure is run with. */
export interface Given {
  readonly args: JsonObject
  readonly me: string
}

/**
 * Runs a gold procedure on a fork of a desk. All or nothing, as a person's decision to do it is: where a ticket
 * cannot be had, nothing is done.
 */
export function executeGold(body: readonly GoldNode[], desk: DeskState, given: Given): GoldRun {
  const fork = desk.bus.fork({ actor: 'operator', source: 'gold' })
  const run = new Run(fork, given)
  try {
    for (const node of body) run.node(node)
    return { ok: true, actions: run.actions, changes: changesIn(fork, desk), sides: run.sides }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { ok: false, actions: run.actions, changes: NO_CHANGES, sides: run.sides }
  }
}

class Run {
  readonly actions: Action[] = []
  readonly sides = new Set<string>()
  private readonly lists = new Map<string, readonly string[]>()
  private readonly tickets = new Map<string, string>()

  constructor(
    private readonly fork: Fork,
    private readonly given: Given,
  ) {}

  node(node: GoldNode): void {
    switch (node.do) {
      case 'list': {
        const query = Object.fromEntries(Object.entries(node.query).map(([leaf, value]) => [leaf, this.value(value)]))
        const ids = this.listed(query)
        this.lists.set(node.name, ids)
        this.actions.push({ do: 'list', name: node.name, query, ids })
        return
      }
      case 'take': {
        const ticketId = this.take(node)
        this.tickets.set(node.name, ticketId)
        this.actions.push({ do: 'take', node, ticketId })
        return
      }
      case 'write':
        return this.carryOut(node)
      case 'each':
        return this.each(node)
      case 'when':
        return this.when(node)
    }
  }

  private listed(query: JsonObject): readonly string[] {
    const output = this.dispatch('filter_tickets', query) as { readonly rows: readonly { readonly ticketId: string }[] }
    return output.rows.map((row) => row.ticketId)
  }

  private take({ list, choose }: GoldTake): string {
    if (list === null) return this.record(this.argument(choose)).ticketId
    const ids = this.list(list)
    const chosen = this.choose(choose, ids)
    if (chosen === undefined) throw new Refused()
    return chosen
  }

  private choose(choose: GoldChoose, ids: readonly string[]): string | undefined {
    const only = (found: readonly string[]): string | undefined => (found.length === 1 ? found[0] : undefined)
    switch (choose.by) {
      case 'first':
        return ids[0]
      case 'last':
        return ids.at(-1)
      case 'only':
        return only(ids)
      case 'where':
        return only(ids.filter((id) => holds(choose.literal, this.record(id).record)))
      case 'given':
        return ids.find((id) => id === this.argument(choose))
      case 'body':
        return ids.find((id) => String(this.record(id).record['body']).includes(choose.phrase))
      case 'longestBody':
        return [...ids].sort((a, b) => this.length(b) - this.length(a) || (a < b ? -1 : 1))[0]
      case 'waiting':
        return ids.find((id) => Date.parse(String(this.record(id).record['createdAt'])) < NOW - choose.hours * 3_600_000)
    }
  }

  private length(id: string): number {
    return String(this.record(id).record['body']).length
  }

  private each(node: GoldEach): void {
    const ids = this.list(node.list)
    const wanted = node.rows === 'all' ? ids : (this.given.args[node.rows.param] as readonly string[])
    if (node.rows !== 'all' && !wanted.every((id) => ids.includes(id))) throw new Refused()
    for (const id of wanted) {
      const skipped = node.guard !== null && !holds(node.guard, this.record(id).record)
      if (node.guard) this.sides.add(`${node.name}:${skipped ? 'skipped' : 'done'}`)
      this.actions.push({ do: 'row', node, ticketId: id, skipped })
      this.tickets.set(node.name, id)
      if (!skipped) node.body.forEach((write) => this.carryOut(write))
    }
  }

  private when({ id, on, test, then, otherwise }: GoldWhen): void {
    const so = holds(test, this.record(this.ticket(on)).record)
    this.sides.add(`${id}:${so}`)
    for (const write of so ? then : otherwise) this.carryOut(write)
  }

  private carryOut(node: GoldWrite): void {
    const ticketId = this.ticket(node.on)
    const value = this.value(node.value)
    const before = this.record(ticketId).record
    const output = this.dispatch(node.command, { ticketId, [node.leaf]: value }) as { readonly unchanged?: boolean }
    this.actions.push({ do: 'write', node, ticketId, value, idle: output.unchanged === true || hasIdleTag(node, value, before) })
  }

  private value(value: GoldValue): Json {
    switch (value.from) {
      case 'const':
        return value.value
      case 'param':
        return this.given.args[value.param] ?? null
      case 'me':
        return this.given.me
      case 'copy':
        return this.record(this.ticket(value.ticket)).record[value.field] ?? null
    }
  }

  private argument(choose: GoldChoose): string {
    const value = choose.by === 'given' ? this.given.args[choose.param] : undefined
    return typeof value === 'string' ? value : ''
  }

  private record(ticketId: string): { readonly ticketId: string; readonly record: Rec } {
    const record = this.fork.session.records.get('ticket', ticketId)
    if (!record) throw new Refused()
    return { ticketId, record }
  }

  private list(name: string): readonly string[] {
    const ids = this.lists.get(name)
    if (!ids) throw new Error(`Gold has no list ${name}.`)
    return ids
  }

  private ticket(name: string): string {
    const id = this.tickets.get(name)
    if (id === undefined) throw new Error(`Gold has no ticket ${name}.`)
    return id
  }

  private dispatch(command: string, input: JsonObject): Json {
    const result = this.fork.dispatch(command, input, { actor: 'operator', source: 'gold' })
    if (!result.ok) throw new Refused()
    return result.value.output
  }
}

/** Tags are given and taken one by one, so one that is so already would be a gesture nobody makes. */
function hasIdleTag({ command }: GoldWrite, value: Json, before: Rec): boolean {
  if (command !== 'add_ticket_tags' && command !== 'remove_ticket_tags') return false
  const tags = before['tags'] as readonly Json[]
  return (value as readonly Json[]).some((tag) => tags.includes(tag) === (command === 'add_ticket_tags'))
}

/** Whether a rule is true of a ticket. */
export function holds(test: GoldTest, record: Rec): boolean {
  const value = record[test.field]
  const items = Array.isArray(value) ? (value as readonly Json[]) : []
  switch (test.op) {
    case '=':
      return value === test.value
    case '!=':
      return value !== test.value
    case 'contains':
      return items.some((item) => item === test.value)
    case 'lacks':
      return !items.some((item) => item === test.value)
    case 'empty':
      return value === null
    case 'not-empty':
      return value !== null
    case 'judged':
      return String(value).includes(test.value)
  }
}

export const NO_CHANGES = '{}'
const VOLATILE = new Set(['version', 'updatedAt'])

/** What a fork changed in a desk's tickets, fields that move by themselves aside; `{}` for nothing. */
export function changesIn(fork: Fork, desk: DeskState): string {
  const ids = new Set(fork.entries.flatMap((entry) => entry.patches.map((patch) => patch.id)))
  const changed: Record<string, Record<string, Json>> = {}
  for (const id of ids) {
    const before = desk.bus.session.records.get('ticket', id) ?? {}
    const after = fork.session.records.get('ticket', id) ?? {}
    for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
      if (VOLATILE.has(field) || equalJson(before[field], after[field])) continue
      changed[id] = { ...changed[id], [field]: after[field] ?? null }
    }
  }
  return canonical(changed)
}
