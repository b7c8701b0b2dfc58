import { Type, type TSchema } from 'typebox'
import type { Plan } from '../bus/command.ts'
import { equalJson, type Json } from '../bus/json.ts'
import type { Words } from '../bus/words.ts'
import { ticketIdSchema, type Ticket } from './model.ts'

/** What a write answers: the field it changed, before and after. */
export const changeSchema = (field: string, value: TSchema) =>
  Type.Object(
    {
      ticketId: ticketIdSchema(),
      field: Type.Unsafe<string>({ type: 'string', enum: [field] }),
      from: value,
      to: value,
      unchanged: Type.Optional(Type.Boolean({ description: 'It was already so; nothing changed.' })),
    },
    { additionalProperties: false },
  )

/** The plan that gives one field of a ticket a value; no patch where it has that value already. */
export function change(ticket: Ticket, field: 'status' | 'priority' | 'assigneeId' | 'tags' | 'reply', to: Json): Plan {
  const { ticketId } = ticket
  const from = ticket[field]
  const output = { ticketId, field, from, to }
  if (equalJson(from, to)) return { output: { ...output, unchanged: true } }
  return { output, patches: [{ op: 'update', entity: 'ticket', id: ticketId, fields: { [field]: { from, to } } }] }
}

/** ` of T-1001`, or nothing where the ticket goes without saying. */
export const ofTicket = (slot: (leaf: string) => Words, word = ' of '): Words => {
  const ticket = slot('ticketId')
  return ticket.length > 0 ? [word, ...ticket] : []
}
