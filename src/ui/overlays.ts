import { computed, shallowReactive } from 'vue'

/** Something that lies over the page and that `Escape` closes: a popover, a dialog, a sheet. */
export interface OverlayEntry {
  close(): void
  /** Keys of the console behind it are dead while it is open. */
  readonly modal: boolean
}

const stack = shallowReactive<OverlayEntry[]>([])

/**
 * Puts an overlay on top.
 * @returns takes it away again; harmless when called twice
 */
export function pushOverlay(entry: OverlayEntry): () => void {
  stack.push(entry)
  return () => {
    const place = stack.indexOf(entry)
    if (place >= 0) stack.splice(place, 1)
  }
}

/** Closes what was opened last. @returns false when nothing was open */
export function closeTopOverlay(): boolean {
  const top = stack.at(-1)
  top?.close()
  return top !== undefined
}

export const overlayOpen = computed(() => stack.length > 0)
export const modalOpen = computed(() => stack.some((entry) => entry.modal))
