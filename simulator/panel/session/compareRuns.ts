import type { Json } from '../../json.ts'
import { withoutChance } from '../../run/alike.ts'
import { align } from './align.ts'
import type { KeptRun } from './keptRuns.ts'
import type { LogEntry } from './log.ts'
import { codeOf, entryWords } from './words.ts'

/** One thing that happened in a run, without what is another each time. */
export interface RunEvent {
  readonly kind: LogEntry['kind']
  readonly words: string
  /** How a call ended; of other things empty. */
  readonly code: string
  readonly detail: string
}

/** One line of two runs side by side. */
export interface ComparedRow {
  readonly is: 'same' | 'other' | 'left' | 'right'
  readonly left: RunEvent | null
  readonly right: RunEvent | null
}

/**
 * Lays two runs side by side in the order things happened. What happened in both stands in one row: `same`, or `other` where
 * input, answer or detail differ. Ids, times and durations are left out: they differ every time. Changes of the host's list
 * count only where both runs tell of them.
 */
export function compareRuns(left: KeptRun, right: KeptRun): readonly ComparedRow[] {
  const hears = left.hearsChanges && right.hearsChanges
  const eventsOf = ({ entries }: KeptRun): readonly RunEvent[] => entries.filter(({ kind }) => kind !== 'seen' && (hears || kind !== 'tools')).map(eventOf)
  return align(eventsOf(left), eventsOf(right), ({ kind, words }) => `${kind} ${words}`).map((pair) => {
    const { left: a = null, right: b = null } = pair
    if (!a || !b) return { is: a ? 'left' : 'right', left: a, right: b }
    return { is: a.detail === b.detail ? 'same' : 'other', left: a, right: b }
  })
}

function eventOf(entry: LogEntry): RunEvent {
  const { kind } = entry
  const code = entry.kind === 'call' ? (entry.settled ? codeOf(entry.settled) : 'no answer') : ''
  return { kind, words: entryWords(entry), code, detail: JSON.stringify(withoutChance(detailOf(entry)), null, 2) }
}

function detailOf(entry: LogEntry): Json {
  if (entry.kind === 'tools') return { ...entry.change }
  if (entry.kind !== 'call') return entry.detail
  const { input, settled } = entry
  return { input, answer: settled === null ? 'none' : 'value' in settled ? settled.value : { rejected: settled.rejected } }
}
