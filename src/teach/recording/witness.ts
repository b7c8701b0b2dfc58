import type { EntityDef } from '../../bus/entity.ts'
import type { Json } from '../../bus/json.ts'
import type { Rec } from '../../bus/state.ts'
import { literalsOf, type Column } from './literals.ts'
import { reader, rowLeaves } from './project.ts'
import type { Witness } from './types.ts'

/**
 * What a full list says about one chosen row, so that the choice can be told later although the list is
 * cut: its place, its rank by each ordered field, and how many rows share what is true of it. Linear in the
 * rows: pairs are counted over the kinds of rows there are, not over the rows.
 * @param rows the records of the list in its order, as they are at the moment of choice
 * @returns `null` when the row is not in the list
 */
export function witnessOf(id: string, rows: readonly Rec[], entity: EntityDef): Witness | null {
  const ordinal = rows.findIndex((row) => row[entity.idField] === id)
  const chosen = rows[ordinal]
  if (!chosen) return null
  return { id, ordinal, total: rows.length, ranks: ranksOf(chosen, rows, entity), ...counted(literalsOf(chosen, rows, entity), rows) }
}

/** How many rows have each combination of the literals: a number whose bits say which are true. */
function tally(columns: readonly Column[], rows: readonly Rec[]): readonly (readonly [mask: number, times: number])[] {
  const masks = new Uint16Array(rows.length)
  let shift = 0
  for (const { read, bits, literals } of columns) {
    for (let place = 0; place < rows.length; place += 1) {
      const row = rows[place]
      if (row) masks[place] = (masks[place] ?? 0) | (bits(read(row)) << shift)
    }
    shift += literals.length
  }
  const times = new Map<number, number>()
  for (const mask of masks) times.set(mask, (times.get(mask) ?? 0) + 1)
  return [...times]
}

/** Counts of what is true of some rows only, alone and in pairs. What is true of all of them tells nothing. */
function counted(columns: readonly Column[], rows: readonly Rec[]): Pick<Witness, 'literals' | 'pairs'> {
  const kinds = tally(columns, rows)
  const having = (wanted: number): number => {
    let sum = 0
    for (const [mask, times] of kinds) if ((mask & wanted) === wanted) sum += times
    return sum
  }
  const single = columns
    .flatMap(({ literals }) => literals)
    .map((literal, place) => ({ literal, bit: 1 << place, count: having(1 << place) }))
    .filter(({ count }) => count < rows.length)
  const pairs: { readonly of: readonly [number, number]; readonly count: number }[] = []
  single.forEach((a, first) => {
    single.slice(first + 1).forEach((b, after) => {
      const count = having(a.bit | b.bit)
      if (count < Math.min(a.count, b.count)) pairs.push({ of: [first, first + 1 + after], count })
    })
  })
  return { literals: single.map(({ literal, count }) => ({ literal, count })), pairs }
}

function ranksOf(chosen: Rec, rows: readonly Rec[], entity: EntityDef): Witness['ranks'] {
  const ranks: Record<string, { smaller: number; larger: number; ties: number }> = {}
  for (const { path, meaning, schema } of rowLeaves(entity)) {
    if (!meaning.ordered) continue
    const key = schema.enum ? placeIn(schema.enum, reader(path)) : reader(path)
    const mine = key(chosen)
    if (typeof mine !== 'string' && typeof mine !== 'number') continue
    let smaller = 0
    let larger = 0
    let ties = -1
    for (const row of rows) {
      const other = key(row)
      if (typeof other !== typeof mine) continue
      if (other === mine) ties += 1
      else if ((other as typeof mine) < mine) smaller += 1
      else larger += 1
    }
    ranks[path] = { smaller, larger, ties }
  }
  return ranks
}

/** Values of an enum are compared by their place in it. */
const placeIn =
  (choices: readonly Json[], read: (record: Rec) => Json | undefined) =>
  (record: Rec): number | undefined => {
    const value = read(record)
    return value === undefined ? undefined : choices.indexOf(value)
  }
