import type { Commit } from '../bus/journal.ts'
import type { Json } from '../bus/json.ts'
import { LEFT_BEHIND } from './anyLeftBehind.ts'
import { FORMAT } from './migrations.ts'
import { textHash } from './textHash.ts'

/** What a page that goes had not stored yet. */
export interface Unstored {
  /** In their order. */
  readonly commits: readonly Commit[]
  /** Running recordings by their ids, as they were; null where one was over. Those that storage has the last word on are left out. */
  readonly live: Readonly<Record<string, Json | null>>
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

/**
 * Leaves behind what is not stored, in place of what this page left behind before; nothing, where all is stored.
 * For the moment a page goes: nothing that must be waited for is sure to happen then, as a write to IndexedDB must.
 * @throws what the area throws, where it has no room or is forbidden; then there is nothing of this page
 */
export function leaveBehind({ area, storeId, pageId, clock }: Leaving, commits: Unstored['commits'], live: Unstored['live'] = {}): void {
  const key = LEFT_BEHIND + pageId
  // First: what has no room must not leave an older state behind.
  area.removeItem(key)
  if (commits.length + Object.keys(live).length === 0) return
  const text = JSON.stringify({ format: FORMAT, storeId, at: clock(), commits, live })
  area.setItem(key, textHash(text) + text)
}
