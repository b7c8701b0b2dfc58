import { Type } from 'typebox'
import { change, changeSchema, ofTicket } from '../change.ts'
import { noTicket, ticketCommand } from '../command.ts'
import { prioritySchema, ticketIdSchema, ticketOf } from '../model.ts'

export const setTicketPriority = ticketCommand({
  id: 'set_ticket_priority',
  title: 'Set priority',
  description: 'Sets the priority of a ticket.',
  effect: 'write',
  keys: ['p'],
  argument: 'priority',
  input: Type.Object(
    { ticketId: ticketIdSchema(), priority: prioritySchema({ edits: { field: 'priority', op: 'set' } }) },
    { additionalProperties: false },
  ),
  output: changeSchema('priority', prioritySchema()),
  plan(state, _view, { ticketId, priority }) {
    const ticket = ticketOf(state, ticketId)
    return ticket ? change(ticket, 'priority', priority) : noTicket()
  },
  say: (slot) => ['Set priority', ...ofTicket(slot), ' to ', ...slot('priority')],
})
