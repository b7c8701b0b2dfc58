import { Type } from 'typebox'
import { ticketCommand } from '../command.ts'

export const closeTicket = ticketCommand({
  id: 'close_ticket',
  title: 'Back to the list',
  description: 'Leaves the open ticket; its status stays.',
  effect: 'view',
  recordable: false,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({}, { additionalProperties: false }),
  plan: () => ({ output: {}, viewPatch: { focus: null } }),
  say: () => ['Back to the list'],
})
