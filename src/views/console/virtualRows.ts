import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/vue-virtual'
import { computed, watch, type ComputedRef } from 'vue'

export interface VirtualRowsOptions {
  readonly count: () => number
  /** Index of a row that stays in the page wherever the list is scrolled to; -1 for none. */
  readonly pinned: () => number
  readonly scroller: () => HTMLElement | null
  /** Pixels. */
  readonly rowHeight: () => number
}

/** The rows near the viewport, and the pinned one. In a file of its own: only long lists load it. */
export function virtualRows({ count, pinned, scroller, rowHeight }: VirtualRowsOptions): ComputedRef<readonly number[]> {
  const virtualizer = useVirtualizer(
    computed(() => ({
      count: count(),
      getScrollElement: scroller,
      // Where it stands: the list may be scrolled before this code is there.
      initialOffset: () => scroller()?.scrollTop ?? 0,
      estimateSize: rowHeight,
      overscan: 8,
      rangeExtractor(range: Range): number[] {
        const near = defaultRangeExtractor(range)
        const kept = pinned()
        return kept < 0 || kept >= count() || near.includes(kept) ? near : [...near, kept].sort((a, b) => a - b)
      },
    })),
  )
  watch(rowHeight, () => virtualizer.value.measure())
  return computed(() => virtualizer.value.getVirtualItems().map((item) => item.index))
}
