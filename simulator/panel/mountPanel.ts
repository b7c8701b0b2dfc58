import type { Simulation } from '../start.ts'

/** Puts the panel beside the console. */
export function mountPanel(_window: Window, _simulation: Simulation): void {
  return
}
