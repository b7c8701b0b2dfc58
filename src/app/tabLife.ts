const nameOf = (tabId: string): string => `understudy-tab/${tabId}`

/**
 * Shows other tabs that this one lives, by a lock the browser frees when it goes, however it goes.
 * @returns asks which tabs live now; without Web Locks nobody can tell, and only this tab counts
 */
export function announceTab(tabId: string, locks: LockManager | undefined): () => Promise<ReadonlySet<string>> {
  if (!locks) return () => Promise.resolve(new Set([tabId]))
  // Held until the page goes; a tab that is duplicated shares the name and simply waits for it.
  void locks.request(nameOf(tabId), () => new Promise(() => undefined))
  return async () => {
    const { held = [] } = await locks.query()
    const prefix = nameOf('')
    return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])))
  }
}
