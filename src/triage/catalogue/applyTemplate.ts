import { Type } from 'typebox'
import { refuse } from '../../bus/command.ts'
import { change, changeSchema, ofTicket } from '../change.ts'
import { noTemplate, noTicket, ticketCommand } from '../command.ts'
import { assigneeOf, replySchema, templateIdSchema, templateOf, ticketIdSchema, ticketOf } from '../model.ts'
import { renderTemplate, TEMPLATE_FIELDS } from '../renderTemplate.ts'

export const applyTemplate = ticketCommand({
  id: 'apply_template',
  title: 'Apply template',
  description: 'Fills the reply draft of a ticket from a template, replacing what the draft held. Sends nothing.',
  effect: 'write',
  keys: ['m'],
  argument: 'templateId',
  input: Type.Object(
    // The reply is worked out from the template, so it cannot be read back by comparing with it.
    { ticketId: ticketIdSchema(), templateId: templateIdSchema({ fills: 'reply', consequential: true }) },
    { additionalProperties: false },
  ),
  output: changeSchema('reply', replySchema()),
  plan(state, _view, { ticketId, templateId }) {
    const ticket = ticketOf(state, ticketId)
    if (!ticket) return noTicket()
    const template = templateOf(state, templateId)
    if (!template) return noTemplate(state)
    const assignee = ticket.assigneeId === null ? undefined : assigneeOf(state, ticket.assigneeId)
    const rendered = renderTemplate(template.body, ticket, assignee)
    if ('unknown' in rendered)
      return refuse('INVALID_INPUT', 'This template uses a field that tickets do not have; correct the template first.', {
        path: 'templateId',
        known: Object.keys(TEMPLATE_FIELDS),
        untrusted: { fields: rendered.unknown },
      })
    return change(ticket, 'reply', rendered.text)
  },
  say: (slot) => ['Fill the reply', ...ofTicket(slot), ' from template ', ...slot('templateId')],
})
