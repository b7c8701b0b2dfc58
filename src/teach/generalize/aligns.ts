import type { CatalogueIndex } from '../../bus/command.ts'
import type { Trace } from '../recording/types.ts'
import { scoreOf } from './steps/align.ts'
import { linesOf } from './steps/lines.ts'

/** Below this a demonstration shows something else. A short task with one step more or less still is the same. */
const ALIKE = 0.4

/**
 * How well a new demonstration fits others, cheaply: for the offer to join them. Looks at the steps only, so a
 * fit is no promise that one procedure explains all.
 * @returns from 0, nothing in common or another order of writes, to 1, step by step the same
 */
export function aligns(trace: Trace, traces: readonly Trace[], index: CatalogueIndex): number {
  const own = linesOf(trace, index)
  const scores = traces.map((other) => scoreOf(own, linesOf(other, index)))
  const worst = scores.length === 0 ? 0 : Math.min(...scores)
  return worst < ALIKE ? 0 : worst
}
