const PREFIX = 'understudy-page/'

/** Where a tab keeps which of its pages went last. */
const GONE = 'understudy-page-gone'

/** Asks which pages live now, by their ids. */
export type LivingPages = () => Promise<ReadonlySet<string>>

/**
 * Shows other tabs that this page lives, by a lock the browser frees when it goes, however it goes. The page before it in
 * the tab is gone even while the browser has not come to free its lock.
 * @param pageId of this load of the page: a tab that is duplicated has the id of its tab, but is another page
 * @returns without Web Locks nobody can tell, and only this page counts
 */
export function announcePage(pageId: string, page: Window, locks: LockManager | undefined): LivingPages {
  const gone = remembered(page)
  page.addEventListener('pagehide', () => remember(page, pageId))
  page.addEventListener('pageshow', () => remember(page, gone))
  if (!locks) return () => Promise.resolve(new Set([pageId]))
  void locks.request(PREFIX + pageId, () => new Promise(() => undefined))
  return async () => {
    const { held = [], pending = [] } = await locks.query()
    const names = [...held, ...pending].flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []))
    return new Set([pageId, ...names.filter((name) => name !== gone)])
  }
}

/** Where the browser keeps nothing for the tab, the lock alone tells. */
function remembered(page: Window): string {
  try {
    return page.sessionStorage.getItem(GONE) ?? ''
  } catch {
    return ''
  }
}

function remember(page: Window, pageId: string): void {
  try {
    page.sessionStorage.setItem(GONE, pageId)
  } catch {
    // As above.
  }
}
