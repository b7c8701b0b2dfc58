import { PRIORITIES, type Ticket } from './model.ts'
import type { Sort } from './query.ts'

type Order = (a: Ticket, b: Ticket) => number

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const byId: Order = (a, b) => compare(a.ticketId, b.ticketId)
const older: Order = (a, b) => compare(a.createdAt, b.createdAt) || byId(a, b)
const RANK: Readonly<Record<string, number>> = Object.fromEntries(PRIORITIES.map((priority, rank) => [priority, rank]))
const rankOf = (ticket: Ticket): number => RANK[ticket.priority] ?? 0

/** Total orders: no two tickets are ever equal. Ids and times compare by code unit, the same everywhere. */
const ORDERS: Readonly<Record<Sort, Order>> = {
  newest: (a, b) => compare(b.createdAt, a.createdAt) || byId(a, b),
  oldest: older,
  updated: (a, b) => compare(b.updatedAt, a.updatedAt) || older(a, b),
  priority: (a, b) => rankOf(b) - rankOf(a) || older(a, b),
}

interface Sorted {
  readonly tickets: readonly Ticket[]
  readonly sorted: readonly Ticket[]
}

/** The last list put in each order. Only ever a shortcut: the answer is the same without it. */
const latest = new Map<Sort, Sorted>()

/** With more replaced tickets than this, sorting anew is as fast. */
const FEW = 500

/**
 * The tickets in an order, as an array of its own that must not be changed. At 100,000 tickets a sort takes
 * a tenth of a second, so the last one is remembered, and put right where a few tickets were replaced since.
 */
export function sortTickets(tickets: readonly Ticket[], sort: Sort): readonly Ticket[] {
  const known = latest.get(sort)
  if (known?.tickets === tickets) return known.sorted
  const sorted = (known && putRight(known, tickets, ORDERS[sort])) ?? [...tickets].sort(ORDERS[sort])
  latest.set(sort, { tickets, sorted })
  return sorted
}

/** The remembered order with replaced tickets taken out and their successors put where they belong now; null if there are many. */
function putRight(known: Sorted, tickets: readonly Ticket[], order: Order): readonly Ticket[] | null {
  if (known.tickets.length !== tickets.length) return null
  const gone = new Set<Ticket>()
  const come: Ticket[] = []
  for (let place = 0; place < tickets.length; place++) {
    const before = known.tickets[place]
    const now = tickets[place]
    if (before === now || before === undefined || now === undefined) continue
    gone.add(before)
    come.push(now)
    if (come.length > FEW) return null
  }
  const sorted = known.sorted.filter((ticket) => !gone.has(ticket))
  for (const ticket of come) sorted.splice(placeFor(ticket, sorted, order), 0, ticket)
  return sorted
}

/** Where a ticket belongs in a sorted list, by halving. */
function placeFor(ticket: Ticket, sorted: readonly Ticket[], order: Order): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const there = sorted[middle]
    if (there !== undefined && order(there, ticket) < 0) low = middle + 1
    else high = middle
  }
  return low
}
