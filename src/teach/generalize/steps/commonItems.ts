import { equalJson, type Json } from '../../../bus/json.ts'
import type { Building } from '../building.ts'
import type { Column, LeafColumn } from './columns.ts'

/** The items of a set edit, where writes that give fewer came to the same. */
export interface CommonItems {
  /** The same in all demonstrations, or null. */
  readonly all: readonly Json[] | null
  readonly byTrace: readonly (readonly Json[] | null)[]
}

/**
 * A write that adds or removes items is recorded with those that made a difference. Reads what was meant: the most
 * that was given at once, where all that a smaller one lacks was there (or gone) already.
 * @returns null for other leaves, and where the writes really differ within a demonstration
 */
export function itemsByTrace({ traces }: Building, column: Column, leaf: LeafColumn): CommonItems | null {
  const { edits } = leaf.leaf.meaning
  const acted = column.leaves.find(({ kind }) => kind === 'record')
  const entity = acted?.leaf.meaning.entity
  if (!acted || entity === undefined || !edits || edits.op === 'set') return null
  const whole = (places: readonly number[]): readonly Json[] | null => {
    const given = places.map((place) => itemsOf(leaf.at[place]?.value))
    const union = distinct(given.flat())
    const fits = places.every((place, turn) => {
      const id = acted.at[place]?.value
      const before = typeof id === 'string' ? traces[column.samples[place]?.trace ?? 0]?.valueBefore(column.at[place] ?? null, entity, id, edits.field) : null
      const now = itemsOf(before ?? undefined)
      return union.every((item) => has(given[turn] ?? [], item) || has(now, item) === (edits.op === 'add'))
    })
    // One write must give them all: single items of which each happened to be enough may be anybody's.
    return fits && given.some((items) => items.length === union.length) ? union : null
  }
  const places = leaf.at.flatMap((cell, place) => (cell && Array.isArray(cell.value) ? [place] : []))
  if (places.length < leaf.facts.length) return null
  const byTrace = traces.map((_, trace) => {
    const own = places.filter((place) => column.samples[place]?.trace === trace)
    return own.length === 0 ? null : whole(own)
  })
  const unclear = traces.some((_, trace) => byTrace[trace] === null && places.some((place) => column.samples[place]?.trace === trace))
  return unclear ? null : { all: whole(places), byTrace }
}

const itemsOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : [])

const has = (items: readonly Json[], item: Json): boolean => items.some((one) => equalJson(one, item))

const distinct = (items: readonly Json[]): readonly Json[] =>
  items
    .filter((item, place) => items.findIndex((one) => equalJson(one, item)) === place)
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
