import type { Bus } from '../../../src/bus/bus.ts'
import type { Rec } from '../../../src/bus/state.ts'
import type { Priority } from '../../../src/triage/model.ts'
import { deskBus } from '../../support/sessions.ts'
import { PRIORS } from './priors.ts'
import type { Random } from './random.ts'

const FIRST = 'Ana Bo Chen Dara Elif Femi Greta Hugo Ines Jun Kofi Lena Mira Nils Olga Pavel'.split(' ')
const LAST = 'Costa Lindqvist Wei Okoye Kaya Adeyemi Holm Marsh Duarte Sato Mensah Vogel Petrova Berg'.split(' ')
const TOPICS = ['parcel is late', 'charged twice', 'cannot log in', 'wrong size', 'invoice missing', 'app crashes', 'refund not there']
export const TAGS = ['billing', 'shipping', 'login', 'vip', 'bug', 'refund', 'triaged', 'follow-up', 'escalated', 'spam'] as const
/** What only somebody who reads the text can know. */
export const PHRASES = ['I am really upset', 'our lawyer will write', 'thank you for the great help'] as const
const SENTENCES = ['Please have a look.', 'It worked last week.', 'I tried three times.', 'My address is the same.', 'See the invoice.']

export const ASSIGNEE_IDS = ['a-1', 'a-2', 'a-3', 'a-4', 'a-5', 'a-6', 'a-7', 'a-8'] as const
const ASSIGNEES: readonly Rec[] = ASSIGNEE_IDS.map((assigneeId, place) =>
  Object.freeze({ assigneeId, name: `${FIRST[place + 4] ?? ''} ${LAST[place] ?? ''}`, email: `agent${place + 1}@desk.example` }),
)

const TEMPLATES: readonly Rec[] = [
  { templateId: 'refund', name: 'Refund granted', body: 'Dear {{requester.firstName}}, we refunded you. {{assignee.name}}' },
  { templateId: 'wait', name: 'Please wait', body: 'Hi {{requester.firstName}}, your {{priority}} ticket {{ticketId}} is in good hands.' },
  { templateId: 'login', name: 'Reset your password', body: 'Dear {{requester.name}}, use the link on the login page.' },
  { templateId: 'details', name: 'Ask for details', body: 'Hi {{requester.firstName}}, about “{{subject}}”: which version is it?' },
  { templateId: 'parcel', name: 'Parcel search', body: 'Hello {{requester.name}}, we look for it. Your ticket is {{status}}.' },
  { templateId: 'closing', name: 'Closing', body: 'Hi {{requester.firstName}}, we close {{ticketId}} of {{createdOn}}.' },
].map((template) => Object.freeze(template))
export const TEMPLATE_IDS = TEMPLATES.map((template) => String(template['templateId']))

/** When it is on the desk: what the bus of a desk says it is, or a little earlier. */
export const NOW = Date.UTC(2026, 10, 30, 9)

/** One state of a desk. The bus is only ever forked, so every run starts from the same. */
export interface DeskState {
  readonly tickets: readonly Rec[]
  readonly bus: Bus
}

export const recordsOf = (tickets: readonly Rec[]): Readonly<Record<string, readonly Rec[]>> => ({
  ticket: tickets,
  assignee: ASSIGNEES,
  template: TEMPLATES,
})

/** A desk with tickets of all sorts. Ids come from one range, so different desks share some of them, as days at one desk do. */
export function drawDesk(random: Random): DeskState {
  const count = random.between(PRIORS.desk.fewest, PRIORS.desk.most)
  const numbers = random.some([...Array(120).keys()], count)
  const tickets = random.shuffled(numbers.map((number) => drawTicket(1001 + number, random)))
  return { tickets, bus: deskBus(recordsOf(tickets)) }
}

function drawTicket(number: number, random: Random): Rec {
  const name = `${random.pick(FIRST)} ${random.pick(LAST)}`
  const created = NOW - random.between(30, 20 * 24 * 60) * 60_000 - random.between(0, 59_999)
  const updated = random.chance(0.4) ? created : Math.min(NOW - 1000, created + random.between(1, 5 * 24 * 60) * 60_000)
  const text = random.some(SENTENCES, random.between(0, 4))
  const phrase = random.chance(0.3) ? [random.pick(PHRASES)] : []
  return Object.freeze({
    ticketId: `T-${number}`,
    subject: `${random.pick(TOPICS)}, order ${random.between(40_000, 89_999)}`,
    body: [...text, ...phrase, 'x'.repeat(random.between(1, 400))].join(' '),
    requester: Object.freeze({ name, email: `${name.toLowerCase().replace(' ', '.')}@mail.example` }),
    status: random.weighted({ new: 0.22, open: 0.32, pending: 0.18, on_hold: 0.08, solved: 0.15, closed: 0.05 }),
    priority: random.weighted({ low: 0.2, normal: 0.4, high: 0.25, urgent: 0.15 } satisfies Record<Priority, number>),
    assigneeId: random.chance(0.35) ? null : random.pick(ASSIGNEE_IDS),
    tags: Object.freeze(random.shuffled(random.some(TAGS, random.between(0, 3)))),
    reply: random.chance(0.15) ? 'Hello, I will look into it.' : '',
    createdAt: new Date(created).toISOString(),
    updatedAt: new Date(updated).toISOString(),
    version: random.between(1, 6),
  })
}
