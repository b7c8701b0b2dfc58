import type { Commit } from '../bus/journal.ts'
import { canonical, isObject } from '../bus/json.ts'
import type { Patch } from '../bus/state.ts'
import { textHash } from './textHash.ts'

/** A commit as stored: one record, chained to the one before. */
export interface LogEntry {
  /** Counts up from 1 over the life of the store, across tabs. */
  readonly seq: number
  /** Hash of the entry before. */
  readonly prev: string
  /** Hex SHA-256 over the canonical text of the other members. */
  readonly hash: string
  /** The tab that wrote it: undo is per tab. */
  readonly tab: string
  readonly commit: Commit
}

/** What the first entry of a store calls the hash before it. */
export const GENESIS = '0'.repeat(64)

export function sealEntry(parts: Omit<LogEntry, 'hash'>): LogEntry {
  return { ...parts, hash: hashOf(parts) }
}

const hashOf = ({ seq, prev, tab, commit }: Omit<LogEntry, 'hash'>): string => textHash(canonical({ seq, prev, tab, commit }))

/**
 * A stored value as a log entry.
 * @param seq the number its key says
 * @returns the entry, or what is wrong with it in words
 */
export function readEntry(value: unknown, seq: number): LogEntry | string {
  if (!isEntry(value)) return 'does not have the shape of a commit'
  if (value.seq !== seq) return `says it is number ${value.seq}`
  return value.hash === hashOf(value) ? value : 'does not match its hash'
}

/** Structure only: the hash says whether the content is what was written. */
function isEntry(value: unknown): value is LogEntry & Record<string, never> {
  if (!isObject(value)) return false
  const { seq, prev, hash, tab, commit } = value
  return typeof seq === 'number' && typeof prev === 'string' && typeof hash === 'string' && typeof tab === 'string' && isCommit(commit)
}

/** Whether a stored value has the structure of a commit. */
export function isCommit(value: unknown): value is Commit {
  if (!isObject(value)) return false
  const { id, entries, reads, patches } = value
  return typeof id === 'string' && Array.isArray(entries) && Array.isArray(reads) && Array.isArray(patches) && patches.every(isPatch)
}

function isPatch(value: unknown): value is Patch {
  if (!isObject(value) || typeof value.entity !== 'string' || typeof value.id !== 'string') return false
  if (value.op === 'update') return isObject(value.fields) && Object.values(value.fields).every(isObject)
  return (value.op === 'create' || value.op === 'remove') && isObject(value.record)
}
