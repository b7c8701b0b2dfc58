import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonical } from '../../../src/bus/json.ts'
import { filterTickets } from '../../../src/triage/filter.ts'
import { PRIORITIES, STATUSES, type Ticket } from '../../../src/triage/model.ts'
import { SORTS, type Query, type Sort } from '../../../src/triage/query.ts'
import { ticketWith } from '../../unit/triage/ticketDesk.ts'
import { anyQuery } from './calls.ts'

/** Few times and few words, so that ties and matches are common. */
const time = fc.integer({ min: 0, max: 4 }).map((hour) => new Date(Date.UTC(2026, 10, 1, hour)).toISOString())
const word = fc.constantFrom('charge', 'Charged', 'TWICE', 'marta', 'Straße', 'É', 'e\u0301', '日本語', '.*')
const phrase = fc.array(word, { maxLength: 4 }).map((list) => list.join(' '))

const ticket = fc
  .record({
    number: fc.integer({ min: 1, max: 60 }),
    subject: phrase,
    body: phrase,
    requester: fc.record({ name: phrase, email: phrase }),
    status: fc.constantFrom(...STATUSES),
    priority: fc.constantFrom(...PRIORITIES),
    assigneeId: fc.constantFrom(null, 'mika', 'amara'),
    tags: fc.uniqueArray(fc.constantFrom('billing', 'vip', 'login', 'refund'), { maxLength: 3 }),
    createdAt: time,
    updatedAt: time,
  })
  .map(({ number, ...fields }) => ticketWith({ ticketId: `T-${number}`, ...fields }))

const desk = fc.uniqueArray(ticket, { selector: (one) => one.ticketId, maxLength: 40 })
const sorts = Object.keys(SORTS) as Sort[]

/** Looks for more words than `anyQuery` knows: those the tickets are made of. */
const query: fc.Arbitrary<Query> = fc.oneof(
  anyQuery,
  fc.record({ text: fc.oneof(phrase, fc.constant('t-1 CHARGE')), sort: fc.constantFrom(...sorts) }),
)

/** The contract, read aloud. */
function naive(tickets: readonly Ticket[], asked: Query): readonly string[] {
  const low = (value: string): string => value.normalize('NFC').toLowerCase()
  const everyWord = (of: string | undefined, ...places: string[]): boolean =>
    low(of ?? '')
      .split(/\s+/u)
      .every((word) => places.some((place) => low(place).includes(word)))
  const found = tickets.filter((one) => {
    if (asked.status && !asked.status.includes(one.status)) return false
    if (asked.priority && !asked.priority.includes(one.priority)) return false
    if (asked.assignee === 'none' && one.assigneeId !== null) return false
    if (asked.assignee && asked.assignee !== 'none' && one.assigneeId !== asked.assignee) return false
    if (asked.tag && !one.tags.includes(asked.tag)) return false
    if (asked.notTags?.some((tag) => one.tags.includes(tag))) return false
    if (!everyWord(asked.requester, one.requester.name, one.requester.email)) return false
    return everyWord(asked.text, one.subject, one.body, one.requester.name, one.requester.email, one.ticketId)
  })
  const sign = (a: string | number, b: string | number): number => (a === b ? 0 : a < b ? -1 : 1)
  const rank = (one: Ticket): number => PRIORITIES.indexOf(one.priority)
  const by: Record<Sort, (a: Ticket, b: Ticket) => number> = {
    newest: (a, b) => sign(b.createdAt, a.createdAt),
    oldest: (a, b) => sign(a.createdAt, b.createdAt),
    updated: (a, b) => sign(b.updatedAt, a.updatedAt),
    priority: (a, b) => sign(rank(b), rank(a)),
  }
  return found
    .sort((a, b) => by[asked.sort ?? 'newest'](a, b) || sign(a.createdAt, b.createdAt) || sign(a.ticketId, b.ticketId))
    .map((one) => one.ticketId)
}

const ids = (tickets: readonly Ticket[]): readonly string[] => tickets.map((one) => one.ticketId)

describe('filterTickets', () => {
  it('gives what the contract says', () => {
    fc.assert(
      fc.property(desk, query, (tickets, asked) => {
        expect(ids(filterTickets(tickets, asked))).toEqual(naive(tickets, asked))
      }),
      { numRuns: 500 },
    )
  })

  it('is right after tickets were replaced one by one, when the last order is remembered', () => {
    fc.assert(
      fc.property(desk, fc.array(fc.tuple(fc.nat(), ticket), { maxLength: 8 }), fc.constantFrom(...sorts), (tickets, changes, sort) => {
        let now = tickets
        expect(ids(filterTickets(now, { sort }))).toEqual(naive(now, { sort }))
        for (const [place, other] of changes) {
          now = now.map((one, index) => (index === place % now.length ? ticketWith({ ...other, ticketId: one.ticketId }) : one))
          expect(ids(filterTickets(now, { sort }))).toEqual(naive(now, { sort }))
        }
      }),
      { numRuns: 200 },
    )
  })

  it('orders totally: the order tickets came in makes no difference', () => {
    fc.assert(
      fc.property(
        desk.chain((tickets) => fc.tuple(fc.constant(tickets), fc.shuffledSubarray(tickets, { minLength: tickets.length }))),
        fc.constantFrom(...sorts),
        ([tickets, shuffled], sort) => {
          expect(ids(filterTickets(shuffled, { sort }))).toEqual(ids(filterTickets(tickets, { sort })))
        },
      ),
      { numRuns: 200 },
    )
  })

  it('is pure: the same each time, on frozen tickets, leaving them as they are', () => {
    fc.assert(
      fc.property(desk, query, (tickets, asked) => {
        Object.freeze(tickets)
        const was = canonical(tickets)
        const first = filterTickets(tickets, asked)
        expect(filterTickets(tickets, asked)).toEqual(first)
        expect(canonical(tickets)).toBe(was)
      }),
      { numRuns: 100 },
    )
  })
})
