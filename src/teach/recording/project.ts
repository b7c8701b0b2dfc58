import type { Command } from '../../bus/command.ts'
import type { EntityDef } from '../../bus/entity.ts'
import { at, isObject, type Json, type JsonObject } from '../../bus/json.ts'
import { isActedOn, leavesOf, withLeaf, type Leaf } from '../../bus/schema.ts'
import type { Rec } from '../../bus/state.ts'
import type { Row } from './types.ts'

/** How many rows of a list a recording keeps: of views and of outputs. */
export const MAX_ROWS = 50

/** The displayed fields of a record, its id among them. */
export function rowOf(record: Rec, entity: EntityDef): Row {
  const row: Record<string, Json> = {}
  for (const field of [entity.idField, ...entity.rowFields]) {
    const value = record[field]
    if (value !== undefined) row[field] = value
  }
  return row
}

const leafCache = new WeakMap<EntityDef, readonly Leaf[]>()

/** The leaves of an entity that its rows show. */
export function rowLeaves(entity: EntityDef): readonly Leaf[] {
  const known = leafCache.get(entity)
  if (known) return known
  const shown = new Set(entity.rowFields)
  const leaves = leavesOf(entity.schema).filter(({ path }) => shown.has(path.split('.')[0] ?? path))
  leafCache.set(entity, leaves)
  return leaves
}

/** A value read from a record many times over: the path is taken apart once. */
export function reader(path: string): (record: Rec) => Json | undefined {
  const [head = '', ...rest] = path.split('.')
  const below = rest.join('.')
  if (below === '') return (record) => record[head]
  return (record) => {
    const inner = record[head]
    if (typeof inner !== 'object' || inner === null) return undefined
    return rest.length === 1 ? (inner as JsonObject)[below] : at(inner, below)
  }
}

export interface Projected {
  readonly output: Json
  readonly cut?: { readonly shown: number; readonly total: number }
}

/**
 * An output as a recording keeps it: every list in it cut to `most` items. Records are kept as they came;
 * a command answers with what is displayed.
 * @returns `cut` counts the rows of the longest list, where rows were left out
 */
export function cutOutput(output: Json, most = MAX_ROWS): Projected {
  if (!isObject(output)) return Array.isArray(output) ? cutArray(output as readonly Json[], most) : { output }
  let cut: Projected['cut']
  let kept: JsonObject = output
  for (const [key, value] of Object.entries(output)) {
    if (!Array.isArray(value) || value.length <= most) continue
    kept = { ...kept, [key]: value.slice(0, most) as Json }
    if (!cut || value.length > cut.total) cut = { shown: most, total: value.length }
  }
  return cut ? { output: kept, cut } : { output }
}

const cutArray = (list: readonly Json[], most: number): Projected =>
  list.length <= most ? { output: list } : { output: list.slice(0, most), cut: { shown: most, total: list.length } }

/** A record an output or an input names. */
export interface Named {
  readonly entity: string
  readonly id: string
}

/** Records the leaves of an object name by id, judged by meanings: acted on and vocabulary alike. */
export function namedIn(leaves: readonly Leaf[], object: JsonObject): readonly Named[] {
  return leaves.flatMap(({ path, meaning }) => {
    const { entity } = meaning
    if (entity === undefined) return []
    const value = at(object, path)
    const ids = Array.isArray(value) ? (value as readonly Json[]) : [value]
    return ids.flatMap((id) => (typeof id === 'string' && id !== meaning.nobody ? [{ entity, id }] : []))
  })
}

/** The rows of the lists of records an output holds, with what they are of. */
export function listedIn(command: Command, output: Json): readonly { readonly entity: string; readonly rows: readonly JsonObject[] }[] {
  return leavesOf(command.output).flatMap(({ path, meaning }) => {
    const found = meaning.list === undefined ? undefined : at(output, path)
    if (meaning.list === undefined || !Array.isArray(found)) return []
    return [{ entity: meaning.list, rows: (found as readonly Json[]).filter(isObject) }]
  })
}

/** The record a command's input names to be acted on or looked at, the first of them. */
export function recordNamed(command: Command | undefined, input: JsonObject): (Named & { readonly leaf: string }) | undefined {
  for (const leaf of leavesOf(command?.input ?? {})) {
    const { path, meaning } = leaf
    const id = isActedOn(leaf) ? at(input, path) : undefined
    if (meaning.entity !== undefined && typeof id === 'string') return { entity: meaning.entity, id, leaf: path }
  }
  return undefined
}

/**
 * A record of which only the row is known, whole enough for commands to work on: hidden fields that must be
 * there are empty.
 */
export function blankHidden(row: Row, entity: EntityDef): Rec {
  let whole: JsonObject = row
  for (const leaf of leavesOf(entity.schema)) {
    if (leaf.required && at(whole, leaf.path) === undefined) whole = withLeaf(whole, leaf.path, blank(leaf))
  }
  return whole
}

function blank({ schema }: Leaf): Json {
  const types = [schema.type ?? 'string'].flat()
  if (types.includes('null')) return null
  if (types.includes('array')) return []
  if (types.includes('boolean')) return false
  if (types.includes('number') || types.includes('integer')) return schema.minimum ?? 0
  return typeof schema.enum?.[0] === 'string' ? schema.enum[0] : ''
}
