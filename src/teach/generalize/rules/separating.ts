import type { CatalogueIndex } from '../../../bus/command.ts'
import { at, equalJson, type Json } from '../../../bus/json.ts'
import type { Leaf } from '../../../bus/schema.ts'
import type { Rec } from '../../../bus/state.ts'
import { literalHolds } from '../../procedure/guard.ts'
import { rowLeaves } from '../../recording/project.ts'
import type { Literal } from '../../recording/types.ts'
import { isArray, isEnumerated } from '../steps/leafKind.ts'

/** Fields that describe a record, rather than name it or move by themselves. */
export function describingLeaves(entity: string, index: CatalogueIndex): readonly Leaf[] {
  const def = index.entity(entity)
  const own = new Set([def.idField, def.titleField, def.versionField, def.touchedField, def.tieField])
  return rowLeaves(def).filter(
    ({ path, meaning, schema }) =>
      !own.has(path) && meaning.kind !== 'record' && (!path.includes('.') || isEnumerated(schema)) && meaning.volatile !== true && meaning.ordered !== true && (isArray(schema) || meaning.free !== true),
  )
}

/**
 * Literals true of all records on one side and of none on the other, over the fields that lists show; what says
 * how a record is comes before what says how it is not.
 */
export function separating(yes: readonly Rec[], no: readonly Rec[], entity: string, index: CatalogueIndex): readonly Literal[] {
  if (yes.length === 0 || no.length === 0) return []
  const holds = (literal: Literal): boolean => yes.every((one) => literalHolds(literal, one)) && no.every((one) => !literalHolds(literal, one))
  return plainestFirst(describingLeaves(entity, index).flatMap((leaf) => literalsOver(leaf, yes, no).filter(holds).map((literal) => ({ literal, leaf }))))
}

/** How likely it may be that a rule fits by chance, to be followed unasked. */
const LIKELY = 1 / 10

/**
 * Whether the only literal that tells two sides apart may be taken for the reason. Of all ways to cut these records into
 * sides as large, some would be told apart by a literal, too: the more of them, the less it says that this one is.
 * @param chosen somebody chose the records to show it, so it is enough that no other cut would be told apart
 */
export function isTelling(yes: readonly Rec[], no: readonly Rec[], entity: string, index: CatalogueIndex, chosen: boolean): boolean {
  if (yes.length < 2 || no.length < 2) return false
  const all = [...yes, ...no]
  const cuts = new Set<string>()
  for (const literal of describingLeaves(entity, index).flatMap((leaf) => literalsOver(leaf, all, all))) {
    const held = all.map((one) => (literalHolds(literal, one) ? 1 : 0))
    if (held.filter((one) => one === 1).length === yes.length) cuts.add(held.join(''))
  }
  const own = all.map((_, place) => (place < yes.length ? 1 : 0))
  const others = [...cuts].filter((cut) => cut !== own.join('') && cut !== own.map((one) => 1 - one).join(''))
  return (chosen && others.length === 0) || cuts.size / waysToChoose(yes.length, all.length) <= LIKELY
}

/** In how many ways some can be chosen of all. */
function waysToChoose(some: number, all: number): number {
  let ways = 1
  for (let one = 1; one <= some; one += 1) ways = (ways * (all - some + one)) / one
  return ways
}

/**
 * What can be said of some records, plainest first: what they have rather than what they lack.
 * @param others records whose values they may be said not to have
 */
export const literalsOf = (records: readonly Rec[], entity: string, index: CatalogueIndex, others: readonly Rec[] = []): readonly Literal[] =>
  plainestFirst(describingLeaves(entity, index).flatMap((leaf) => literalsOver(leaf, records, others).map((literal) => ({ literal, leaf }))))

const plainestFirst = (found: readonly { readonly literal: Literal; readonly leaf: Leaf }[]): readonly Literal[] =>
  found
    .map(({ literal, leaf }) => ({ literal, rank: rankOf(literal, leaf), text: JSON.stringify(literal) }))
    .sort((a, b) => a.rank - b.rank || (a.text < b.text ? -1 : 1))
    .map(({ literal }) => literal)

/** Everything worth saying of one field. */
function literalsOver(leaf: Leaf, yes: readonly Rec[], no: readonly Rec[]): readonly Literal[] {
  const { path: field, schema } = leaf
  const empty: readonly Literal[] = canBeEmpty(leaf) ? [{ field, op: 'empty' }, { field, op: 'not-empty' }] : []
  const values = (records: readonly Rec[]): readonly Json[] => distinct(records.map((record) => at(record, field) ?? null))
  if (isArray(schema)) {
    const items = (records: readonly Rec[]): readonly Json[] => distinct(records.flatMap((record) => (record[field] as readonly Json[] | undefined) ?? []))
    return [
      ...items(yes).map((value): Literal => ({ field, op: 'contains', value })),
      ...items(no).map((value): Literal => ({ field, op: 'lacks', value })),
      ...empty,
    ]
  }
  const plain = (records: readonly Rec[]): readonly Json[] => values(records).filter((value) => value !== null && value !== '')
  return [
    ...plain(yes).map((value): Literal => ({ field, op: '=', value })),
    ...plain(no).map((value): Literal => ({ field, op: '!=', value })),
    ...empty,
  ]
}

/** Whether a record may have nothing there: of what always has a value there is nothing to say. */
function canBeEmpty({ schema, required }: Leaf): boolean {
  if (isArray(schema)) return (schema.minItems ?? 0) === 0
  if (!required || [schema.type ?? []].flat().includes('null') || schema.anyOf?.some(({ type }) => type === 'null')) return true
  return schema.type === 'string' && schema.enum === undefined && schema.minLength === undefined && schema.pattern === undefined
}

const distinct = (values: readonly Json[]): readonly Json[] =>
  values.filter((value, place) => values.findIndex((other) => equalJson(other, value)) === place)

/** How far-fetched a literal is. */
function rankOf({ op }: Literal, { meaning }: Leaf): number {
  const reference = meaning.entity !== undefined
  switch (op) {
    case '=':
      return reference ? 2 : 0
    case 'empty':
    case 'not-empty':
      return reference ? 0.5 : 4
    case 'contains':
      return 1
    case 'lacks':
      return 3
    case '!=':
      return reference ? 5 : 2.5
  }
}

const OPPOSITE = { '=': '!=', '!=': '=', contains: 'lacks', lacks: 'contains', empty: 'not-empty', 'not-empty': 'empty' } as const

/** The literal that is true where this one is not. */
export const opposite = (literal: Literal): Literal => ({ ...literal, op: OPPOSITE[literal.op] })
