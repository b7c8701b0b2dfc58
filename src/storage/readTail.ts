import { deepFreeze } from '../bus/json.ts'
import { ASIDE, LOG, logKey, seqOf } from './keys.ts'
import { GENESIS, readEntry, type LogEntry } from './logEntry.ts'
import type { StoragePort } from './port.ts'
import { moveAside } from './setAside.ts'

export interface Tail {
  readonly entries: readonly LogEntry[]
  readonly lastSeq: number
  readonly lastHash: string
  readonly damaged: readonly string[]
}

/**
 * The log after an entry, checked link by link. A damaged entry is set aside; a missing one and a broken
 * link are reported, unless they were before. The rest comes through.
 * @param keys every key of the store
 * @param through the last entry that is in the chunks
 */
export async function readTail(port: StoragePort, keys: readonly string[], through: number): Promise<Tail> {
  const seqs = keys.flatMap((key) => seqOf(key) ?? []).sort((a, b) => a - b)
  const known = new Set(keys.filter((key) => key.startsWith(`${ASIDE}${LOG}`)).flatMap((key) => seqOf(key.slice(ASIDE.length)) ?? []))
  // One entry more than needed: its hash is what the first link hangs on.
  const values = await Promise.all(seqs.filter((seq) => seq >= through).map(async (seq) => ({ seq, value: await port.get(logKey(seq)) })))
  const entries: LogEntry[] = []
  const damaged: string[] = []
  let before: { readonly seq: number; readonly hash: string | null } = { seq: through, hash: null }
  let lastHash = GENESIS
  for (const { seq, value } of values) {
    const entry = readEntry(value, seq)
    if (typeof entry === 'string') {
      damaged.push(`Entry ${seq} of the log ${entry} and was set aside; what it changed may be missing.`)
      await moveAside(port, logKey(seq), value)
      before = { seq, hash: null }
      continue
    }
    const missing = missingBetween(before.seq, seq, known)
    if (missing !== null) damaged.push(missing)
    if (before.hash !== null && before.seq === seq - 1 && entry.prev !== before.hash) {
      damaged.push(`Entry ${seq} of the log does not continue the one before it.`)
    }
    before = { seq, hash: entry.hash }
    lastHash = entry.hash
    if (seq > through) entries.push(deepFreeze(entry))
  }
  return { entries, lastSeq: Math.max(through, before.seq, ...known), lastHash, damaged }
}

/** Which entries are missing and were not set aside earlier, in words. */
function missingBetween(before: number, seq: number, known: ReadonlySet<number>): string | null {
  const gone: number[] = []
  // A gap can be wide where numbers were damaged: a few of them are enough to name.
  for (let missing = before + 1; missing < seq && gone.length < 5; missing += 1) if (!known.has(missing)) gone.push(missing)
  if (gone.length === 0) return null
  const which = gone.length === 1 ? `Entry ${gone.join()}` : `Entries ${gone.join(', ')}${gone.length === 5 ? ' …' : ''}`
  return `${which} of the log cannot be found; what was changed there may be missing.`
}

/**
 * The last commits, oldest first: what history is rebuilt from and the audit shows. Read apart from the state,
 * after the page is up, since most of them are long in the chunks. Damaged entries are passed over.
 */
export async function readCommits(port: StoragePort, limit = 500): Promise<readonly LogEntry[]> {
  const seqs = (await port.keys(LOG)).flatMap((key) => seqOf(key) ?? []).slice(-limit)
  const entries = await Promise.all(seqs.map(async (seq) => readEntry(await port.get(logKey(seq)), seq)))
  return entries.flatMap((entry) => (typeof entry === 'string' ? [] : [deepFreeze(entry)]))
}
