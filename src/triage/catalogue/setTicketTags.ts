import { Type } from 'typebox'
import { change, changeSchema, ofTicket } from '../change.ts'
import { noTicket, ticketCommand } from '../command.ts'
import { tagsSchema, ticketIdSchema, ticketOf } from '../model.ts'

export const setTicketTags = ticketCommand({
  id: 'set_ticket_tags',
  title: 'Replace tags',
  description: 'Replaces all tags of a ticket; an empty list clears them.',
  effect: 'write',
  argument: 'tags',
  input: Type.Object(
    { ticketId: ticketIdSchema(), tags: tagsSchema(0, { edits: { field: 'tags', op: 'set' } }) },
    { additionalProperties: false },
  ),
  output: changeSchema('tags', tagsSchema(0)),
  plan(state, _view, { ticketId, tags }) {
    const ticket = ticketOf(state, ticketId)
    // People see tags in their order, so the same ones in another order are a change.
    return ticket ? change(ticket, 'tags', tags) : noTicket()
  },
  say: (slot) => ['Set tags', ...ofTicket(slot), ' to ', ...slot('tags')],
})
