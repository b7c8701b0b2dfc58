/** Whether pages of this console, in other tabs, are still there. */
export interface OtherPages {
  /** False until it is known that it is open, and once it has gone. */
  isOpen(pageId: string): boolean
  /** False until it is known that it has gone. */
  hasGone(pageId: string): boolean
  /** Told when a page turned out to be open or to be gone, and when it went. */
  onChange(listener: () => void): () => void
}

const nameOf = (pageId: string): string => `understudy-page/${pageId}`

/**
 * Pages know each other by locks: each holds one of its name as long as it lives, and whoever asks for it gets it the
 * moment the page goes, however it goes. Without Web Locks every other page counts as gone.
 */
export function otherPages(own: string, locks: Pick<LockManager, 'request' | 'query'> | undefined): OtherPages {
  /** Neither while that is being found out. */
  const known = new Map<string, 'open' | 'gone' | null>()
  const listeners = new Set<() => void>()
  const set = (pageId: string, state: 'open' | 'gone'): void => {
    if (known.get(pageId) === state) return
    known.set(pageId, state)
    for (const listener of listeners) listener()
  }

  async function watch(pageId: string, port: Pick<LockManager, 'request' | 'query'>): Promise<void> {
    known.set(pageId, null)
    try {
      const { held = [] } = await port.query()
      if (held.some(({ name }) => name === nameOf(pageId))) {
        set(pageId, 'open')
        await port.request(nameOf(pageId), { mode: 'shared' }, () => undefined)
      }
    } catch {
      // A page that is being closed loses its locks; nobody is left to be told.
    }
    set(pageId, 'gone')
  }

  function stateOf(pageId: string): 'open' | 'gone' | null {
    if (pageId === own) return null
    if (!locks) return 'gone'
    if (!known.has(pageId)) void watch(pageId, locks)
    return known.get(pageId) ?? null
  }

  if (locks) void locks.request(nameOf(own), () => new Promise(() => undefined)).catch(() => undefined)
  return {
    isOpen: (pageId) => stateOf(pageId) === 'open',
    hasGone: (pageId) => stateOf(pageId) === 'gone',
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
