import { canonical, equalJson, type Json, type JsonObject } from '../../../src/bus/json.ts'
import type { Call, Each, Expr, Node, Procedure } from '../../../src/teach/procedure/types.ts'
import type { Played } from './actOut.ts'
import type { Gold, GoldList, GoldTake, GoldValue } from './gold.ts'

/** What stands in gold where a learned leaf stands: a value the caller holds, or anything else. */
export type Slot = { readonly is: 'param'; readonly param: string } | { readonly is: 'other'; readonly value: GoldValue | null }

/** A learned tool as a caller sees it who holds gold's arguments only. */
export interface Caller {
  /** Learned parameter → the argument of gold's it takes; null for one gold has no argument for. */
  readonly matched: ReadonlyMap<string, string | null>
  /** Gold's arguments that the tool holds constant, with the constants it holds. */
  readonly held: readonly { readonly param: string; readonly value: Json }[]
  /** The tool's input for gold's arguments, or why the caller would rather not call. */
  call(args: JsonObject): { readonly input: JsonObject } | { readonly declines: string }
}

/**
 * Matches learned parameters with gold's arguments by the leaf they feed: a learned step is known by the
 * demonstrated steps it stands for, and those by the part of gold they acted out.
 */
export function callerOf(gold: Gold, procedure: Procedure, played: ReadonlyMap<string, Played>): Caller {
  const matched = new Map<string, string | null>(procedure.params.map(({ key }) => [key, null]))
  const held: { param: string; value: Json }[] = []
  const see = (expr: Expr, slot: Slot): void => {
    const key = paramIn(expr)
    if (slot.is === 'param') {
      if (key !== null) matched.set(key, matched.get(key) ?? slot.param)
      const value = constantIn(expr)
      if (value !== undefined) held.push({ param: slot.param, value })
    }
  }
  const walk = (nodes: readonly Node[]): void => {
    for (const node of nodes) {
      if (node.node === 'call') {
        const part = playedBy(node, played)
        if (part) for (const [leaf, expr] of Object.entries(node.args)) see(expr, slotAt(gold, part, leaf))
        continue
      }
      if (node.node === 'each') seeLoop(gold, node, played, see)
      walk(node.body)
    }
  }
  walk(procedure.body)
  return { matched, held, call: (args) => callWith(gold, procedure, matched, held, args) }
}

/** A loop over what the caller names takes gold's argument for the loop its body acts out. */
function seeLoop(gold: Gold, node: Each, played: ReadonlyMap<string, Played>, see: (expr: Expr, slot: Slot) => void): void {
  for (const call of callsIn(node.body)) {
    const part = playedBy(call, played)
    const rows = part?.node.do === 'write' ? rowsOf(gold, part.node.on) : null
    if (rows !== null) {
      see(node.over, { is: 'param', param: rows })
      return
    }
  }
}

export const callsIn = (nodes: readonly Node[]): readonly Call[] =>
  nodes.flatMap((node) => (node.node === 'call' ? [node] : callsIn(node.body)))

export const playedBy = ({ from }: Call, played: ReadonlyMap<string, Played>): Played | undefined =>
  from.map((step) => played.get(step)).find((part) => part !== undefined)

/** What gold has where a step that acts it out has a leaf. */
export function slotAt(gold: Gold, { node }: Played, leaf: string): Slot {
  switch (node.do) {
    case 'list':
      return slotOf(node.query[leaf] ?? null)
    case 'take':
      return slotOfTake(gold, node)
    case 'each':
      return { is: 'other', value: null }
    case 'write':
      return leaf === node.leaf ? slotOf(node.value) : slotOfTicket(gold, node.on)
  }
}

const slotOf = (value: GoldValue | null): Slot => (value?.from === 'param' ? { is: 'param', param: value.param } : { is: 'other', value })

/** Who names a ticket by its id holds its id, also where gold looks it up. */
function slotOfTake(gold: Gold, { choose, list }: GoldTake): Slot {
  if (choose.by === 'given') return { is: 'param', param: choose.param }
  const query = gold.body.find((node): node is GoldList => node.do === 'list' && node.name === list)?.query ?? {}
  const asked = new Set(Object.values(query).flatMap((value) => (value.from === 'param' ? [value.param] : [])))
  const text = gold.params.find(({ name, search }) => search === 'ticketId' && asked.has(name))
  return choose.by === 'only' && text ? { is: 'param', param: text.name } : { is: 'other', value: null }
}

function slotOfTicket(gold: Gold, name: string): Slot {
  const take = gold.body.find((node): node is GoldTake => node.do === 'take' && node.name === name)
  // A row of a loop is one of many: no argument of gold's is the one ticket.
  return take ? slotOfTake(gold, take) : { is: 'other', value: null }
}

/** The argument that names the rows of a loop. */
function rowsOf(gold: Gold, name: string): string | null {
  const loop = gold.body.find((node) => node.do === 'each' && node.name === name)
  return loop?.do === 'each' && loop.rows !== 'all' ? loop.rows.param : null
}

/** The parameter a leaf takes its value from: as a whole, in a list, or as what comes or goes. */
function paramIn(expr: Expr): string | null {
  if (expr.op === 'param') return expr.key
  if (expr.op === 'pick') return expr.choose.by === 'id' ? paramIn(expr.choose.id) : null
  if (expr.op === 'add' || expr.op === 'remove') return expr.items.map(paramIn).find((key) => key !== null) ?? paramIn(expr.to)
  return null
}

/** The value a leaf is held at; of an edit, what always comes or goes. */
function constantIn(expr: Expr): Json | undefined {
  if (expr.op === 'const') return expr.value
  if (expr.op !== 'add' && expr.op !== 'remove') return undefined
  const items = expr.items.map(constantIn)
  return items.every((item) => item !== undefined) ? items : undefined
}

function callWith(
  gold: Gold,
  { params }: Procedure,
  matched: ReadonlyMap<string, string | null>,
  held: readonly { readonly param: string; readonly value: Json }[],
  args: JsonObject,
): ReturnType<Caller['call']> {
  const other = held.find(({ param, value }) => !equalJson(asSet(value), asSet(args[param])))
  if (other) return { declines: `holds ${other.param} at ${canonical(other.value)}` }
  const input: Record<string, Json> = {}
  for (const { key, name, required, schema } of params) {
    const param = matched.get(key) ?? null
    const value = param === null ? undefined : args[param]
    const type = param === null ? undefined : gold.params.find((one) => one.name === param)?.type
    const fits = value !== undefined && !(type === 'tickets' && ![schema.type].flat().includes('array'))
    if (fits) input[name] = value
    else if (required) return { declines: `asks for ${name}` }
  }
  return { input }
}

/** Tags are told in any order. */
const asSet = (value: Json | undefined): Json | undefined => (Array.isArray(value) ? [...(value as readonly Json[])].sort() : value)
