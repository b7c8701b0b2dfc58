import { Type } from 'typebox'
import { asJson, noTicket, ticketCommand } from '../command.ts'
import { ticketIdSchema, ticketOf, TicketRow } from '../model.ts'
import { rowOf } from '../rowOf.ts'

export const selectTicket = ticketCommand({
  id: 'select_ticket',
  title: 'Open ticket',
  description: 'Opens a ticket, so that it is the one in front.',
  effect: 'view',
  argument: 'ticketId',
  input: Type.Object({ ticketId: ticketIdSchema() }, { additionalProperties: false }),
  output: TicketRow,
  plan(state, _view, { ticketId }) {
    const ticket = ticketOf(state, ticketId)
    return ticket ? { output: asJson(rowOf(ticket)), viewPatch: { focus: { entity: 'ticket', id: ticketId } } } : noTicket()
  },
  say: (slot) => ['Open ', ...slot('ticketId')],
})
