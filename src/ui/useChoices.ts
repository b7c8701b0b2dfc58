import { computed, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import { matchOptions, type Option } from './matchOptions.ts'

/** More than a person reads; the rest is found by typing. */
const SHOWN = 200
/** How far PageUp and PageDown go. */
const PAGE = 8

export interface ChoicesOptions {
  readonly options: () => readonly Option[]
  readonly selected: () => readonly string[]
  /** Turns what was typed into a new value, or null where it cannot be one. */
  readonly create: (typed: string) => string | null
}

/** What a list to choose from shows, and which option the keys are on. */
export interface Choices {
  readonly typed: ShallowRef<string>
  readonly shown: ComputedRef<readonly Option[]>
  /** How many more would match. */
  readonly hidden: ComputedRef<number>
  /** Stands last in `shown` where what was typed could be a value of its own. */
  readonly creatable: ComputedRef<Option | null>
  readonly activeIndex: ComputedRef<number>
  readonly active: ComputedRef<Option | undefined>
  activate(value: string | null): void
  /** @returns whether the key moves through the list */
  moveBy(key: string): boolean
}

const MOVES: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowDown: (index, last) => (index === last ? 0 : index + 1),
  ArrowUp: (index, last) => (index === 0 ? last : index - 1),
  PageDown: (index, last) => Math.min(last, index + PAGE),
  PageUp: (index) => Math.max(0, index - PAGE),
}

/** Narrows options by what is typed and keeps one of them active: by its value, so that it survives the narrowing. */
export function useChoices({ options, selected, create }: ChoicesOptions): Choices {
  const typed = shallowRef('')
  const activeValue = shallowRef<string | null>(selected()[0] ?? options()[0]?.value ?? null)

  const matches = computed(() => matchOptions(options(), typed.value))
  const creatable = computed<Option | null>(() => {
    const value = create(typed.value)
    return !value || options().some((option) => option.value === value) ? null : { value, label: value }
  })
  const shown = computed(() => {
    const found = matches.value.slice(0, SHOWN)
    return creatable.value ? [...found, creatable.value] : found
  })
  const hidden = computed(() => Math.max(0, matches.value.length - SHOWN))
  const activeIndex = computed(() => Math.max(0, shown.value.findIndex((option) => option.value === activeValue.value)))
  const active = computed(() => shown.value[activeIndex.value])

  const activate = (value: string | null): void => {
    activeValue.value = value
  }

  function moveBy(key: string): boolean {
    const step = MOVES[key]
    if (!step) return false
    activate(shown.value[step(activeIndex.value, shown.value.length - 1)]?.value ?? null)
    return true
  }

  watch(typed, (text) => {
    if (text !== '') activate(shown.value[0]?.value ?? null)
  })

  return { typed, shown, hidden, creatable, activeIndex, active, activate, moveBy }
}
