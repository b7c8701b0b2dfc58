import type { CallEntry, LogEntry } from './log.ts'

/** How long a call took, or that it has not ended. */
export function timeOf({ at, endedAt }: CallEntry): string {
  if (endedAt === null) return 'running'
  const ms = endedAt - at
  return ms < 10_000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`
}

/** A log entry on one line. */
export function entryWords(entry: LogEntry): string {
  if (entry.kind !== 'tools') return entry.kind === 'call' ? entry.tool : entry.text
  const { added, removed, changed } = entry.change
  const part = (sign: string, names: readonly string[]): readonly string[] => (names.length > 0 ? [`${sign}${names.join(` ${sign}`)}`] : [])
  return [...part('+', added), ...part('−', removed), ...part('~', changed)].join(' ')
}
