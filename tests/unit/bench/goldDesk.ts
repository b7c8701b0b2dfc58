import type { JsonObject } from '../../../src/bus/json.ts'
import { recordsOf, type DeskState } from '../../bench/generalize/desks.ts'
import type { Gold, GoldNode, GoldParam, GoldWrite } from '../../bench/generalize/gold.ts'
import { deskBus } from '../../support/sessions.ts'
import { ticket } from '../../support/tickets.ts'

/** A desk of a few tickets, numbered from 1; everything about them that matters is given. */
export function smallDesk(...given: readonly JsonObject[]): DeskState {
  const tickets = given.map((fields, place) =>
    ticket(place + 1, { status: 'open', priority: 'normal', assigneeId: null, tags: [], ...fields }),
  )
  return { tickets, bus: deskBus(recordsOf(tickets)) }
}

export const goldOf = (body: readonly GoldNode[], params: readonly GoldParam[] = []): Gold => ({
  id: 'gold-1',
  kind: 'single',
  kinds: ['single'],
  params,
  body,
})

export const list = (query: JsonObject = {}): GoldNode => ({
  do: 'list',
  name: 'tickets',
  query: Object.fromEntries(Object.entries(query).map(([leaf, value]) => [leaf, { from: 'const', value }])),
})

export const setPriority = (on: string, priority: string): GoldWrite => ({
  do: 'write',
  id: 'w1',
  command: 'set_ticket_priority',
  on,
  leaf: 'priority',
  value: { from: 'const', value: priority },
})

/** A ticket the caller names, of the whole desk or of a list. */
export const given = (from: string | null = null): Extract<GoldNode, { do: 'take' }> => ({
  do: 'take',
  name: 'ticket',
  list: from,
  choose: { by: 'given', param: 'ticket' },
})

export const ticketParam: GoldParam = { name: 'ticket', type: 'ticket' }
