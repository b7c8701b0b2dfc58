import type { JsonObject } from '../../src/bus/json.ts'
import type { Rec } from '../../src/bus/state.ts'
import { PRIORITIES, STATUSES } from '../../src/triage/model.ts'

const SUBJECTS = ['Refund for a double charge', 'Cannot log in', 'Printer on fire', 'Invoice missing', 'Slow exports', 'Where is my order?']
const PEOPLE = ['Ana Costa', 'Bo Lindqvist', 'Chen Wei', 'Dara Okoye', 'Elif Kaya']
const TAGS = ['billing', 'login', 'vip', 'bug', 'refund', 'triaged']

/** A ticket by number: everything about it follows from `n`, unless given. */
export function ticket(n: number, given: JsonObject = {}): Rec {
  const person = PEOPLE[n % PEOPLE.length] ?? 'Ana Costa'
  const created = new Date(Date.UTC(2026, 10, 1) + n * 3_600_000).toISOString()
  return Object.freeze({
    ticketId: `T-${1000 + n}`,
    subject: `${SUBJECTS[n % SUBJECTS.length] ?? ''} (${n})`,
    body: `Hello, this is letter ${n} from ${person}. Please help.`,
    requester: { name: person, email: `${person.split(' ')[0]?.toLowerCase() ?? 'x'}@example.com` },
    status: STATUSES[n % 4] ?? 'new',
    priority: PRIORITIES[(n * 7) % PRIORITIES.length] ?? 'normal',
    assigneeId: n % 3 === 0 ? null : `a-${(n % 4) + 1}`,
    tags: TAGS.filter((_, place) => (n >> place) % 2 === 1),
    reply: '',
    createdAt: created,
    updatedAt: created,
    version: 1,
    ...given,
  })
}

/** Tickets T-1001 … in the order of their numbers, which is that of their times. */
export const tickets = (count: number): readonly Rec[] => Array.from({ length: count }, (_, place) => ticket(place + 1))

export const ASSIGNEES: readonly Rec[] = ['Ines Duarte', 'Jonas Berg', 'Kim Novak', 'Lea Marin'].map((name, place) =>
  Object.freeze({ assigneeId: `a-${place + 1}`, name, email: `${name.split(' ')[0]?.toLowerCase() ?? 'x'}@desk.example` }),
)

export const TEMPLATES: readonly Rec[] = [
  { templateId: 'refund', name: 'Refund granted', body: 'Dear {{requester.firstName}}, we refunded you. {{assignee.name}}' },
  { templateId: 'wait', name: 'Please wait', body: 'Dear {{requester.firstName}}, your {{priority}} ticket {{ticketId}} is in good hands.' },
  { templateId: 'login', name: 'Reset your password', body: 'Dear {{requester.name}}, use the link on the login page.' },
]
