import type { Ticket } from './model.ts'
import type { Query } from './query.ts'
import { sortTickets } from './sortTickets.ts'

/** The value of a query's `assignee` that stands for unassigned tickets. */
export const NOBODY = 'none'

/**
 * The tickets for which all of the query holds, in its order, whatever its limit: one pass over plain
 * frozen records. Pure; what is remembered of a ticket goes with the ticket.
 */
export function filterTickets(tickets: readonly Ticket[], query: Query): readonly Ticket[] {
  const holds = matcher(query)
  return sortTickets(tickets, query.sort ?? 'newest').filter(holds)
}

/** Whether one ticket matches, the order aside. */
export function matcher({ status, priority, assignee, tag, notTags, requester, text }: Query): (ticket: Ticket) => boolean {
  const owner = assignee === NOBODY ? null : assignee
  const words = wordsOf(text)
  const who = wordsOf(requester)
  return (ticket) =>
    (status === undefined || status.includes(ticket.status)) &&
    (priority === undefined || priority.includes(ticket.priority)) &&
    (owner === undefined || ticket.assigneeId === owner) &&
    (tag === undefined || ticket.tags.includes(tag)) &&
    (notTags === undefined || !notTags.some((one) => ticket.tags.includes(one))) &&
    (who.length === 0 || allIn(who, haystackOf(ticket).requester)) &&
    (words.length === 0 || allIn(words, haystackOf(ticket).all))
}

/** Lower case of a text, composed: how search compares. */
const fold = (text: string): string => text.normalize('NFC').toLowerCase()
const wordsOf = (text: string | undefined): readonly string[] => (text === undefined ? [] : fold(text).split(/\s+/u).filter(Boolean))
const allIn = (words: readonly string[], haystack: string): boolean => words.every((word) => haystack.includes(word))

interface Haystack {
  readonly requester: string
  readonly all: string
}

const haystacks = new WeakMap<Ticket, Haystack>()

function haystackOf(ticket: Ticket): Haystack {
  const known = haystacks.get(ticket)
  if (known) return known
  const requester = fold(`${ticket.requester.name}\n${ticket.requester.email}`)
  // A line break cannot be part of a word, so no word is found across two fields.
  const made = { requester, all: `${fold(ticket.ticketId)}\n${fold(ticket.subject)}\n${requester}\n${fold(ticket.body)}` }
  haystacks.set(ticket, made)
  return made
}
