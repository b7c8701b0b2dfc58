import type { CatalogueIndex } from '../../bus/command.ts'
import { isObject, type Json, type JsonObject } from '../../bus/json.ts'
import { leafAt, leavesOf, withLeaf } from '../../bus/schema.ts'
import { at } from '../../bus/json.ts'
import type { ValidatorFor } from '../../bus/validate.ts'
import type { Procedure } from '../procedure/types.ts'
import { callsOf, everyExpr } from '../procedure/walk.ts'
import type { SliceRecords } from './slices.ts'

/** Other ids for the same records, and the way back. */
export interface Renaming {
  id(entity: string, id: string): string
  records(records: SliceRecords): SliceRecords
  /** A value with every new id in it replaced by the old one. */
  back(value: Json): Json
}

/** Marks that may be put behind an id. Those that sort before digits and letters come first: they keep ties in order. */
const MARKS = ['#', '-', '.', '0', '7', ':', '_', 'q', 'x', 'Z']

/**
 * Consistent new ids, made by one mark behind every old one, so order and substrings survive. Kinds are
 * left alone whose ids the catalogue fixes, or of which the procedure holds one as a constant.
 * @param given strings of the arguments: a mark that occurs in them could turn up in searches
 */
export function renamingOf(procedure: Procedure, records: SliceRecords, given: readonly string[], index: CatalogueIndex, validatorFor: ValidatorFor): Renaming {
  const spoken = [...given, ...constantsOf(procedure)].join('\n').toLowerCase()
  const marks = new Map<string, string>()
  for (const [entity, list] of Object.entries(records)) {
    const ids = list.map((record) => String(record[index.entity(entity).idField]))
    if (ids.some((id) => constantsOf(procedure).includes(id))) continue
    const mark = MARKS.find((one) => !spoken.includes(one.toLowerCase()) && ids.every((id) => isAllowed(entity, id + one, index, validatorFor)))
    if (mark !== undefined) marks.set(entity, mark)
  }
  const known = new Map([...marks].map(([entity, mark]) => [entity, idsOf(records, entity, index, mark)]))
  const id = (entity: string, old: string): string => known.get(entity)?.get(old) ?? old
  const backwards = [...known.values()].flatMap((ids) => [...ids]).sort(([a], [b]) => b.length - a.length)
  return {
    id,
    records: (all) =>
      Object.fromEntries(Object.entries(all).map(([entity, list]) => [entity, list.map((record) => renameRecord(entity, record, id, index))])),
    back: (value) => mapTexts(value, (text) => backwards.reduce((now, [old, fresh]) => now.replaceAll(fresh, old), text)),
  }
}

/** An id that no record has and every command would take for one, or null where ids are a closed list. */
export function unknownId(entity: string, near: string, records: SliceRecords, index: CatalogueIndex, validatorFor: ValidatorFor): string | null {
  const taken = new Set((records[entity] ?? []).map((record) => record[index.entity(entity).idField]))
  const found = MARKS.flatMap((mark) => [`${near}${mark}${mark}`, mark.repeat(8)])
  return found.find((id) => !taken.has(id) && isAllowed(entity, id, index, validatorFor)) ?? null
}

function isAllowed(entity: string, id: string, index: CatalogueIndex, validatorFor: ValidatorFor): boolean {
  for (const command of index.commands.values()) {
    for (const leaf of leavesOf(command.input)) {
      if (leaf.meaning.entity !== entity) continue
      const validate = validatorFor(`${command.id}.${leaf.path}`)
      const value = leaf.schema.items === undefined ? id : [id]
      if (!validate || validate(value) !== null) return false
    }
  }
  return true
}

const idsOf = (records: SliceRecords, entity: string, index: CatalogueIndex, mark: string): ReadonlyMap<string, string> =>
  new Map((records[entity] ?? []).map((record) => String(record[index.entity(entity).idField])).map((id) => [id, id + mark]))

function renameRecord(entity: string, record: JsonObject, id: (entity: string, id: string) => string, index: CatalogueIndex): JsonObject {
  const { schema, idField } = index.entity(entity)
  const own = record[idField]
  let renamed: JsonObject = typeof own === 'string' ? { ...record, [idField]: id(entity, own) } : record
  for (const { path, meaning } of leavesOf(schema)) {
    const value = at(record, path)
    const kind = meaning.entity
    if (path === idField || kind === undefined || value === undefined) continue
    renamed = withLeaf(renamed, path, mapTexts(value, (text) => id(kind, text)))
  }
  return renamed
}

/** A value with every string in it replaced. */
export function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => mapTexts(item, change))
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)])) : value
}

/** Every string in a value. */
export function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(textsIn)
  return isObject(value) ? Object.values(value).flatMap(textsIn) : []
}

const constantsOf = (procedure: Procedure): readonly string[] =>
  callsOf(procedure).flatMap((call) => everyExpr(call).flatMap((expr) => (expr.op === 'const' ? textsIn(expr.value) : [])))

/** The kind of record a parameter names, by the leaves it flows into. */
export function entityOfParam({ leaves }: Procedure['params'][number], index: CatalogueIndex): string | undefined {
  for (const address of leaves) {
    const dot = address.indexOf('.')
    const command = index.command(address.slice(0, dot))
    const entity = command && leafAt(command.input, address.slice(dot + 1))?.meaning.entity
    if (entity !== undefined) return entity
  }
  return undefined
}
