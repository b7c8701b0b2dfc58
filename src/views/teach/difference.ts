import type { Json } from '../../bus/json.ts'
import type { Change } from '../../teach/procedure/outcome.ts'
import type { Names } from './useNames.ts'

/** A part of what a field was or became. `kept` is in both. */
export interface Part {
  readonly how: 'kept' | 'gone' | 'come'
  readonly text: string
}

/** What changed about a field. Lists are told apart item by item, everything else as a whole. */
export function difference(change: Pick<Change, 'entity' | 'field' | 'from' | 'to'>, names: Pick<Names, 'value'>): readonly Part[] {
  const { entity, field, from, to } = change
  if (Array.isArray(from) && Array.isArray(to)) {
    const was = from as readonly Json[]
    const is = to as readonly Json[]
    const told = (items: readonly Json[]): string => names.value(entity, field, items)
    const kept = was.filter((item) => is.includes(item))
    const gone = was.filter((item) => !is.includes(item))
    const come = is.filter((item) => !was.includes(item))
    return [
      ...(kept.length > 0 ? [{ how: 'kept' as const, text: told(kept) }] : []),
      ...(gone.length > 0 ? [{ how: 'gone' as const, text: told(gone) }] : []),
      ...(come.length > 0 ? [{ how: 'come' as const, text: come.map((item) => `+ ${told([item])}`).join(' ') }] : []),
    ]
  }
  return [
    { how: 'gone', text: names.value(entity, field, from) },
    { how: 'come', text: names.value(entity, field, to) },
  ]
}
