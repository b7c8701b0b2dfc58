import { at, canonical, equalJson, isObject, type Json } from '../../../bus/json.ts'
import { recordLeaf } from '../../procedure/lists.ts'
import type { Expr } from '../../procedure/types.ts'
import type { Column, ColumnIndex, LeafColumn } from '../steps/columns.ts'

/** Where a value stood before: an expression, and how many steps lie between. */
export interface Sighting {
  readonly expr: Expr
  readonly distance: number
}

interface Place {
  readonly column: Column
  readonly of: 'out' | 'arg' | 'field'
  readonly path: string
}

/**
 * Inverted index: value → all places of earlier steps where it stood, in outputs (whole values and
 * members of objects; not rows of lists, which have no fixed place) and in inputs.
 */
export class ValueIndex {
  private readonly places = new Map<string, Place[]>()
  private readonly turns: ReadonlyMap<Column, number>

  constructor(live: readonly Column[], private readonly columns: ColumnIndex) {
    this.turns = new Map(live.map((column, turn) => [column, turn]))
    for (const column of live) {
      const [first] = column.facts
      if (!first) continue
      walk(first.step.output, '', (value, path) => this.add(value, { column, of: 'out', path }))
      for (const { leaf, value } of first.leaves) this.add(value, { column, of: 'arg', path: leaf.path })
      // Fields of the record as it is at that moment, where the step opened it and shows them.
      if (column.command.effect === 'write' || !recordLeaf(column.command)) continue
      walk(first.step.output, '', (value, path) => this.add(value, { column, of: 'field', path }))
    }
  }

  /** What yields the leaf's value every time, nearest first. */
  explaining(column: Column, leaf: LeafColumn): readonly Sighting[] {
    const turn = this.turns.get(column) ?? 0
    return (this.places.get(canonical(leaf.value)) ?? [])
      .filter((place) => (this.turns.get(place.column) ?? 0) < turn && this.holds(place, column, leaf))
      .toReversed()
      .flatMap((place) => {
        const expr = exprOf(place)
        return expr ? [{ expr, distance: turn - (this.turns.get(place.column) ?? 0) - 1 }] : []
      })
  }

  private holds(place: Place, column: Column, leaf: LeafColumn): boolean {
    return leaf.at.every((cell, sample) => {
      if (!cell) return true
      const same = place.column.samples === column.samples ? place.column.at[sample] : null
      const source = same ?? this.columns.factIn(place.column, column.samples[sample]?.trace ?? 0)
      if (!source) return false
      const value = at(place.of === 'arg' ? source.step.input : source.step.output, place.path)
      return value !== undefined && equalJson(value, cell.value)
    })
  }

  private add(value: Json, place: Place): void {
    const key = canonical(value)
    const known = this.places.get(key)
    if (known) known.push(place)
    else this.places.set(key, [place])
  }
}

function exprOf({ column, of, path }: Place): Expr | null {
  if (of !== 'field') return { op: of, step: column.as, path }
  const leaf = recordLeaf(column.command)
  const entity = leaf?.meaning.entity
  if (!leaf || entity === undefined) return null
  return { op: 'field', entity, of: { op: 'arg', step: column.as, path: leaf.path }, field: path }
}

function walk(value: Json, path: string, see: (value: Json, path: string) => void): void {
  if (path !== '') see(value, path)
  if (isObject(value)) for (const [key, inner] of Object.entries(value)) walk(inner, path === '' ? key : `${path}.${key}`, see)
}
