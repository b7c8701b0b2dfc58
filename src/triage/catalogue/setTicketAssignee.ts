import { Type } from 'typebox'
import { change, changeSchema } from '../change.ts'
import { noAssignee, noTicket, ticketCommand } from '../command.ts'
import { assigneeOf, ownerSchema, ticketIdSchema, ticketOf } from '../model.ts'

export const setTicketAssignee = ticketCommand({
  id: 'set_ticket_assignee',
  title: 'Assign',
  description: 'Assigns a ticket to somebody; null unassigns it.',
  effect: 'write',
  keys: ['a'],
  argument: 'assigneeId',
  input: Type.Object(
    { ticketId: ticketIdSchema(), assigneeId: ownerSchema({ edits: { field: 'assigneeId', op: 'set' }, consequential: true }) },
    { additionalProperties: false },
  ),
  output: changeSchema('assigneeId', ownerSchema()),
  plan(state, _view, { ticketId, assigneeId }) {
    const ticket = ticketOf(state, ticketId)
    if (!ticket) return noTicket()
    if (assigneeId !== null && !assigneeOf(state, assigneeId)) return noAssignee(state, 'assigneeId')
    return change(ticket, 'assigneeId', assigneeId)
  },
  say(slot) {
    const ticket = slot('ticketId')
    return ['Assign ', ...(ticket.length > 0 ? [...ticket, ' '] : []), 'to ', ...slot('assigneeId')]
  },
})
