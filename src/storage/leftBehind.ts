import { deepFreeze, isObject } from '../bus/json.ts'
import { LEFT_BEHIND } from './anyLeftBehind.ts'
import type { Leaving, Unstored } from './leaveBehind.ts'
import { isCommit } from './logEntry.ts'
import { FORMAT } from './migrations.ts'
import { textHash } from './textHash.ts'

/** What some page left behind. */
export interface LeftBehind extends Unstored {
  /** Of the page that left it. */
  readonly pageId: string
  /** When, in milliseconds since 1970. */
  readonly at: number
}

/** What nobody could take up for so many milliseconds is removed. */
const KEPT_FOR = 30 * 24 * 3_600_000

/**
 * What pages that are gone left behind, the earliest first, whichever tabs they were in: a tab that was closed does not
 * come back. What is of another store or another version stays, since there may be a page again that knows it; what was
 * damaged is removed.
 */
export function findLeftBehind({ area, storeId, clock }: Omit<Leaving, 'pageId'>, isAlive: (pageId: string) => boolean): readonly LeftBehind[] {
  const keys = Array.from({ length: area.length }, (_, place) => area.key(place) ?? '')
  const found: LeftBehind[] = []
  for (const key of keys) {
    const pageId = key.slice(LEFT_BEHIND.length)
    if (!key.startsWith(LEFT_BEHIND) || isAlive(pageId)) continue
    const stored = area.getItem(key) ?? ''
    const isOld = (at: number): boolean => clock() - at > KEPT_FOR
    const [, of = storeId, at] = HEAD.exec(stored.slice(HASH, HASH + HEAD_AT_MOST)) ?? []
    if (of !== storeId && !isOld(Number(at))) continue
    const value = read(stored)
    if (!value || isOld(value.at)) area.removeItem(key)
    else if (value.format === FORMAT && value.storeId === storeId) found.push({ ...value, pageId })
  }
  return found.sort((a, b) => a.at - b.at)
}

/** Forgets what a page left behind: another one keeps it, or it is stored. */
export const forgetLeft = ({ area }: Pick<Leaving, 'area'>, pageId: string): void => area.removeItem(LEFT_BEHIND + pageId)

/** The length of the hash each begins with. */
const HASH = 64

/** How the text after it begins. Much may have been left of another store: this says so without the rest of it being read. */
const HEAD = /^\{"format":\d+,"storeId":"([^"\\]*)","at":(\d+),/
const HEAD_AT_MOST = 200

function read(stored: string): (Unstored & { readonly format: number; readonly storeId: string; readonly at: number }) | null {
  const text = stored.slice(HASH)
  if (stored.slice(0, HASH) !== textHash(text)) return null
  const value: unknown = JSON.parse(text)
  if (!isObject(value) || typeof value.format !== 'number' || typeof value.storeId !== 'string' || typeof value.at !== 'number') return null
  const { format, storeId, at, commits, live } = value
  if (!Array.isArray(commits) || !isObject(live)) return null
  const made: readonly unknown[] = commits
  return made.every(isCommit) ? deepFreeze({ format, storeId, at, commits: made, live }) : null
}
