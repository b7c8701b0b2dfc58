import { isObject } from '../../json.ts'
import type { Settled } from '../../port.ts'
import type { CallEntry, LogEntry } from './log.ts'

/** How long a call took, or that it has not ended. */
export function timeOf({ at, endedAt }: CallEntry): string {
  if (endedAt === null) return 'running'
  const ms = endedAt - at
  return ms < 10_000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`
}

/** How a call ended in one word: `ok`, the tool's own code, or the name of what the host refused it with. */
export function codeOf(settled: Settled): string {
  if ('rejected' in settled) return settled.rejected.name
  const error = isObject(settled.value) ? settled.value.error : undefined
  return isObject(error) && typeof error.code === 'string' ? error.code : 'ok'
}

/** A log entry on one line. */
export function entryWords(entry: LogEntry): string {
  if (entry.kind !== 'tools') return entry.kind === 'call' ? entry.tool : entry.text
  const { added, removed, changed } = entry.change
  const part = (sign: string, names: readonly string[]): readonly string[] => (names.length > 0 ? [`${sign}${names.join(` ${sign}`)}`] : [])
  return [...part('+', added), ...part('−', removed), ...part('~', changed)].join(' ')
}
