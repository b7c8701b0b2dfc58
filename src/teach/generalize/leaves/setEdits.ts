import { equalJson, type Json } from '../../../bus/json.ts'
import type { Expr } from '../../procedure/types.ts'

/** What a new array does to the one before, told as items that came and went. */
export interface SetEdit {
  readonly added: readonly Json[]
  readonly removed: readonly Json[]
}

/**
 * The edit that makes `after` of `before` when order does not matter: whoever adds one tag to a ticket
 * with three means that tag, not the four. Null when nothing came or went.
 */
export function setEditOf(before: readonly Json[], after: readonly Json[]): SetEdit | null {
  const added = without(after, before)
  const removed = without(before, after)
  return added.length + removed.length > 0 ? { added, removed } : null
}

/** The array a record has, edited: removals first, so that what is added stays. */
export function editExpr(array: Expr, added: readonly Expr[], removed: readonly Expr[]): Expr {
  const less: Expr = removed.length > 0 ? { op: 'remove', to: array, items: removed } : array
  return added.length > 0 ? { op: 'add', to: less, items: added } : less
}

/** The array after an edit, as a run makes it. */
export const applyEdit = (before: readonly Json[], { added, removed }: SetEdit): readonly Json[] => {
  const less = without(before, removed)
  return [...less, ...without(added, less)]
}

/** Equal as sets, for arrays whose schema forbids doubles. */
export const sameItems = (a: readonly Json[], b: readonly Json[]): boolean =>
  a.length === b.length && without(a, b).length === 0 && without(b, a).length === 0

const without = (items: readonly Json[], others: readonly Json[]): readonly Json[] =>
  items.filter((item) => !others.some((other) => equalJson(other, item)))
