import type { Assignee, TicketRow } from './model.ts'

type Read = (ticket: TicketRow, assignee: Assignee | undefined) => string

/** The fields a template may use, and what each gives; every one has words for when there is nothing. */
export const TEMPLATE_FIELDS: Readonly<Record<string, Read>> = Object.freeze({
  ticketId: (ticket) => ticket.ticketId,
  subject: (ticket) => ticket.subject.trim() || 'your message',
  'requester.name': (ticket) => ticket.requester.name.trim() || 'there',
  'requester.firstName': (ticket) => firstName(ticket.requester.name) || 'there',
  'requester.email': (ticket) => ticket.requester.email || 'your address',
  status: (ticket) => ticket.status.replace('_', ' '),
  priority: (ticket) => ticket.priority,
  'assignee.name': (_ticket, assignee) => assignee?.name ?? 'the support team',
  'assignee.firstName': (_ticket, assignee) => firstName(assignee?.name ?? '') || 'the support team',
  createdOn: (ticket) => ticket.createdAt.slice(0, 10),
} satisfies Record<string, Read>)

export type Rendered = { readonly text: string } | { readonly unknown: readonly string[] }

const FIELD = /\{\{([^{}]*)\}\}/gu

/**
 * A template's text with its fields filled from a ticket: the one renderer for applying and for previews.
 * Values are put in as they are, once: a field written in a value is never filled.
 * @returns the text, or the fields that tickets do not have
 */
export function renderTemplate(body: string, ticket: TicketRow, assignee: Assignee | undefined): Rendered {
  const unknown = new Set<string>()
  const text = body.replace(FIELD, (_whole, inner: string) => {
    const name = inner.trim()
    const read = Object.hasOwn(TEMPLATE_FIELDS, name) ? TEMPLATE_FIELDS[name] : undefined
    if (!read) unknown.add(name)
    return read?.(ticket, assignee) ?? ''
  })
  return unknown.size > 0 ? { unknown: [...unknown] } : { text }
}

/** The first word of a name that is not a title; of `Costa, Ana`, the word after the comma. */
function firstName(name: string): string {
  const [family = '', given] = name.split(',', 2)
  const words = (given ?? family).trim().split(/\s+/u).filter((word) => !/^(?:dr|prof|mr|mrs|ms|herr|frau|sr|sra)\.?$/iu.test(word))
  return words[0] ?? ''
}
