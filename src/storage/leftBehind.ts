import type { Commit } from '../bus/journal.ts'
import { deepFreeze, isObject, type Json } from '../bus/json.ts'
import { isCommit } from './logEntry.ts'
import { FORMAT } from './migrations.ts'

/** What a page that goes had not stored yet. */
export interface Unstored {
  /** In their order. */
  readonly commits: readonly Commit[]
  /** Running recordings by their ids, as they were; null where one was over. Those that storage has the last word on are left out. */
  readonly live: Readonly<Record<string, Json | null>>
}

/** What the page of some tab left behind. */
export interface LeftBehind extends Unstored {
  /** Its key in the area. */
  readonly key: string
  readonly tabId: string
}

/** Text kept at once, without a wait: `localStorage`. */
export type TextArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const PREFIX = 'understudy/left-behind/'

/**
 * Leaves behind what is not stored, in place of what this tab left behind before; nothing, where all is stored.
 * For the moment a page goes: nothing that must be waited for is sure to happen then, as a write to IndexedDB must.
 * @param storeId the store it belongs to
 * @returns whether there is anything now
 * @throws what the area throws, where it has no room or is forbidden
 */
export function leaveBehind(area: TextArea, { storeId, tabId }: { readonly storeId: string; readonly tabId: string }, unstored: Unstored): boolean {
  const key = PREFIX + tabId
  if (unstored.commits.length === 0 && Object.keys(unstored.live).length === 0) {
    area.removeItem(key)
    return false
  }
  area.setItem(key, JSON.stringify({ format: FORMAT, storeId, ...unstored }))
  return true
}

/**
 * What pages left behind, whichever tabs they were in: a tab that was closed does not come back. What belongs to another
 * store, or is none of ours, is removed: there is nothing it could be added to.
 */
export function findLeftBehind(area: TextArea, storeId: string): readonly LeftBehind[] {
  const keys = Array.from({ length: area.length }, (_, place) => area.key(place) ?? '').filter((key) => key.startsWith(PREFIX))
  return keys.flatMap((key) => {
    const unstored = read(area.getItem(key), storeId)
    if (unstored) return [{ key, tabId: key.slice(PREFIX.length), ...unstored }]
    area.removeItem(key)
    return []
  })
}

function read(text: string | null, storeId: string): Unstored | null {
  const value = parsed(text)
  if (!isObject(value) || value.format !== FORMAT || value.storeId !== storeId || !Array.isArray(value.commits) || !isObject(value.live)) return null
  const commits: readonly unknown[] = value.commits
  return commits.every(isCommit) ? deepFreeze({ commits, live: value.live }) : null
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return null
  }
}
