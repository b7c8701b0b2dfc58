import type { Expr, Node, Param, Procedure } from '../procedure/types.ts'
import { callsOf, everyExpr } from '../procedure/walk.ts'
import { leafKey, type Building, type Decision } from './building.ts'
import { candidatesOf, type RecordExpr } from './leaves/candidates.ts'
import type { Column, LeafColumn } from './steps/columns.ts'
import { byTrace, restricted } from './steps/columns.ts'
import { decideLeaf } from './leaves/decideLeaf.ts'
import { describeParam } from './leaves/describeParam.ts'
import { paramNames, roleOf } from './leaves/paramNames.ts'
import { paramOf } from './leaves/params.ts'
import type { Item, LoopItem } from './steps/shape.ts'
import { guarded, whenNode, type Piece } from './rules/conditions.ts'
import { opposite } from './rules/separating.ts'
import { variantOf } from './rules/variants.ts'
import { loopNode, rowsOf } from './rules/loopNode.ts'
import type { LeafReason } from './types.ts'
import { ValueIndex } from './leaves/valueIndex.ts'

/** What building comes to. */
export interface Built {
  readonly procedure: Procedure
  readonly reasons: readonly LeafReason[]
  /** The rows of a loop differ in something nothing explains: then there is no loop. */
  readonly unexplainedRows: boolean
  /** Loops of which nobody said yet whether they are over the whole list. */
  readonly openRows: readonly LoopItem[]
}

/** The program: each step with its leaves decided, then the parameters they came to need. */
export function buildProcedure(building: Building, items: readonly Item[], sure: ReadonlySet<Column>): Built {
  const builder = new Builder(building)
  const body = withoutIdle(builder.block(items), new Set([...sure].map(({ as }) => as)))
  return {
    procedure: { version: 1, params: paramsOf(building, body), body },
    reasons: builder.reasons.filter(({ step }) => callsOf({ version: 1, params: [], body }).some(({ as }) => as === step)),
    unexplainedRows: builder.unexplainedRows,
    openRows: builder.openRows,
  }
}

/** Without looks that were kept for a value to be copied from, where nothing is. */
function withoutIdle(nodes: readonly Node[], sure: ReadonlySet<string>): readonly Node[] {
  for (let body = nodes; ; ) {
    const text = JSON.stringify(body)
    const needed = (as: string): boolean => sure.has(as) || text.includes(`"step":"${as}"`) || text.includes(`"list":"${as}"`)
    const kept = body.filter((node) => node.node !== 'call' || needed(node.as) || node.as.endsWith('_else'))
    if (kept.length === body.length) return kept
    body = kept
  }
}

class Builder {
  readonly reasons: LeafReason[] = []
  readonly openRows: LoopItem[] = []
  unexplainedRows = false
  private readonly values: ValueIndex

  constructor(private readonly building: Building) {
    this.values = new ValueIndex(building.columns.all.filter((column) => building.live.has(column)), building.columns)
  }

  block(items: readonly Item[]): readonly Node[] {
    const nodes = items.flatMap((item): readonly Piece[] => {
      if (item.kind === 'step') return this.step(item.column)
      const rows = rowsOf(this.building, item)
      if (rows.are === 'open') this.openRows.push(item)
      this.building.loop = item
      const body = this.block(item.body)
      this.building.loop = null
      return body.length === 0 ? [] : [{ item, node: loopNode(this.building, item, body, rows) }]
    })
    return guarded(this.building, nodes)
  }

  private step(column: Column): readonly Piece[] {
    const { building } = this
    if (!building.live.has(column) || building.edits.dropped(column.as)) return []
    const record = column.leaves.find(({ kind }) => kind === 'record')
    const entity = record?.leaf.meaning.entity
    // Only of a record that is known already can anything be said; one the caller gives is known from here on.
    const differs = column.leaves.some(({ kind, same }) => kind !== 'record' && !same)
    if (record && differs && !building.loop && building.columns.choiceOf(column, record) === null) decideLeaf(building, column, record, null)
    const known = record && entity !== undefined && (building.loop ?? building.records.find(entity, byTrace(column, record, building.traces.length)))
    const variant = known ? variantOf(building, column) : null
    if (!variant) return [{ item: { kind: 'step', column }, node: this.call(column) }]
    const { about, rule, first, otherFirst } = variant
    const halves = [restricted(column, column.as, (place) => first[place] === true, building.traces), restricted(column, `${column.as}_else`, (place) => first[place] === false, building.traces)]
    const pieces = halves.map((half, turn): Piece => ({
      item: { kind: 'step', column: half },
      node: whenNode(about, turn === 0 ? rule : opposite(rule), [this.call(half)]),
    }))
    return otherFirst ? pieces.reverse() : pieces
  }

  private call(column: Column): Node {
    const { building } = this
    const decisions = this.decide(column)
    const record = this.recordOf(column, decisions)
    const args: Record<string, Expr> = {}
    for (const leaf of column.leaves) {
      const decision = decisions.get(leaf)
      if (!decision) continue
      args[leaf.leaf.path] = decision.expr
      const given: Expr = { op: 'param', key: leafKey(column, leaf) }
      const sources = { given, record, values: this.values, index: building.index, choice: building.columns.choiceOf(column, leaf) }
      this.reasons.push({
        step: column.as,
        leaf: leaf.leaf.path,
        chosen: decision.expr,
        provenance: decision.provenance,
        why: decision.why,
        rivals: candidatesOf(column, leaf, sources).filter(({ expr }) => !isSame(expr, decision.expr)),
      })
    }
    return { node: 'call', as: column.as, command: column.command.id, args, from: column.from }
  }

  /** The record first: what else is decided may look at its fields. */
  private decide(column: Column): ReadonlyMap<LeafColumn, Decision> {
    const decisions = new Map<LeafColumn, Decision>()
    const put = (leaf: LeafColumn, record: RecordExpr | null): void => {
      const decision = decideLeaf(this.building, column, leaf, record)
      if (decision) decisions.set(leaf, decision)
      else this.unexplainedRows = true
    }
    for (const leaf of column.leaves) if (leaf.kind === 'record' || leaf.kind === 'records') put(leaf, null)
    const record = this.recordOf(column, decisions)
    for (const leaf of column.leaves) if (!decisions.has(leaf) && leaf.kind !== 'record' && leaf.kind !== 'records') put(leaf, record)
    return decisions
  }

  /**
   * The record a step acts on, as its other leaves may refer to it. A step that takes its record itself
   * cannot be referred to before it ran, so the taking stands in the reference too.
   */
  private recordOf(column: Column, decisions: ReadonlyMap<LeafColumn, Decision>): RecordExpr | null {
    const named = column.leaves.find(({ kind }) => kind === 'record')
    const entity = named?.leaf.meaning.entity
    const decided = named && decisions.get(named)
    if (!named || entity === undefined || !decided) return null
    if (decided.expr.op === 'row') return { entity, of: decided.expr }
    const bound = this.building.records.find(entity, byTrace(column, named, this.building.traces.length))
    const own = bound?.op === 'arg' && bound.step === column.as
    return { entity, of: bound && !own ? bound : decided.expr }
  }
}

function paramsOf(building: Building, body: readonly Node[]): readonly Param[] {
  const calls = callsOf({ version: 1, params: [], body })
  const text = JSON.stringify(body)
  const sources = new Set(calls.flatMap((call) => everyExpr(call).flatMap((expr) => (expr.op === 'out' ? [expr.step] : []))))
  const slots = building.slots.all.filter(({ key }) => text.includes(`"${key}"`))
  const roles = slots.map((slot) => roleOf(slot, sources))
  const names = paramNames(slots, roles, building.index)
  const wanted = slots.map(({ key }, place) => building.edits.name(key) ?? names[place] ?? 'value')
  return slots.map((slot, place) => {
    const name = wanted[place] ?? 'value'
    const free = /^[a-z][a-z0-9_]{0,29}$/u.test(name) && wanted.filter((other) => other === name).length === 1
    if (!free && name !== names[place]) {
      building.remarks.push({ level: 'note', kind: 'edit', leaf: slot.key, words: ['A parameter cannot have that name: lower case letters, digits and underscores, each name once'] })
    }
    return paramOf(slot, free ? name : (names[place] ?? 'value'), describeParam(slot, roles[place] ?? '', calls, building.index))
  })
}

const isSame = (a: Expr, b: Expr): boolean => JSON.stringify(a) === JSON.stringify(b)
