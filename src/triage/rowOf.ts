import { TicketRow, type Ticket } from './model.ts'

const FIELDS = Object.keys(TicketRow.properties) as readonly (keyof TicketRow)[]
const rows = new WeakMap<Ticket, TicketRow>()

/** The ticket as lists show it. One row a stored ticket, made once, frozen. */
export function rowOf(ticket: Ticket): TicketRow {
  const known = rows.get(ticket)
  if (known) return known
  const shown = FIELDS.flatMap((field) => (field in ticket ? [[field, ticket[field]]] : []))
  const row = Object.freeze(Object.fromEntries(shown)) as TicketRow
  rows.set(ticket, row)
  return row
}
