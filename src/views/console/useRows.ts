import { computed, effectScope, onMounted, onScopeDispose, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import { afterFrame } from '../../ui/afterFrame.ts'

/** Up to so many rows are all in the page; beyond, only those near the viewport. */
const ALL = 60

/** What stands above every list is at least as high, in pixels. */
const ABOVE = 80

export interface RowsOptions {
  readonly count: () => number
  /** The height of a row before it is measured, in pixels. */
  readonly assumed: number
  /** Index of a row that stays in the page wherever the list is scrolled to; -1 for none. */
  readonly pinned: () => number
  /** How far the list is scrolled to begin with, in pixels. */
  readonly top: number
}

/**
 * Which rows of a list are in the page. The first frame has those there is room for; the rest come after it, since
 * nobody waits for what is out of sight. What keeps a long list short is loaded with the first long list;
 * until then those show that the list begins with.
 * @param ruler an element as high as one row: style sheets decide how high that is
 */
export function useRows(
  scroller: Readonly<ShallowRef<HTMLElement | null>>,
  ruler: Readonly<ShallowRef<HTMLElement | null>>,
  { count, assumed, pinned, top }: RowsOptions,
): { readonly shown: ComputedRef<readonly number[]>; readonly rowHeight: Readonly<ShallowRef<number>> } {
  const rowHeight = shallowRef(assumed)
  const most = shallowRef(Math.min(ALL, Math.ceil((innerHeight - ABOVE) / assumed)))
  const first = shallowRef(Math.max(0, Math.min(count() - most.value, Math.floor(top / assumed))) || 0)
  const near = shallowRef<ComputedRef<readonly number[]> | null>(null)
  const scope = effectScope()
  const long = computed(() => count() > ALL)

  const watching = watch(
    long,
    async (needed) => {
      if (!needed) return
      queueMicrotask(() => watching.stop())
      const { virtualRows } = await import('./virtualRows.ts')
      near.value =
        scope.run(() =>
          virtualRows({ count: () => (long.value ? count() : 0), pinned, scroller: () => scroller.value, rowHeight: () => rowHeight.value }),
        ) ?? null
      first.value = 0
    },
    { immediate: true },
  )

  const shown = computed<readonly number[]>(() => {
    if (long.value && near.value) return near.value.value
    return Array.from({ length: Math.min(count() - first.value, most.value) }, (_, index) => first.value + index)
  })

  const measure = (): void => {
    rowHeight.value = ruler.value?.getBoundingClientRect().height || assumed
  }

  let observer: ResizeObserver | undefined
  let callOff = (): void => undefined
  onMounted(() => {
    callOff = afterFrame(() => {
      most.value = ALL
      if (!long.value) first.value = 0
    })
    // An observer tells the first height with the first frame. Measured here, the whole page would be laid out before it.
    if (!ruler.value || !('ResizeObserver' in globalThis)) {
      measure()
      return
    }
    observer = new ResizeObserver(measure)
    observer.observe(ruler.value)
  })
  onScopeDispose(() => {
    callOff()
    observer?.disconnect()
    scope.stop()
  })

  return { shown, rowHeight }
}
