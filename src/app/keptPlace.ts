import { deepFreeze } from '../bus/json.ts'
import type { Rec, View } from '../bus/state.ts'
import { checkInput, type ValidatorFor } from '../bus/validate.ts'
import type { Place } from '../stores/services.ts'
import { filterTickets } from '../triage/catalogue/filterTickets.ts'
import { NOBODY } from '../triage/filter.ts'
import type { Query } from '../triage/query.ts'

/** Where a tab keeps it. */
export const PLACE_KEY = 'understudy-place'

/** Where the person was when the page of this tab went, as it is kept. */
export interface StoredPlace extends Place {
  /** The store the ids are of. */
  readonly store: string
  readonly query: Query
  readonly ids: readonly string[]
  /** The open ticket. */
  readonly open: string | null
}

export interface KeptPlace extends Place {
  readonly view: View
}

export interface Desk {
  readonly storeId: string
  readonly records: Readonly<Record<string, readonly Rec[]>>
  readonly validatorFor: ValidatorFor
}

/**
 * What the page before this one in the tab had on show, so far as it is still there. Nothing where there was none, as in
 * a new tab, and where anything about it is odd: then the page begins as a new tab does.
 */
export function keptPlace(area: () => Pick<Storage, 'getItem'>, { storeId, records, validatorFor }: Desk): KeptPlace | undefined {
  try {
    // What is not of this shape fails below, or does no harm.
    const { store, query, ids, open, cursor, top } = JSON.parse(area().getItem(PLACE_KEY) ?? '') as StoredPlace
    const of = (entity: string, id: string): ReadonlySet<unknown> => new Set(records[entity]?.map((record) => record[id]))
    const tickets = of('ticket', 'ticketId')
    const there = [...new Set(ids)].filter((id) => tickets.has(id))
    const { assignee = NOBODY } = query
    if (
      store !== storeId ||
      checkInput(filterTickets.input, query, validatorFor, ({ path }) => `filter_tickets.${path}`) ||
      there.length < Math.min(1, ids.length) ||
      (assignee !== NOBODY && !of('assignee', 'assigneeId').has(assignee))
    )
      return
    return {
      view: deepFreeze({
        list: { entity: 'ticket', command: 'filter_tickets', query, ids: there },
        focus: tickets.has(open) ? { entity: 'ticket', id: open as string } : null,
      }),
      cursor,
      top,
    }
  } catch {
    return
  }
}
