import type { AuditRow, JournalRow, SimulatorPage } from '../../../simulator/port.ts'

/** A page with nothing behind it. */
export const fakePage = (more: Partial<SimulatorPage> = {}): SimulatorPage & { journalRows: JournalRow[]; auditRows: AuditRow[] } => {
  const journalRows: JournalRow[] = []
  const auditRows: AuditRow[] = []
  return {
    mode: 'native',
    modelContext: () => null,
    journal: () => [...journalRows],
    audit: () => [...auditRows],
    onChange: () => () => undefined,
    onRun: () => () => undefined,
    revoke: () => undefined,
    writeElsewhere: () => undefined,
    ...more,
    journalRows,
    auditRows,
  }
}
