import { isList, type Json, type JsonObject } from '../../json.ts'
import { valued, type Chosen } from '../../page/seen.ts'
import { click, doing, fill, NOTHING, take, without, type PersonSteps } from './reading.ts'

/** What the console opens with. */
export const FIRST_QUERY: JsonObject = { status: ['new', 'open', 'pending', 'on_hold'], sort: 'newest' }

/** Orders of the list as the console writes them. */
export const SORTS: Readonly<Record<string, string>> = { newest: 'Newest first', oldest: 'Oldest first', updated: 'Last updated', priority: 'Most urgent' }

/** Choices that stand for no condition, or for nobody. */
const FIXED: Readonly<Record<string, Readonly<Record<string, string>>>> = { assignee: { '': 'Anyone', none: 'Unassigned' }, tag: { '': 'Any tag' } }

/** A value as the console writes it. */
export const shown = (value: string): string => value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' ')

/**
 * How a person filtered, from what the list asked for before and what it asks for now: one gesture changes one part.
 * @param chosen what was chosen in the filter's list just then
 */
export function filterSteps(before: JsonObject, now: JsonObject, chosen: Chosen | null): PersonSteps {
  const parts = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((part) => JSON.stringify(before[part]) !== JSON.stringify(now[part]))
  const [part, other] = parts
  if (part === undefined) return NOTHING
  if (other !== undefined) return without('a filter of which several parts changed at once')
  const value = now[part]
  switch (part) {
    case 'text':
      return doing(fill('[data-filter="text"]', typeof value === 'string' ? value : ''))
    case 'status':
    case 'priority':
      return toggled(part, textsOf(before[part]), textsOf(value))
    case 'sort':
      return filter(part, SORTS[typeof value === 'string' ? value : 'newest'])
    case 'assignee':
    case 'tag':
      return picked(part, typeof value === 'string' ? value : '', chosen)
    default:
      return without(`a filter by ${part}`)
  }
}

const textsOf = (value: Json | undefined): readonly string[] => (isList(value) ? value.filter((one) => typeof one === 'string') : [])

function toggled(part: string, before: readonly string[], now: readonly string[]): PersonSteps {
  const [one, other] = [...before.filter((value) => !now.includes(value)), ...now.filter((value) => !before.includes(value))]
  return one !== undefined && other === undefined ? filter(part, shown(one)) : without(`a filter by ${part} of which several values changed at once`)
}

function picked(part: string, value: string, chosen: Chosen | null): PersonSteps {
  const fixed = FIXED[part]?.[value]
  if (fixed !== undefined) return filter(part, fixed)
  if (chosen?.from !== `filter:${part}` || chosen.value !== value) return without(`a filter by ${part}, whose choice in the list the log does not hold`)
  return chosen.plain ? filter(part, chosen.label) : doing(click(valued('data-filter', part)), ...take(chosen.label, value))
}

const filter = (part: string, to: string | undefined): PersonSteps => (to === undefined ? without(`a filter by ${part}`) : doing({ human: 'filter', filter: part, to: [to] }))
