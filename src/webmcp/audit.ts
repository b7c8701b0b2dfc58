import type { AuditEvent } from '../bus/journal.ts'

/** What the library, approvals, registry and runs write into the audit. */
export type LibraryAuditType =
  | 'recorded'
  | 'drafted'
  | 'requested'
  | 'approved'
  | 'rejected'
  | 'withdrawn'
  /** Somebody tried to answer a request in a way that does not count. */
  | 'answer-refused'
  | 'registered'
  | 'enabled'
  | 'disabled'
  | 'revoked'
  | 'run-started'
  | 'run-finished'
  | 'imported'
  | 'exported'

/** An event of this part of the program. */
export interface LibraryAudit extends AuditEvent {
  readonly type: LibraryAuditType
}
