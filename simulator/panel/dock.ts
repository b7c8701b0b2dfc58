import { reactive, watch } from 'vue'

export const PARTS = ['tools', 'log', 'agent', 'faults', 'host'] as const
export type Part = (typeof PARTS)[number]

/** Where the panel is and what it shows. Outlasts the page. */
export interface Dock {
  open: boolean
  side: 'right' | 'bottom'
  /** Width or height in pixels, by side. */
  right: number
  bottom: number
  part: Part
}

const KEY = 'understudy-simulator'
export const SMALLEST = 260

/** On a narrow screen the panel goes below: three columns and a panel do not fit side by side. */
const WIDE = 1700

export function createDock(window: Window): Dock {
  const dock = reactive<Dock>({
    open: true,
    side: window.innerWidth >= WIDE ? 'right' : 'bottom',
    right: 520,
    bottom: Math.round(window.innerHeight * 0.42),
    part: 'tools',
    ...kept(window),
  })
  watch(dock, () => {
    try {
      window.localStorage.setItem(KEY, JSON.stringify(dock))
    } catch {
      // Where nothing may be kept the panel begins anew with each page.
    }
  })
  return dock
}

function kept(window: Window): Partial<Dock> {
  try {
    const value = JSON.parse(window.localStorage.getItem(KEY) ?? '{}') as Partial<Record<keyof Dock, unknown>>
    return {
      ...(typeof value.open === 'boolean' ? { open: value.open } : {}),
      ...(value.side === 'right' || value.side === 'bottom' ? { side: value.side } : {}),
      ...(typeof value.right === 'number' ? { right: value.right } : {}),
      ...(typeof value.bottom === 'number' ? { bottom: value.bottom } : {}),
      ...(PARTS.includes(value.part as Part) ? { part: value.part as Part } : {}),
    }
  } catch {
    return {}
  }
}

/** The size in force: never so large that nothing is left of the console. */
export function sizeOf(dock: Dock, window: Window): number {
  const room = dock.side === 'right' ? window.innerWidth : window.innerHeight
  return Math.round(Math.min(Math.max(dock[dock.side], SMALLEST), Math.max(SMALLEST, room * 0.75)))
}
