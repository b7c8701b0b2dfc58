/** The tab a page lives in: what outlasts a reload, and how this page came to be. */
export interface Tab {
  /** What the page before left for this one. It was taken out with the start of the page: none that comes later finds it. */
  readonly left: string | null
  /** Whether this page is a reload of the one before, and when it began, in milliseconds since 1970. */
  readonly arrival: { readonly reloaded: boolean; readonly at: number }
  /** Leaves something for the next page. @throws where the tab keeps nothing, or has no room */
  leave(text: string): void
  /** Takes it back: there will be no next page. */
  takeBack(): void
  reload(): void
}

const KEY = 'understudy-simulator-run'

/** Once a page, before its boot: a page that does not come up must leave nothing for another. */
export function openTab(window: Window & typeof globalThis): Tab {
  const takeBack = (): void => {
    try {
      window.sessionStorage.removeItem(KEY)
    } catch {
      // Where nothing may be kept nothing was.
    }
  }
  let left: string | null = null
  try {
    left = window.sessionStorage.getItem(KEY)
  } catch {
    // As above.
  }
  takeBack()
  const [navigation] = window.performance.getEntriesByType('navigation')
  return {
    left,
    arrival: { reloaded: navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload', at: window.performance.timeOrigin },
    leave: (text) => window.sessionStorage.setItem(KEY, text),
    takeBack,
    reload: () => window.location.reload(),
  }
}
