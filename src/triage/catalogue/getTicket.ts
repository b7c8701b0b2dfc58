import { Type } from 'typebox'
import { asJson, noTicket, ticketCommand } from '../command.ts'
import { Ticket, ticketIdSchema, ticketOf } from '../model.ts'

export const getTicket = ticketCommand({
  id: 'get_ticket',
  title: 'Read ticket',
  description: 'Gives a ticket with its text and its reply draft.',
  effect: 'read',
  argument: 'ticketId',
  input: Type.Object({ ticketId: ticketIdSchema() }, { additionalProperties: false }),
  output: Ticket,
  plan(state, _view, { ticketId }) {
    const ticket = ticketOf(state, ticketId)
    return ticket ? { output: asJson(ticket) } : noTicket()
  },
  say: (slot) => ['Read ', ...slot('ticketId')],
})
