import type { Json } from '../../bus/json.ts'
import type { Expr } from '../procedure/types.ts'

interface Entry {
  readonly entity: string
  readonly ids: (Json | null)[]
  readonly expr: Expr
}

/**
 * The records of a procedure and the one expression by which it knows each. A record is told by its ids over the
 * demonstrations: two leaves name the same one when they do in every demonstration that has both.
 */
export class RecordBook {
  private readonly entries: Entry[] = []

  find(entity: string, ids: readonly (Json | null)[]): Expr | undefined {
    const entry = this.entryOf(entity, ids)
    if (!entry) return undefined
    // What this leaf adds is known of the record from now on.
    ids.forEach((id, trace) => (entry.ids[trace] ??= id))
    return entry.expr
  }

  bind(entity: string, ids: readonly (Json | null)[], expr: Expr): void {
    this.entries.push({ entity, ids: [...ids], expr })
  }

  /** The record of a leaf, and what it is in each demonstration that names it anywhere. */
  entryFor(entity: string, ids: readonly (Json | null)[]): { readonly expr: Expr; readonly ids: readonly (Json | null)[] } | undefined {
    return this.entryOf(entity, ids)
  }

  private entryOf(entity: string, ids: readonly (Json | null)[]): Entry | undefined {
    return this.entries.find((entry) => {
      if (entry.entity !== entity) return false
      const shared = ids.map((id, trace) => [id, entry.ids[trace] ?? null] as const).filter(([a, b]) => a !== null && b !== null)
      return shared.length > 0 && shared.every(([a, b]) => a === b)
    })
  }
}
