import { useEventListener, useResizeObserver } from '@vueuse/core'
import { watch, type ShallowRef } from 'vue'
import { useListStore } from '../../stores/list.ts'

/** Between the chip and the row above it, in pixels. */
const GAP = 8

/**
 * The chip lies over the foot of the page. Style sheets are told how high it is (`--recording-block`), so that what scrolls
 * can be scrolled clear of it; and the row a person is at by keys never lies under it.
 */
export function useClearOfChip(chip: Readonly<ShallowRef<HTMLElement | null>>): void {
  const list = useListStore()
  const { style } = document.documentElement
  /** What moves under a pointer would be clicked by mistake. */
  let byKeys = false
  useEventListener(document, 'keydown', () => (byKeys = true), { capture: true })
  useEventListener(document, ['pointerdown', 'wheel'], () => (byKeys = false), { capture: true, passive: true })

  function clear(): void {
    const row = document.querySelector('[data-region="queue"] [aria-selected="true"]')
    const scroller = row?.closest('[role="grid"]')
    if (!byKeys || !chip.value || !row || !scroller) return
    const under = row.getBoundingClientRect().bottom + GAP - chip.value.getBoundingClientRect().top
    if (under > 0) scroller.scrollTop += under
  }

  useResizeObserver(chip, ([entry]) => {
    const block = entry?.target.getBoundingClientRect().height ?? 0
    style.setProperty('--recording-block', `${Math.round(block)}px`)
    clear()
  })
  watch(chip, (on) => on ?? style.removeProperty('--recording-block'))
  // Once the list has come to the row by itself.
  watch(
    () => list.cursorIndex,
    () => requestAnimationFrame(clear),
  )
}
