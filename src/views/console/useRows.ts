import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/vue-virtual'
import { computed, onMounted, onScopeDispose, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'

/** Up to so many rows are all in the page; beyond, only those near the viewport. */
const ALL = 60
/** The row height before it is measured, in pixels. */
const ASSUMED = 35

export interface RowsOptions {
  readonly count: () => number
  /** Index of a row that stays in the page wherever the list is scrolled to; -1 for none. */
  readonly pinned: () => number
}

/**
 * Which rows of a list are in the page.
 * @param ruler an element as high as one row: style sheets decide how high that is
 */
export function useRows(
  scroller: Readonly<ShallowRef<HTMLElement | null>>,
  ruler: Readonly<ShallowRef<HTMLElement | null>>,
  { count, pinned }: RowsOptions,
): { readonly shown: ComputedRef<readonly number[]>; readonly rowHeight: Readonly<ShallowRef<number>> } {
  const rowHeight = shallowRef(ASSUMED)
  const virtualizer = useVirtualizer(
    computed(() => ({
      count: count() > ALL ? count() : 0,
      getScrollElement: () => scroller.value,
      estimateSize: () => rowHeight.value,
      overscan: 8,
      rangeExtractor(range: Range): number[] {
        const near = defaultRangeExtractor(range)
        const kept = pinned()
        return kept < 0 || kept >= count() || near.includes(kept) ? near : [...near, kept].sort((a, b) => a - b)
      },
    })),
  )

  const shown = computed<readonly number[]>(() => {
    const total = count()
    if (total <= ALL) return Array.from({ length: total }, (_, index) => index)
    return virtualizer.value.getVirtualItems().map((item) => item.index)
  })

  const measure = (): void => {
    rowHeight.value = ruler.value?.getBoundingClientRect().height || ASSUMED
  }
  watch(rowHeight, () => virtualizer.value.measure())

  let observer: ResizeObserver | undefined
  onMounted(() => {
    measure()
    if (!ruler.value || !('ResizeObserver' in globalThis)) return
    observer = new ResizeObserver(measure)
    observer.observe(ruler.value)
  })
  onScopeDispose(() => observer?.disconnect())

  return { shown, rowHeight }
}
