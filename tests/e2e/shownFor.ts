import type { Page } from 'playwright-core'

/** Something that was on show, and for how long. */
export interface Shown {
  readonly text: string
  readonly ms: number
}

/**
 * Watches, inside the page, what a selector matches: each element from when it begins to match until it no longer does.
 * @returns how to end the watch and get what was seen; what is still on show is left out
 */
export async function shownFor(page: Page, selector: string): Promise<{ ended(): Promise<readonly Shown[]> }> {
  await page.evaluate((watched) => {
    const seen: { text: string; ms: number }[] = []
    let now: { readonly element: Element; readonly text: string; readonly since: number } | null = null
    const look = (): void => {
      const element = document.querySelector(watched)
      if (element === (now?.element ?? null)) return
      if (now) seen.push({ text: now.text, ms: performance.now() - now.since })
      now = element && { element, text: element.textContent ?? '', since: performance.now() }
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] })
    look()
    Reflect.set(window, 'shownFor', seen)
  }, selector)
  return { ended: () => page.evaluate(() => Reflect.get(window, 'shownFor') as Shown[]) }
}
