import type { Option } from '../ui/matchOptions.ts'
import { PRIORITIES, STATUSES } from '../triage/model.ts'
import { SORTS, type Sort } from '../triage/query.ts'

/** `on_hold` as a person reads it: *On hold*. */
export const inWords = (value: string): string => {
  const spaced = value.replaceAll('_', ' ')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

export const STATUS_OPTIONS: readonly Option[] = STATUSES.map((value) => ({ value, label: inWords(value) }))

/** Most pressing first: that is what people look for. */
export const PRIORITY_OPTIONS: readonly Option[] = [...PRIORITIES].reverse().map((value) => ({ value, label: inWords(value) }))

export const SORT_LABELS: Readonly<Record<Sort, string>> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  updated: 'Last updated',
  priority: 'Most urgent',
}

export const SORT_OPTIONS: readonly Option[] = (Object.keys(SORTS) as Sort[]).map((value) => ({ value, label: SORT_LABELS[value] }))
