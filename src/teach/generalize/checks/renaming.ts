import type { CatalogueIndex } from '../../../bus/command.ts'
import { at, type Json, type JsonObject } from '../../../bus/json.ts'
import { leafAt, leavesOf, withLeaf, type Leaf } from '../../../bus/schema.ts'
import type { ValidatorFor } from '../../../bus/validate.ts'
import type { Param, Procedure } from '../../procedure/types.ts'
import { callsOf, everyExpr } from '../../procedure/walk.ts'
import { recordEntitiesOf } from '../steps/facts.ts'
import { idOf, type SliceRecords } from '../steps/slices.ts'
import { mapTexts, textsIn } from '../steps/texts.ts'

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
export function renamingOf(
  procedure: Procedure,
  records: SliceRecords,
  given: readonly string[],
  index: CatalogueIndex,
  validatorFor: ValidatorFor,
): Renaming {
  const spoken = [...given, ...constantsOf(procedure)].join('\n').toLowerCase()
  const marks = new Map<string, string>()
  for (const [entity, list] of Object.entries(records)) {
    const ids = list.map((record) => idOf(record, index.entity(entity)))
    // A reference may be a constant, and then keeps its name; a record never may, and then the renaming shows it.
    const mayBeFixed = !recordEntitiesOf(index).includes(entity)
    if ((mayBeFixed && ids.some((id) => constantsOf(procedure).includes(id))) || searchesWithin(procedure, entity, ids, index)) continue
    const mark = MARKS.find(
      (one) => !spoken.includes(one.toLowerCase()) && ids.every((id) => isAllowed(entity, id + one, index, validatorFor)),
    )
    if (mark !== undefined) marks.set(entity, mark)
  }
  const known = new Map([...marks].map(([entity, mark]) => [entity, idsOf(records, entity, index, mark)]))
  const id = (entity: string, old: string): string => known.get(entity)?.get(old) ?? old
  const mention = mentionRenamer(known)
  const backwards = [...known.values()].flatMap((ids) => [...ids]).sort(([a], [b]) => b.length - a.length)
  return {
    id,
    records: (all) =>
      Object.fromEntries(
        Object.entries(all).map(([entity, list]) => [entity, list.map((record) => renameRecord(entity, record, id, mention, index))]),
      ),
    back: (value) => mapTexts(value, (text) => backwards.reduce((now, [old, fresh]) => now.replaceAll(fresh, old), text)),
  }
}

/** An id that no record has and every command would take for one, or null where ids are a closed list. */
export function unknownId(
  entity: string,
  near: string,
  records: SliceRecords,
  index: CatalogueIndex,
  validatorFor: ValidatorFor,
): string | null {
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
  new Map((records[entity] ?? []).map((record) => idOf(record, index.entity(entity))).map((id) => [id, id + mark]))

/** Ids mentioned in running text get the mark of theirs too, in whatever case they are written: searches find mentions. */
function mentionRenamer(known: ReadonlyMap<string, ReadonlyMap<string, string>>): (text: string) => string {
  const marks = new Map([...known.values()].flatMap((ids) => [...ids]).map(([old, fresh]) => [old.toLowerCase(), fresh.slice(old.length)]))
  if (marks.size === 0) return (text) => text
  const longestFirst = [...marks.keys()].sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
  const ids = longestFirst.map((id) => id.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')).join('|')
  const pattern = new RegExp(`(?<![A-Za-z0-9])(?:${ids})(?![A-Za-z0-9])`, 'giu')
  return (text) => text.replace(pattern, (found) => found + (marks.get(found.toLowerCase()) ?? ''))
}

function renameRecord(
  entity: string,
  record: JsonObject,
  id: (entity: string, id: string) => string,
  mention: (text: string) => string,
  index: CatalogueIndex,
): JsonObject {
  const { schema, idField } = index.entity(entity)
  const own = record[idField]
  let renamed: JsonObject = typeof own === 'string' ? { ...record, [idField]: id(entity, own) } : record
  for (const { path, meaning } of leavesOf(schema)) {
    const value = at(record, path)
    const kind = meaning.entity
    if (path === idField || value === undefined || (kind === undefined && meaning.free !== true)) continue
    renamed = withLeaf(
      renamed,
      path,
      mapTexts(value, (text) => (kind === undefined ? mention(text) : id(kind, text))),
    )
  }
  return renamed
}

/** Ids that are part of other ids are told apart by a search only as long as nothing is put behind them. */
const searchesWithin = (procedure: Procedure, entity: string, ids: readonly string[], index: CatalogueIndex): boolean =>
  procedure.params.some(
    (param) => entityOfParam(param, index) === entity && leavesOfParam(param, index).some(({ meaning }) => meaning.tests?.op === 'search'),
  ) && ids.some((id) => ids.some((other) => other !== id && other.includes(id)))

const constantsOf = (procedure: Procedure): readonly string[] =>
  callsOf(procedure).flatMap((call) => everyExpr(call).flatMap((expr) => (expr.op === 'const' ? textsIn(expr.value) : [])))

/** The kind of record a parameter names, by the leaves it flows into. */
export const entityOfParam = (param: Param, index: CatalogueIndex): string | undefined =>
  leavesOfParam(param, index).find(({ meaning }) => meaning.entity !== undefined)?.meaning.entity

const leavesOfParam = ({ leaves }: Param, index: CatalogueIndex): readonly Leaf[] =>
  leaves.flatMap((address) => {
    const dot = address.indexOf('.')
    const command = index.command(address.slice(0, dot))
    return (command && leafAt(command.input, address.slice(dot + 1))) ?? []
  })
