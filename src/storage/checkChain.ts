import { deepFreeze } from '../bus/json.ts'
import { ASIDE, LOG, logKey, seqOf } from './keys.ts'
import { GENESIS, readEntry, type LogEntry } from './logEntry.ts'
import type { StoragePort } from './port.ts'

/** Where the chain of the log is broken. */
export interface ChainFault {
  readonly seq: number
  /** What is wrong there, as the end of a sentence: *does not match its hash*. */
  readonly problem: string
}

/** The stored log as far as it is kept, and whether it is what was written. */
export interface ChainReport {
  /** Those that can be read, oldest first. */
  readonly entries: readonly LogEntry[]
  readonly faults: readonly ChainFault[]
}

/**
 * Reads the whole stored log and checks it link by link: every entry against its own hash and against the one before.
 * What was trimmed from the front, after it went into the chunks, is no fault. Changes nothing.
 * @throws what the port throws
 */
export async function checkChain(port: StoragePort): Promise<ChainReport> {
  const [keys, asideKeys] = await Promise.all([port.keys(LOG), port.keys(`${ASIDE}${LOG}`)])
  const seqs = keys.flatMap((key) => seqOf(key) ?? [])
  const aside = new Set(asideKeys.flatMap((key) => seqOf(key.slice(ASIDE.length)) ?? []))
  const values = await Promise.all(seqs.map(async (seq) => ({ seq, value: await port.get(logKey(seq)) })))
  // Trimmed between the two readings.
  const kept = values.filter(({ value }) => value !== null && value !== undefined)
  const entries: LogEntry[] = []
  const faults: ChainFault[] = []
  let before: { readonly seq: number; readonly hash: string | null } | null = null
  for (const { seq, value } of kept) {
    if (before) faults.push(...gap(before.seq, seq, aside))
    const entry = readEntry(value, seq)
    if (typeof entry === 'string') {
      faults.push({ seq, problem: entry })
      before = { seq, hash: null }
      continue
    }
    const expected: string | null = before ? (before.seq === seq - 1 ? before.hash : null) : seq === 1 ? GENESIS : null
    if (expected !== null && entry.prev !== expected) faults.push({ seq, problem: 'does not continue the one before it' })
    entries.push(deepFreeze(entry))
    before = { seq, hash: entry.hash }
  }
  return { entries, faults }
}

/** A fault for each missing entry between two; of a wide gap one says it all. */
function gap(before: number, seq: number, aside: ReadonlySet<number>): readonly ChainFault[] {
  const missing = seq - before - 1
  if (missing <= 0) return []
  if (missing > 5) return [{ seq: before + 1, problem: `is missing, and so are the ${missing - 1} after it` }]
  return Array.from({ length: missing }, (_, place) => {
    const at = before + 1 + place
    return { seq: at, problem: aside.has(at) ? 'could not be read and was set aside' : 'is missing' }
  })
}
