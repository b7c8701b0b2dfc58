import type { AuditRow, Evidence, JournalRow } from '../port.ts'

/** Keys of what was there at a first look. Plain data: it outlasts the page. */
export interface Known {
  readonly journal: readonly string[]
  readonly audit: readonly string[]
}

/** What came to be after a first look. */
export type Since = (now: Evidence) => { readonly journal: readonly JournalRow[]; readonly audit: readonly AuditRow[] }

/** Commands count anew after a reload, so they are told apart by time as well. */
export const knownOf = ({ journal, audit }: Evidence): Known => ({ journal: journal.map(keyOf), audit: audit.map((row) => row.id) })

/** Leaves out of later looks what was there at the first. */
export function since(known: Known): Since {
  const commands = new Set(known.journal)
  const audited = new Set(known.audit)
  return (now) => ({
    journal: now.journal.filter((row) => !commands.has(keyOf(row))),
    audit: now.audit.filter((row) => !audited.has(row.id)),
  })
}

const keyOf = ({ seq, time }: JournalRow): string => `${seq} ${time}`
