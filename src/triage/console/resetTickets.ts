import { Type } from 'typebox'
import type { JsonObject } from '../../bus/json.ts'
import type { Patch, Rec, State } from '../../bus/state.ts'
import { ticketCommand } from '../command.ts'
import { assigneeEntity, templateEntity, ticketEntity } from '../entities.ts'

// The records come from this program's own sample and not from outside, so their ids are all that is looked at.
const batch = (description: string) => Type.Array(Type.Unsafe<JsonObject>({ type: 'object' }), { maxItems: 1000, description })

const PARTS = [
  { entity: ticketEntity, part: 'tickets' },
  { entity: assigneeEntity, part: 'assignees' },
  { entity: templateEntity, part: 'templates' },
] as const

export const resetTickets = ticketCommand({
  id: 'reset_tickets',
  title: 'Reset to sample tickets',
  description: 'Replaces all tickets, assignees and templates with the given sample.',
  effect: 'write',
  recordable: false,
  input: Type.Object(
    { tickets: batch('The new tickets.'), assignees: batch('The new assignees.'), templates: batch('The new templates.') },
    { additionalProperties: false },
  ),
  output: Type.Object(
    { removed: Type.Integer({ minimum: 0 }), created: Type.Integer({ minimum: 0 }) },
    { additionalProperties: false },
  ),
  plan(state, _view, input) {
    const removed = PARTS.flatMap(({ entity }) =>
      state.list(entity.name).map((record): Patch => ({ op: 'remove', entity: entity.name, id: record[entity.idField] as string, record })),
    )
    const created = PARTS.flatMap(({ entity, part }) =>
      input[part].map((record): Patch => {
        const id = record[entity.idField] as string
        return { op: 'create', entity: entity.name, id, record: entity === ticketEntity ? counted(state, id, record) : record }
      }),
    )
    return {
      output: { removed: removed.length, created: created.length },
      patches: [...removed, ...created],
      // What they name may be gone; whoever resets asks for the list anew.
      viewPatch: { focus: null, list: null },
    }
  },
  say: () => ['Reset to the sample tickets'],
})

/** A version never comes back: whoever relied on the ticket before must notice. */
function counted(state: State, id: string, record: Rec): Rec {
  const before = state.get('ticket', id)?.['version']
  return typeof before === 'number' ? { ...record, version: before + 1 } : record
}
