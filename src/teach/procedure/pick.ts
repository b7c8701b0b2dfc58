import type { EntityDef } from '../../bus/entity.ts'
import { at, type Json, type JsonObject } from '../../bus/json.ts'
import { fail, ok, type Result } from '../../bus/results.ts'
import { leafAt } from '../../bus/schema.ts'
import type { Rec, State } from '../../bus/state.ts'
import { guardHolds } from './guard.ts'
import type { Pick } from './types.ts'

/** The list a pick chooses from: its rows as the step returned them. */
export interface PickList {
  readonly entity: EntityDef
  readonly rows: readonly JsonObject[]
  /** In an error: `the list of step 1 (filter_tickets)`. */
  readonly called: string
}

/** How many ids an error offers at most. */
const OFFERED = 10

/**
 * Takes one record from a list. Fields are those of the rows, as they stood when the list was made;
 * fields a row does not carry are looked up in the record.
 * @param given the id the caller named, for `by: 'id'`; an array must lie in the list whole
 * @returns the id (the array of ids), or `GUARD_UNMET` in words without any user-written text
 */
export function choose(pick: Pick, list: PickList, records: State, given: Json | undefined): Result<Json> {
  const { entity, rows, called } = list
  const ids = rows.map((row) => row[entity.idField]).filter((id): id is string => typeof id === 'string')
  if (pick.by === 'id') return member(given, ids, list)
  const [first] = ids
  if (first === undefined) return fail('GUARD_UNMET', `There is no ${entity.one} in ${called}, so there is none to take.`)
  switch (pick.by) {
    case 'first':
      return ok(first)
    case 'last':
      return ok(ids.at(-1) ?? first)
    case 'only':
      return ids.length === 1
        ? ok(first)
        : fail('GUARD_UNMET', `There are ${ids.length} ${entity.many} in ${called}, and exactly one is needed.`, known(ids))
    case 'nth': {
      const found = ids[pick.k]
      return found === undefined
        ? fail('GUARD_UNMET', `There are only ${ids.length} ${entity.many} in ${called}, and the ${ordinal(pick.k)} is needed.`)
        : ok(found)
    }
    case 'where': {
      const fields = pick.guard.map((literal) => literal.field)
      const found = rows.filter((row) => guardHolds(pick.guard, whole(row, fields, list, records))).map((row) => row[entity.idField])
      const [one] = found
      if (found.length === 1 && typeof one === 'string') return ok(one)
      return fail('GUARD_UNMET', `${found.length || 'No'} ${entity.many} in ${called} fit the description, and exactly one is needed.`)
    }
    case 'min':
    case 'max':
      return extreme(pick.by, pick.field, list, records)
  }
}

/** `3rd` for 2: places count from 0 inside and from 1 in words. */
export function ordinal(k: number): string {
  const place = k + 1
  const teen = place % 100 >= 11 && place % 100 <= 13
  return `${place}${(!teen && ['th', 'st', 'nd', 'rd'][place % 10]) || 'th'}`
}

const known = (ids: readonly string[]) => (ids.length > 0 && ids.length <= OFFERED ? { known: ids } : {})

function member(given: Json | undefined, ids: readonly string[], { entity, called }: PickList): Result<Json> {
  const wanted: readonly Json[] = Array.isArray(given) ? (given as readonly Json[]) : [given ?? null]
  const stray = wanted.filter((id) => typeof id !== 'string' || !ids.includes(id))
  if (stray.length === 0 && given !== undefined) return ok(given)
  const message =
    wanted.length === 1
      ? `The ${entity.one} that was named is not in ${called}.`
      : `${stray.length} of the ${entity.many} that were named are not in ${called}.`
  return fail('GUARD_UNMET', message, { ...known(ids), untrusted: { named: stray } })
}

/** The smallest or largest by a field; rows without a value never win, ties go to the smaller id. */
function extreme(by: 'min' | 'max', field: string, list: PickList, records: State): Result<Json> {
  const { entity, rows, called } = list
  const rank = ranking(entity, field)
  let best: { readonly id: string; readonly value: number | string } | undefined
  for (const row of rows) {
    const id = row[entity.idField]
    const value = rank(at(whole(row, [field], list, records), field))
    if (typeof id !== 'string' || value === undefined) continue
    const order = best === undefined ? -1 : by === 'min' ? compare(value, best.value) : compare(best.value, value)
    if (best === undefined || order < 0 || (order === 0 && id < best.id)) best = { id, value }
  }
  return best ? ok(best.id) : fail('GUARD_UNMET', `No ${entity.one} in ${called} has a value to rank by.`)
}

const compare = (a: number | string, b: number | string): number => (a === b ? 0 : a < b ? -1 : 1)

/** Enumerated values rank as their schema lists them, numbers and text (ISO times too) as they are. */
function ranking(entity: EntityDef, field: string): (value: Json | undefined) => number | string | undefined {
  const values = leafAt(entity.schema, field)?.schema.enum
  if (values) {
    return (value) => {
      const place = value === undefined ? -1 : values.indexOf(value)
      return place < 0 ? undefined : place
    }
  }
  return (value) => (typeof value === 'number' || typeof value === 'string' ? value : undefined)
}

/**
 * A row, with the record's fields laid under it where a field is looked at that rows do not show. Only
 * then: reading a record means relying on it.
 */
function whole(row: JsonObject, fields: readonly string[], { entity }: PickList, records: State): Rec {
  const id = row[entity.idField]
  const shown = fields.every((field) => {
    const [head = ''] = field.split('.')
    return Object.hasOwn(row, head) || entity.rowFields.includes(head)
  })
  if (shown || typeof id !== 'string') return row
  return { ...records.get(entity.name, id), ...row }
}
