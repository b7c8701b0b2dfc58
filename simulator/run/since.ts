import type { AuditRow, Evidence, JournalRow } from '../port.ts'

/** What came to be after a first look. */
export type Since = (now: Evidence) => { readonly journal: readonly JournalRow[]; readonly audit: readonly AuditRow[] }

/** Leaves out of later looks what was there at the first. Commands count anew after a reload, so they are told apart by time as well. */
export function since(first: Evidence): Since {
  const known = new Set(first.journal.map(keyOf))
  const audited = new Set(first.audit.map((row) => row.id))
  return (now) => ({
    journal: now.journal.filter((row) => !known.has(keyOf(row))),
    audit: now.audit.filter((row) => !audited.has(row.id)),
  })
}

const keyOf = ({ seq, time }: JournalRow): string => `${seq} ${time}`
