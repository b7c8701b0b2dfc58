import { importRun } from '../panel/session/keptLog.ts'
import { scriptFromLog, type RecordedScript } from '../panel/session/scriptFromLog.ts'
import type { HostName } from './openPage.ts'
import type { Played } from './playFile.ts'

/** A run as the panel takes it in. */
export function logOf(host: HostName, { entries, report, evidence, earlier }: Pick<Played, 'entries' | 'report' | 'evidence' | 'earlier'>): string {
  const whole = { ...evidence, journal: [...earlier, ...evidence.journal] }
  return `${JSON.stringify({ format: 'understudy/simulator-log', version: 1, host, changes: true, entries, report, evidence: whole }, null, 2)}\n`
}

/** The same as a script that expects what came of it. @param log what {@link logOf} gave */
export function scriptOf(log: string, title: string): RecordedScript {
  const read = importRun(log)
  if (typeof read === 'string') throw new Error(read)
  return scriptFromLog(read.entries, title)
}
