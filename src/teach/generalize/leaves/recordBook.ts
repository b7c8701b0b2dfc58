import type { Json } from '../../../bus/json.ts'
import type { Expr } from '../../procedure/types.ts'
import { byTrace, isWhole, type Column } from '../steps/columns.ts'

/** A record of the procedure, by its id in each demonstration that names it anywhere. */
export interface BookEntry {
  /** Its turn in the book, by which a parameter that names it is known. */
  readonly turn: number
  readonly entity: string
  readonly ids: (Json | null)[]
  /** How the procedure knows it, once something is bound to it. */
  expr: Expr | null
}

/**
 * The records of a procedure and the one expression by which it knows each. A record is told by its ids over the
 * demonstrations: two leaves name the same one when they do in every demonstration that has both.
 */
export class RecordBook {
  private readonly entries: BookEntry[] = []

  /** Steps that all demonstrations have say which records there are; those that some have are about one of them. */
  static of(columns: readonly Column[], traces: number): RecordBook {
    const book = new RecordBook()
    for (const column of [...columns.filter(isWhole), ...columns.filter((one) => !isWhole(one))]) {
      for (const leaf of column.leaves) {
        const { entity } = leaf.leaf.meaning
        if (leaf.kind === 'record' && entity !== undefined) book.entry(entity, byTrace(column, leaf, traces))
      }
    }
    return book
  }

  find(entity: string, ids: readonly (Json | null)[]): Expr | undefined {
    return this.entry(entity, ids).expr ?? undefined
  }

  bind(entity: string, ids: readonly (Json | null)[], expr: Expr): void {
    this.entry(entity, ids).expr = expr
  }

  /** The record of these ids. What the leaf adds is known of it from now on. */
  entry(entity: string, ids: readonly (Json | null)[]): BookEntry {
    const known = this.entries.find((entry) => {
      if (entry.entity !== entity) return false
      const shared = ids.map((id, trace) => [id, entry.ids[trace] ?? null] as const).filter(([a, b]) => a !== null && b !== null)
      return shared.length > 0 && shared.every(([a, b]) => a === b)
    })
    const entry = known ?? { turn: this.entries.length, entity, ids: [...ids], expr: null }
    if (!known) this.entries.push(entry)
    ids.forEach((id, trace) => (entry.ids[trace] ??= id))
    return entry
  }
}
