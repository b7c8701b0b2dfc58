import { Type } from 'typebox'
import { refuse } from '../../bus/command.ts'
import { change, changeSchema, ofTicket } from '../change.ts'
import { noTicket, ticketCommand } from '../command.ts'
import { TAGS_PER_TICKET, tagsSchema, ticketIdSchema, ticketOf } from '../model.ts'

export const addTicketTags = ticketCommand({
  id: 'add_ticket_tags',
  title: 'Add tags',
  description: 'Adds tags to a ticket and keeps those it has.',
  effect: 'write',
  keys: ['y'],
  argument: 'tags',
  input: Type.Object(
    { ticketId: ticketIdSchema(), tags: tagsSchema(1, { edits: { field: 'tags', op: 'add' } }) },
    { additionalProperties: false },
  ),
  output: changeSchema('tags', tagsSchema(0)),
  plan(state, _view, { ticketId, tags }) {
    const ticket = ticketOf(state, ticketId)
    if (!ticket) return noTicket()
    const merged = [...new Set([...ticket.tags, ...tags])]
    if (merged.length > TAGS_PER_TICKET && merged.length > ticket.tags.length)
      return refuse('LIMIT', `A ticket has at most ${TAGS_PER_TICKET} tags; remove some first.`, { path: 'tags' })
    return change(ticket, 'tags', merged)
  },
  say: (slot) => ['Add tag ', ...slot('tags'), ...ofTicket(slot, ' to ')],
})
