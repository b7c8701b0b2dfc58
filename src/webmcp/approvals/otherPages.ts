/** Whether pages of this console, in other tabs, are still there. */
export interface OtherPages {
  /** False until it is known that it is open, and once it has gone. */
  isOpen(pageId: string): boolean
  /** Told when a page turned out to be open, or went. */
  onChange(listener: () => void): () => void
}

const nameOf = (pageId: string): string => `understudy-page/${pageId}`

/**
 * Pages know each other by locks: each holds one of its name as long as it lives, and whoever asks for it gets it the
 * moment the page goes, however it goes. Without Web Locks no other page counts as open.
 */
export function otherPages(own: string, locks: Pick<LockManager, 'request' | 'query'> | undefined): OtherPages {
  const known = new Map<string, boolean>()
  const listeners = new Set<() => void>()
  const set = (pageId: string, open: boolean): void => {
    if (known.get(pageId) === open) return
    known.set(pageId, open)
    for (const listener of listeners) listener()
  }

  async function watch(pageId: string, port: Pick<LockManager, 'request' | 'query'>): Promise<void> {
    known.set(pageId, false)
    try {
      const { held = [] } = await port.query()
      if (!held.some(({ name }) => name === nameOf(pageId))) return
      set(pageId, true)
      await port.request(nameOf(pageId), { mode: 'shared' }, () => set(pageId, false))
    } catch {
      // A page that is being closed loses its locks; nobody is left to be told.
      set(pageId, false)
    }
  }

  if (locks) void locks.request(nameOf(own), () => new Promise(() => undefined)).catch(() => undefined)
  return {
    isOpen(pageId) {
      if (locks && pageId !== own && !known.has(pageId)) void watch(pageId, locks)
      return known.get(pageId) ?? false
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
