import { isObject } from '../bus/json.ts'

/** What a new store is made from: made from the same again, it is the same store. */
export interface StoreSeed {
  readonly storeId: string
  /** Milliseconds since 1970. */
  readonly at: number
}

export interface SeedKeeper {
  /** The seed of the store this page makes, should it make one: that of an earlier page which could not store its own. */
  readonly current: () => StoreSeed
  /** Storage has not taken the store: the next page is to make the same, so that what was left behind still fits. */
  keep(): void
  /** The store is stored. */
  forget(): void
}

const KEY = 'understudy/new-store'

/**
 * Keeps what a store is made from while storage refuses it. Where the browser keeps no text for the page, each page makes
 * a store of its own.
 * @param area asked for only when a store is made: browsers fetch it first
 */
export function seedKeeper(area: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>, fresh: () => StoreSeed): SeedKeeper {
  let seed: StoreSeed | undefined
  let kept = false

  function look(): StoreSeed {
    try {
      const text = area().getItem(KEY)
      kept = text !== null
      const found: unknown = JSON.parse(text ?? 'null')
      if (isObject(found) && typeof found.storeId === 'string' && typeof found.at === 'number') return { storeId: found.storeId, at: found.at }
    } catch {
      // Forbidden or damaged: as if there were none.
    }
    return fresh()
  }

  const current = (): StoreSeed => (seed ??= look())
  const attempt = (is: boolean, act: () => void): void => {
    if (kept === is) return
    try {
      act()
      kept = is
    } catch {
      // That storage refuses is on show already.
    }
  }
  return {
    current,
    keep: () => attempt(true, () => area().setItem(KEY, JSON.stringify(current()))),
    forget: () => attempt(false, () => area().removeItem(KEY)),
  }
}
