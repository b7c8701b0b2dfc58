import { useEventListener } from '@vueuse/core'
import { computed, nextTick, shallowRef, useTemplateRef, watch } from 'vue'

export interface RovingOptions {
  /** The rows, in order. */
  readonly keys: () => readonly string[]
  /** Called when the person goes up from the first row. */
  readonly leave: () => void
}

export interface Roving {
  /** One row can be reached by Tab: the last one that had the focus. */
  tabindexOf(key: string): 0 | -1
  /** @returns false when there is no row */
  focusFirst(): boolean
  focusRow(key: string | undefined): boolean
}

const MOVES: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_at, last) => last,
}

/** Text fields and open lists use the arrows themselves. */
const OWN_KEYS = 'input, textarea, select, [role="combobox"], [popover] [popover] *'

/**
 * Arrows between the rows of a list. The list is the component's `ref="list"`, its rows are `li`, and in each the control
 * that takes the focus carries `data-rove` with the row's key. A row that goes while it has the focus hands it to the one that took its place,
 * so that nobody is thrown out of the list by what happens elsewhere.
 */
export function useRoving({ keys, leave }: RovingOptions): Roving {
  const list = useTemplateRef<HTMLElement>('list')
  const current = shallowRef<string | null>(null)
  const reachable = computed(() => (current.value !== null && keys().includes(current.value) ? current.value : (keys()[0] ?? null)))

  function focusRow(key: string | undefined): boolean {
    if (key === undefined) return false
    current.value = key
    const row = [...(list.value?.querySelectorAll<HTMLElement>('[data-rove]') ?? [])].find((one) => one.dataset['rove'] === key)
    row?.focus()
    row?.scrollIntoView({ block: 'nearest' })
    return row !== undefined
  }

  const rowOf = (target: EventTarget | null): string | undefined =>
    target instanceof Element ? target.closest('li')?.querySelector<HTMLElement>('[data-rove]')?.dataset['rove'] : undefined

  function pressed(event: KeyboardEvent): void {
    const move = MOVES[event.key]
    const { target } = event
    if (!move || event.defaultPrevented || event.isComposing || (target instanceof Element && target.matches(OWN_KEYS))) return
    const all = keys()
    const next = move(all.indexOf(rowOf(target) ?? ''), all.length - 1)
    event.preventDefault()
    if (next < 0) leave()
    else focusRow(all[next])
  }

  useEventListener(list, 'keydown', pressed)

  // Before the rows are drawn anew it is known who had the focus, and after it who lost it.
  watch(
    () => keys().join('\n'),
    (_now, before) => {
      const held = list.value?.contains(document.activeElement) ? rowOf(document.activeElement) : undefined
      if (held === undefined || keys().includes(held)) return
      const place = before.split('\n').indexOf(held)
      void nextTick(() => {
        if (!focusRow(keys()[Math.min(place, keys().length - 1)])) leave()
      })
    },
    { flush: 'pre' },
  )

  return {
    tabindexOf: (key) => (key === reachable.value ? 0 : -1),
    focusFirst: () => focusRow(keys()[0]),
    focusRow,
  }
}
