import { asText } from '../../json.ts'
import type { AuditRow, JournalRow } from '../../port.ts'
import type { PageEntry } from './log.ts'

const ASKED = new Set(['requested', 'approved', 'rejected', 'withdrawn', 'answer-refused'])

/** A command as the log tells of it. */
export const commandEntry = (id: number, row: JournalRow): PageEntry => ({
  id,
  at: Date.parse(row.time),
  kind: 'page',
  text: `${row.command} by ${asText(row.actor)}`,
  detail: row,
})

/** An event of the audit as the log tells of it. */
export const auditEntry = (id: number, row: AuditRow): PageEntry => ({
  id,
  at: Date.parse(row.time),
  kind: ASKED.has(row.type) ? 'approval' : 'page',
  text: typeof row.tool === 'string' ? `${row.type}: ${row.tool}` : row.type,
  detail: row,
})
