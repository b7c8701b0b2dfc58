import type { Command } from '../../../../src/bus/command.ts'
import { triageCommands } from '../../../../src/triage/catalogue/index.ts'
import { aParam, arg, call, from, param, procedure, value } from './fixture.ts'

export const target = aParam('target_ticket', 'select_ticket.ticketId', {
  leaves: ['select_ticket.ticketId', 'set_ticket_priority.ticketId'],
})
export const select = call('take', 'select_ticket', { ticketId: param('target_ticket') })
export const priority = call('prio', 'set_ticket_priority', { ticketId: arg('take'), priority: value('high') })
export const status = call('status', 'set_ticket_status', { ticketId: arg('take'), status: value('pending') })
export const tag = call('tag', 'add_ticket_tags', { ticketId: arg('take'), tags: value(['vip']) })
export const triageOne = procedure([select, priority, status, tag], [target])

export const oldestOpen = [
  call('list', 'filter_tickets', { status: value(['open']), sort: value('oldest') }),
  call('take', 'select_ticket', { ticketId: from('list', { by: 'first' }) }),
  priority,
]

/** A command of the catalogue with a part of it replaced: where faults come in. */
export const replacing = (id: string, more: Partial<Command>): Command => {
  const command = triageCommands.find((one) => one.id === id)
  if (!command) throw new Error(id)
  return { ...command, ...more }
}
