import { deepFreeze } from '../../bus/json.ts'
import type { Rec } from '../../bus/state.ts'
import { accountTickets } from './accountTickets.ts'
import { sampleAssignees } from './assignees.ts'
import { billingTickets } from './billingTickets.ts'
import { oddTickets } from './oddTickets.ts'
import { productTickets } from './productTickets.ts'
import { shippingTickets } from './shippingTickets.ts'
import { sampleTemplates } from './templates.ts'
import { ticketRecord } from './ticketSeed.ts'

const tickets = [...billingTickets, ...accountTickets, ...shippingTickets, ...productTickets, ...oddTickets].sort((a, b) => b.age - a.age)

/**
 * The desk as it comes: 40 tickets, 8 assignees, 8 templates, by entity. Pure and frozen.
 * @param now milliseconds since 1970; the tickets' times are counted back from it
 */
export const sampleRecords = (now: number): Readonly<Record<'ticket' | 'assignee' | 'template', readonly Rec[]>> =>
  deepFreeze({
    ticket: tickets.map((ticket) => ticketRecord(ticket, now)),
    assignee: sampleAssignees,
    template: sampleTemplates,
  })
