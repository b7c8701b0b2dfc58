import { filterTickets } from '../../src/triage/filter.ts'
import { PRIORITIES, ticketsOf, type Ticket } from '../../src/triage/model.ts'
import type { Query } from '../../src/triage/query.ts'
import { benchBus, dispatch, idsOf } from './benchDesk.ts'
import { figure, inTurn, timeEach, type Figure } from './measure.ts'

const BATCH = 100
const QUERY: Query = { status: ['new', 'open'], tag: 'refund', sort: 'priority' }

interface Write {
  readonly ticketId: string
  readonly priority: string
}

/** A write through the bus, checked, planned, journalled and told, against a hand-written check and `Map.set`. */
export async function measureWrite(count: number): Promise<Figure> {
  const bus = benchBus(count)
  const bare = new Map(ticketsOf(bus.session.records).map((ticket) => [ticket.ticketId, ticket]))
  // Every write changes something: what a ticket gets is never what it has.
  const writesOf = (round: number, has: (ticketId: string) => Ticket | undefined): readonly Write[] => {
    const next = new Map<string, number>()
    return idsOf(count, BATCH, round).map((ticketId) => {
      const rank = ((next.get(ticketId) ?? PRIORITIES.findIndex((one) => one === has(ticketId)?.priority)) + 1) % PRIORITIES.length
      next.set(ticketId, rank)
      return { ticketId, priority: PRIORITIES[rank] ?? 'low' }
    })
  }
  const ours = (round: number): number => {
    const writes = writesOf(round, (id) => bus.session.records.get('ticket', id) as Ticket | undefined)
    return timeEach(writes, ({ ticketId, priority }) => dispatch(bus, 'set_ticket_priority', { ticketId, priority }))
  }
  const other = (round: number): number => timeEach(writesOf(round, (id) => bare.get(id)), (write) => setByHand(bare, write))
  const [dispatched = [], map = []] = await inTurn([ours, other], { rounds: 200, warmUp: 100 })
  return figure(`write by dispatch, ${size(count)}`, 'µs', dispatched, { name: 'check by hand, Map.set of a copy', values: map })
}

function setByHand(map: Map<string, Ticket>, { ticketId, priority }: Write): void {
  if (typeof ticketId !== 'string' || !/^[A-Za-z0-9:_.#-]{1,64}$/.test(ticketId)) throw new Error('ticketId')
  const known = PRIORITIES.find((one) => one === priority)
  if (!known) throw new Error('priority')
  const ticket = map.get(ticketId)
  if (!ticket) throw new Error('There is no such ticket.')
  map.set(ticketId, { ...ticket, priority: known, version: ticket.version + 1, updatedAt: new Date().toISOString() })
}

/** The list asked for again after one ticket changed, against filtering and sorting an array. */
export async function measureFilter(count: number): Promise<Figure> {
  const bus = benchBus(count)
  const many = count > 1_000 ? 1 : 50
  const asks = (): readonly Query[] => Array.from({ length: many }, () => QUERY)
  const touch = (round: number): void => {
    const [ticketId = ''] = idsOf(count, 1, round)
    const { priority } = bus.session.records.get('ticket', ticketId) as unknown as Ticket
    dispatch(bus, 'set_ticket_priority', { ticketId, priority: priority === 'low' ? 'high' : 'low' })
  }
  let found = 0
  const ours = (round: number): number => {
    let place = 0
    let spent = 0
    for (const query of asks()) {
      touch(round * many + place++)
      const start = performance.now()
      dispatch(bus, 'filter_tickets', query)
      spent += performance.now() - start
    }
    return spent / many
  }
  const other = (): number => {
    const all = [...ticketsOf(bus.session.records)]
    return timeEach(asks(), (query) => (found = filterByHand(all, query).length))
  }
  const rounds = count > 1_000 ? { rounds: 25, warmUp: 5 } : { rounds: 100, warmUp: 40 }
  const [dispatched = [], naive = []] = await inTurn([ours, other], rounds)
  if (found !== filterTickets(ticketsOf(bus.session.records), QUERY).length) throw new Error('The two lists are not the same.')
  return figure(`filter after a write, ${size(count)}`, count > 1_000 ? 'ms' : 'µs', dispatched, { name: 'filter and sort of an array', values: naive })
}

/** As one would write it first: filter, sort, rows. */
function filterByHand(tickets: readonly Ticket[], { status = [], tag = '' }: Query): readonly object[] {
  const rank = (ticket: Ticket): number => PRIORITIES.indexOf(ticket.priority)
  const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
  return tickets
    .filter((ticket) => status.includes(ticket.status) && ticket.tags.includes(tag))
    .sort((a, b) => rank(b) - rank(a) || order(a.createdAt, b.createdAt) || order(a.ticketId, b.ticketId))
    .map(({ body: _body, reply: _reply, ...row }) => row)
}

const size = (count: number): string => `${count.toLocaleString('en')} tickets`
