import { asText, isList, type Json, type JsonObject } from '../../json.ts'
import { FIELD_KEYS } from '../../run/gestures.ts'
import { valued, type Chosen } from '../../page/seen.ts'
import { shown } from './filterSteps.ts'
import { doing, press, take, without, type PersonSteps } from './reading.ts'

/** Commands a person gives by choosing in the list of a field: of which, and with which argument. */
const FIELDS: Readonly<Record<string, readonly [field: string, argument: string]>> = {
  set_ticket_priority: ['priority', 'priority'],
  set_ticket_status: ['status', 'status'],
  set_ticket_assignee: ['assignee', 'assigneeId'],
  apply_template: ['template', 'templateId'],
  add_ticket_tags: ['tags', 'tags'],
  remove_ticket_tags: ['tags', 'tags'],
}

/**
 * How a person set a field, or undefined where the command is about none.
 * @param chosen what was chosen in the list of the field just then
 */
export function fieldSteps(command: string, input: JsonObject, chosen: Chosen | null): readonly Json[] | PersonSteps | undefined {
  const [field, argument] = FIELDS[command] ?? []
  if (field === undefined || argument === undefined) return undefined
  const given = input[argument] ?? null
  const from = chosen?.from === `field:${field}` ? chosen : null
  if (field === 'tags') {
    // In the list they are added and taken out one by one.
    const tags = isList(given) ? given.map(asText) : []
    const way = tags.length === 1 && from?.value === tags[0] ? from : null
    return way && !way.plain ? [press(FIELD_KEYS['tags'] ?? ''), ...take(way.label, way.value), press('Escape')] : [set(field, tags)]
  }
  if (field === 'priority' || field === 'status') return typeof given === 'string' ? [set(field, [shown(given)])] : undefined
  if (field === 'assignee' && given === null) return [set(field, ['Nobody'])]
  if (from?.value !== given) return without(`${command}, which you did by hand`)
  return from.plain ? [set(field, [from.label])] : [press(FIELD_KEYS[field] ?? ''), ...take(from.label, from.value)]
}

const set = (field: string, to: readonly string[]): Json => ({ human: 'set', field, to })

/** Makes sure that the row under the cursor is the one that was meant. */
export const onRow = (moves: readonly Json[], ticketId: string): readonly Json[] => [
  ...moves,
  { human: 'see', hook: `[data-region="queue"] ${valued('data-ticket-id', ticketId)}[aria-selected="true"]` },
]

export const asSteps = (steps: readonly Json[] | PersonSteps): PersonSteps => (isList(steps) ? doing(...steps) : (steps))
