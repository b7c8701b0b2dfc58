import { Type } from 'typebox'
import { change, changeSchema, ofTicket } from '../change.ts'
import { noTicket, ticketCommand } from '../command.ts'
import { statusSchema, ticketIdSchema, ticketOf } from '../model.ts'

export const setTicketStatus = ticketCommand({
  id: 'set_ticket_status',
  title: 'Set status',
  description: 'Sets the status of a ticket.',
  effect: 'write',
  keys: ['s'],
  argument: 'status',
  input: Type.Object(
    { ticketId: ticketIdSchema(), status: statusSchema({ edits: { field: 'status', op: 'set' }, consequential: true }) },
    { additionalProperties: false },
  ),
  output: changeSchema('status', statusSchema()),
  plan(state, _view, { ticketId, status }) {
    const ticket = ticketOf(state, ticketId)
    return ticket ? change(ticket, 'status', status) : noTicket()
  },
  say: (slot) => ['Set status', ...ofTicket(slot), ' to ', ...slot('status')],
})
