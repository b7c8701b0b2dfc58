import type { Bus } from '../bus/bus.ts'
import { PLACE_KEY, type StoredPlace } from './keptPlace.ts'

export interface KeepingOptions {
  readonly page: Window
  readonly bus: Bus
  readonly storeId: string
  /** The list on show: the row it stands on. */
  readonly list: { readonly cursor: string | null }
}

/** Keeps the place of the person when the page goes, for the next page of this tab. */
export function keepPlace({ page, bus, storeId, list: rows }: KeepingOptions): void {
  const { document } = page

  function keep(): void {
    const { list, focus } = bus.session.view
    try {
      const area = page.sessionStorage
      // First: what has no room must not leave an older place behind.
      area.removeItem(PLACE_KEY)
      if (!list) return
      const { query, ids } = list
      const top = document.querySelector('[data-region="queue"] [role="grid"]')?.scrollTop ?? 0
      const place: StoredPlace = { store: storeId, query, ids, open: focus?.id ?? null, cursor: rows.cursor, top }
      area.setItem(PLACE_KEY, JSON.stringify(place))
    } catch {
      // Where the browser keeps nothing, or has no room, the next page begins as a new tab does.
    }
  }

  page.addEventListener('pagehide', keep)
  // On a phone a page that is hidden may never be told that it goes.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keep()
  })
}
