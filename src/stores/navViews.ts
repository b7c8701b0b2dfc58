import { canonical } from '../bus/json.ts'
import { NOBODY } from '../triage/filter.ts'
import { STATUSES } from '../triage/model.ts'
import type { Query } from '../triage/query.ts'

/** Work that is not done yet: what the list starts with. */
export const UNSOLVED = STATUSES.filter((status) => status !== 'solved' && status !== 'closed')

/** A part of the work, one press away. */
export interface NavView {
  readonly id: 'open' | 'unassigned' | 'mine' | 'pending' | 'solved'
  readonly label: string
  /** What it filters by, the order aside; null as long as it is not known who the person is. */
  query(me: string): Query | null
}

export const NAV_VIEWS: readonly NavView[] = [
  { id: 'open', label: 'Open', query: () => ({ status: [...UNSOLVED] }) },
  { id: 'unassigned', label: 'Unassigned', query: () => ({ status: [...UNSOLVED], assignee: NOBODY }) },
  { id: 'mine', label: 'Mine', query: (me) => (me ? { status: [...UNSOLVED], assignee: me } : null) },
  { id: 'pending', label: 'Pending', query: () => ({ status: ['pending'] }) },
  { id: 'solved', label: 'Solved', query: () => ({ status: ['solved'] }) },
]

/** Whether two queries ask for the same tickets, whatever the order. */
export const sameTickets = (a: Query, b: Query): boolean =>
  canonical({ ...a, status: [...(a.status ?? [])].sort(), sort: undefined }) === canonical({ ...b, status: [...(b.status ?? [])].sort(), sort: undefined })
