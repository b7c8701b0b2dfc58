import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Commit } from '../bus/journal.ts'
import { deepFreeze, isObject, type Json } from '../bus/json.ts'
import { LEFT_BEHIND } from './anyLeftBehind.ts'
import { isCommit } from './logEntry.ts'
import { FORMAT } from './migrations.ts'

/** What a page that goes had not stored yet. */
export interface Unstored {
  /** In their order. */
  readonly commits: readonly Commit[]
  /** Running recordings by their ids, as they were; null where one was over. Those that storage has the last word on are left out. */
  readonly live: Readonly<Record<string, Json | null>>
}

/** What some page left behind. */
export interface LeftBehind extends Unstored {
  /** Its key in the area. */
  readonly key: string
  /** When, in milliseconds since 1970. */
  readonly at: number
}

/** Text kept at once, without a wait: `localStorage`. */
export type TextArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

export interface Leaving {
  readonly area: TextArea
  /** The store it belongs to. */
  readonly storeId: string
  /** Of this load of the page: no other writes under its name. */
  readonly pageId: string
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** What nobody could take up for so many milliseconds is removed. */
const KEPT_FOR = 30 * 24 * 3_600_000

/**
 * Leaves behind what is not stored, in place of what this page left behind before; nothing, where all is stored.
 * For the moment a page goes: nothing that must be waited for is sure to happen then, as a write to IndexedDB must.
 * Where there is no room for all of it, recordings are left out.
 * @returns `none` where there is nothing to leave, `all` of it, or `some`: recordings had no room
 * @throws what the area throws, where it has no room or is forbidden; then there is nothing of this page
 */
export function leaveBehind({ area, storeId, pageId, clock }: Leaving, { commits, live }: Unstored): 'none' | 'some' | 'all' {
  const key = LEFT_BEHIND + pageId
  // First: what has no room must not leave an older state behind.
  area.removeItem(key)
  const put = (unstored: Unstored): void => {
    const text = JSON.stringify({ format: FORMAT, storeId, at: clock(), ...unstored })
    area.setItem(key, hashOf(text) + text)
  }
  if (commits.length === 0 && Object.keys(live).length === 0) return 'none'
  try {
    put({ commits, live })
  } catch (error) {
    if (commits.length === 0) throw error
    put({ commits, live: {} })
    return 'some'
  }
  return 'all'
}

/**
 * What pages that are gone left behind, the earliest first, whichever tabs they were in: a tab that was closed does not
 * come back. What is of another store or another version stays, since there may be a page again that knows it; what was
 * damaged is removed.
 */
export function findLeftBehind({ area, storeId, clock }: Omit<Leaving, 'pageId'>, isAlive: (pageId: string) => boolean): readonly LeftBehind[] {
  const keys = Array.from({ length: area.length }, (_, place) => area.key(place) ?? '')
  const found: LeftBehind[] = []
  for (const key of keys) {
    if (!key.startsWith(LEFT_BEHIND) || isAlive(key.slice(LEFT_BEHIND.length))) continue
    const value = read(area.getItem(key) ?? '')
    if (!value || clock() - value.at > KEPT_FOR) area.removeItem(key)
    else if (value.format === FORMAT && value.storeId === storeId) found.push({ ...value, key })
  }
  return found.sort((a, b) => a.at - b.at)
}

const HASH = 64

function read(stored: string): (Unstored & { readonly format: number; readonly storeId: string; readonly at: number }) | null {
  const text = stored.slice(HASH)
  if (stored.slice(0, HASH) !== hashOf(text)) return null
  const value: unknown = JSON.parse(text)
  if (!isObject(value) || typeof value.format !== 'number' || typeof value.storeId !== 'string' || typeof value.at !== 'number') return null
  const { format, storeId, at, commits, live } = value
  if (!Array.isArray(commits) || !isObject(live)) return null
  const made: readonly unknown[] = commits
  return made.every(isCommit) ? deepFreeze({ format, storeId, at, commits: made, live }) : null
}

const hashOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))
