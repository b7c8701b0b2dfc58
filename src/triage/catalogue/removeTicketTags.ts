import { Type } from 'typebox'
import { change, changeSchema, ofTicket } from '../change.ts'
import { noTicket, ticketCommand } from '../command.ts'
import { tagsSchema, ticketIdSchema, ticketOf } from '../model.ts'

export const removeTicketTags = ticketCommand({
  id: 'remove_ticket_tags',
  title: 'Remove tags',
  description: 'Removes tags from a ticket and keeps the others.',
  effect: 'write',
  argument: 'tags',
  input: Type.Object(
    { ticketId: ticketIdSchema(), tags: tagsSchema(1, { edits: { field: 'tags', op: 'remove' } }) },
    { additionalProperties: false },
  ),
  output: changeSchema('tags', tagsSchema(0)),
  plan(state, _view, { ticketId, tags }) {
    const ticket = ticketOf(state, ticketId)
    if (!ticket) return noTicket()
    return change(
      ticket,
      'tags',
      ticket.tags.filter((tag) => !tags.includes(tag)),
    )
  },
  say: (slot) => ['Remove tag ', ...slot('tags'), ...ofTicket(slot, ' from ')],
})
