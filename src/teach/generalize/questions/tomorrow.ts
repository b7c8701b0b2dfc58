import { at, type Json, type JsonObject } from '../../../bus/json.ts'
import { leavesOf, withLeaf } from '../../../bus/schema.ts'
import { Records } from '../../../bus/table.ts'
import { literalHolds } from '../../procedure/guard.ts'
import { listOf } from '../../procedure/lists.ts'
import { choose } from '../../procedure/pick.ts'
import type { Pick } from '../../procedure/types.ts'
import type { Building } from '../building.ts'
import type { Column, LeafColumn, ListChoice } from '../steps/columns.ts'
import type { StepFact } from '../steps/facts.ts'
import { inList, madeToFit, rowsOn } from './listTests.ts'
import type { PickCandidate } from '../leaves/selections.ts'
import { orderedRecords, type SliceRecords } from '../steps/slices.ts'

/** Rows a list has at least, when there are records enough. */
const FEWEST = 8
/** Records that are tried for another's place. */
const OTHERS = 12
const HOUR = 3_600_000

/** A row of a changed list and the rules that would take it. */
export interface Telling {
  readonly id: string
  readonly picks: readonly PickCandidate[]
}

/** The rows of a changed list that tell which rule was meant, each with its rules; the best rule first. */
export function tellingPicks(rivals: readonly PickCandidate[], { taken, chosen }: Taken): readonly Telling[] {
  const groups = new Map<string, { readonly id: string; readonly picks: PickCandidate[] }>()
  rivals.forEach((rival, place) => {
    const id = taken[place] ?? ''
    const group = groups.get(id) ?? { id, picks: [] }
    // Two rules for one row of this order: the place in it is what a person sees.
    if (rival.pick.by === 'first' || rival.pick.by === 'last') group.picks.unshift(rival)
    else group.picks.push(rival)
    groups.set(id, group)
  })
  // A row that several descriptions lead to tells none of them, and whoever takes the same one again tells nothing.
  return [...groups.values()].filter(({ id, picks }) => id !== '' && id !== chosen && (picks.length === 1 || picks.every(({ pick }) => pick.by !== 'where')))
}

/** What rules would take from a changed list. */
export interface Taken {
  /** By rival; empty where it takes none. */
  readonly taken: readonly string[]
  /** The record that was demonstrated. */
  readonly chosen: string
}

/** A list as it might be, and what each rule would take from it. */
export interface Tomorrow extends Taken {
  readonly state: { readonly recordingId: string; readonly rows: readonly JsonObject[]; readonly records: SliceRecords; readonly perturbed: boolean }
}

/** The changed list that tells most of the rules that are left, the likely ones before the others. */
export function tomorrowOf(
  building: Building,
  column: Column,
  leaf: LeafColumn,
  choice: ListChoice,
  rivals: readonly PickCandidate[],
  left: readonly PickCandidate[],
  again: { readonly pick: Pick; readonly used: readonly string[] } | null,
): Tomorrow | null {
  const place = leaf.at.findIndex((cell) => cell !== null)
  const trace = building.traces[column.samples[place]?.trace ?? 0]
  const list = trace && building.columns.factIn(choice.list, column.samples[place]?.trace ?? 0)
  const shape = listOf(choice.list.command)
  const chosen = leaf.at[place]?.value
  if (!trace || !list || !shape || typeof chosen !== 'string') return null
  const def = building.index.entity(shape.entity)
  const seen = orderedRecords(trace.trace, building.index)
  const base = { ...seen, [shape.entity]: withMoreRows(seen[shape.entity] ?? [], list, rivals) }
  let best: Tomorrow | null = null
  let most = 0
  const worth = (picks: readonly PickCandidate[]): number => Math.max(0, ...picks.map((pick) => (left.includes(pick) ? 2 ** (left.length - left.indexOf(pick)) : 0)))
  const described = rivals.flatMap(({ pick }) => (pick.by === 'where' ? [pick.guard.map(({ field }) => field)] : []))
  const possible = again ? levelled(base, shape.entity, def.idField, chosen, building, again.pick) : futures(base, shape.entity, def.idField, chosen, building, described)
  for (const records of possible) {
    const state = Records.of(building.index.entities, records)
    const rows = rowsOn(list, records, building.index)
    if (rows.length < 2) continue
    const taken = rivals.map(({ pick }) => {
      const one = choose(pick, { entity: def, rows, called: 'the list' }, state, undefined)
      return one.ok && typeof one.value === 'string' ? one.value : ''
    })
    const own = again ? (taken[rivals.findIndex(({ pick }) => pick === again.pick)] ?? '') : ''
    // Whoever goes by something else takes an end of what is left by it.
    if (again && (again.used.includes(own) || [rows[0], rows.at(-1)].some((row) => row?.[def.idField] === own))) continue
    const told = tellingPicks(rivals, { taken, chosen }).reduce((sum, { picks }) => sum + worth(picks), 0)
    if (told <= most) continue
    most = told
    best = { state: { recordingId: trace.trace.recordingId, rows, records, perturbed: true }, taken, chosen }
  }
  return best
}

/**
 * The records with some more of them in the list, where it is short: the right row of few is taken by chance too often.
 * None of those that join is one that a description speaks of.
 */
function withMoreRows(records: readonly JsonObject[], list: StepFact, rivals: readonly PickCandidate[]): readonly JsonObject[] {
  const [isIn, fit] = [inList(list), madeToFit(list)]
  const described = ({ pick }: PickCandidate, row: JsonObject): boolean => pick.by === 'where' && pick.guard.every((literal) => literalHolds(literal, row))
  let missing = FEWEST - records.filter(isIn).length
  return records.map((record) => {
    if (missing <= 0 || isIn(record)) return record
    const row = fit(record)
    if (!row || rivals.some((rival) => described(rival, row))) return record
    missing -= 1
    return row
  })
}

/** The records with ordered or describing values of the chosen one and of another exchanged, and without the chosen one. */
function* futures(
  base: SliceRecords,
  entity: string,
  idField: string,
  chosen: string,
  { index }: Building,
  described: readonly (readonly string[])[],
): Generator<SliceRecords> {
  const own = base[entity] ?? []
  const mine = own.find((record) => record[idField] === chosen)
  const others = own.filter((record) => record[idField] !== chosen).slice(0, OTHERS)
  const times = orderedFields(entity, index)
  const exchanges = [times, ...(times.length > 1 ? times.map((one) => [one]) : []), ...described, ...described.map((fields) => [...times, ...fields])]
  for (const other of mine ? others : []) {
    for (const fields of exchanges) {
      yield {
        ...base,
        [entity]: own.map((record) => (record === mine ? withFields(mine, other, fields) : record === other && mine ? withFields(other, mine, fields) : record)),
      }
    }
  }
  yield { ...base, [entity]: own.filter((record) => record !== mine) }
}

/**
 * The records all alike in what orders them, with another in the place of the chosen one: whoever goes by *old enough*
 * or *large enough* takes another there than a description or an extreme leads to.
 */
function* levelled(base: SliceRecords, entity: string, idField: string, chosen: string, { index }: Building, pick: Pick): Generator<SliceRecords> {
  const own = base[entity] ?? []
  const mine = own.find((record) => record[idField] === chosen)
  if (!mine) return
  const fields = pick.by === 'where' ? pick.guard.map(({ field }) => field) : []
  const extreme = pick.by === 'min' || pick.by === 'max' ? beyond(at(mine, pick.field), pick.by) : null
  const level = (record: JsonObject): JsonObject => withFields(record, mine, orderedFields(entity, index))
  for (const other of own.filter((record) => record !== mine).slice(0, OTHERS)) {
    const changed = own.map((record): JsonObject => {
      if (record === mine) return withFields(record, other, fields)
      if (record !== other) return level(record)
      const swapped = withFields(level(record), mine, fields)
      return (pick.by === 'min' || pick.by === 'max') && extreme !== null ? withLeaf(swapped, pick.field, extreme) : swapped
    })
    yield { ...base, [entity]: changed }
  }
}

/** A record with some fields as another has them. */
const withFields = (record: JsonObject, like: JsonObject, fields: readonly string[]): JsonObject =>
  fields.reduce((changed, path) => (at(like, path) === undefined ? changed : withLeaf(changed, path, at(like, path) ?? null)), record)

const orderedFields = (entity: string, index: Building['index']): readonly string[] =>
  leavesOf(index.entity(entity).schema).flatMap(({ meaning, path }) => (meaning.ordered === true && !path.includes('.') ? [path] : []))

/** The next smaller or larger value; null where nothing tells how to make one. */
function beyond(value: Json | undefined, by: 'min' | 'max'): Json {
  const step = by === 'min' ? -1 : 1
  if (typeof value === 'number') return value + step
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? null : new Date(time + step * HOUR).toISOString()
}
