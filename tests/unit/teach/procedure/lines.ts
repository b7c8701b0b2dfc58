import type { Expr } from '../../../../src/teach/procedure/types.ts'
import { aParam, arg, call, from, value } from './fixture.ts'

/** Steps that the tests of words have in common. */

export const target = aParam('target_ticket', 'select_ticket.ticketId')
export const filter = call('list', 'filter_tickets', { status: value(['open']), priority: value(['urgent']), sort: value('oldest') })
export const take = (choose: Extract<Expr, { op: 'pick' }>['choose']) => call('take', 'select_ticket', { ticketId: from('list', choose) })
export const high = call('prio', 'set_ticket_priority', { ticketId: arg('take'), priority: value('high') })
