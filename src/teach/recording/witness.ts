import type { EntityDef } from '../../bus/entity.ts'
import type { Json } from '../../bus/json.ts'
import type { Rec } from '../../bus/state.ts'
import { literalsOf, type Test } from './literals.ts'
import { reader, rowLeaves } from './project.ts'
import type { Witness } from './types.ts'

/**
 * What a full list says about one chosen row, so that the choice can be told later although the list is
 * cut: its place, its rank by each ordered field, and how many rows share what is true of it. Two passes,
 * the second only over a tally of distinct rows.
 * @param rows the records of the list in its order, as they are at the moment of choice
 * @returns `null` when the row is not in the list
 */
export function witnessOf(id: string, rows: readonly Rec[], entity: EntityDef): Witness | null {
  const ordinal = rows.findIndex((row) => row[entity.idField] === id)
  const chosen = rows[ordinal]
  if (!chosen) return null
  const tests = literalsOf(chosen, rows, entity)
  const counted = count(tests, rows)
  return {
    id,
    ordinal,
    total: rows.length,
    ranks: ranksOf(chosen, rows, entity),
    literals: tests.map(({ literal }, at) => ({ literal, count: counted.single[at] ?? 0 })),
    pairs: counted.pairs,
  }
}

/** Rows by which of the literals are true of them: as many entries as there are kinds of rows, not rows. */
function tally(tests: readonly Test[], rows: readonly Rec[]): ReadonlyMap<number, number> {
  const kinds = new Map<number, number>()
  for (const row of rows) {
    let mask = 0
    for (let bit = 0; bit < tests.length; bit += 1) if (tests[bit]?.holds(row)) mask |= 1 << bit
    kinds.set(mask, (kinds.get(mask) ?? 0) + 1)
  }
  return kinds
}

function count(tests: readonly Test[], rows: readonly Rec[]): { single: readonly number[]; pairs: Witness['pairs'] } {
  const kinds = tally(tests, rows)
  const having = (wanted: number): number => {
    let sum = 0
    for (const [mask, times] of kinds) if ((mask & wanted) === wanted) sum += times
    return sum
  }
  const single = tests.map((_, bit) => having(1 << bit))
  const pairs: { readonly of: readonly [number, number]; readonly count: number }[] = []
  for (let a = 0; a < tests.length; a += 1) {
    for (let b = a + 1; b < tests.length; b += 1) {
      const both = having((1 << a) | (1 << b))
      if (both < Math.min(single[a] ?? 0, single[b] ?? 0)) pairs.push({ of: [a, b], count: both })
    }
  }
  return { single, pairs }
}

function ranksOf(chosen: Rec, rows: readonly Rec[], entity: EntityDef): Witness['ranks'] {
  const ranks: Record<string, { smaller: number; larger: number; ties: number }> = {}
  for (const { path, meaning, schema } of rowLeaves(entity)) {
    if (!meaning.ordered) continue
    const read = reader(path)
    const key = keyOf(schema.enum)
    const mine = key(read(chosen))
    if (mine === undefined) continue
    const rank = { smaller: 0, larger: 0, ties: -1 }
    for (const row of rows) {
      const other = key(read(row))
      if (other === undefined || typeof other !== typeof mine) continue
      if (other < mine) rank.smaller += 1
      else if (other > mine) rank.larger += 1
      else rank.ties += 1
    }
    ranks[path] = rank
  }
  return ranks
}

/** What a value is compared by: its place among the values of an enum, else itself. */
function keyOf(choices: readonly Json[] | undefined): (value: Json | undefined) => string | number | undefined {
  return (value) => {
    if (typeof value !== 'string' && typeof value !== 'number') return undefined
    const place = choices?.indexOf(value) ?? -1
    return place >= 0 ? place : value
  }
}
