import type { Node } from '../procedure/types.ts'
import type { Building } from './building.ts'
import { listOf } from '../procedure/lists.ts'
import type { LoopItem } from './shape.ts'

/** Rows a loop works on at most, unless more were shown or a person says otherwise. */
const ROWS = 25

/** The loop itself: over the list, at most as many rows as were shown or the usual bound. */
export function loopNode(building: Building, item: LoopItem, body: readonly Node[]): Node {
  const shown = item.at.filter((one) => one !== null)
  const [first] = shown
  const trace = item.at.findIndex((one) => one !== null)
  const list = first && building.columns.of(item.samples[trace]?.trace ?? 0, first.list.step.stepId)
  const path = first ? (listOf(first.list.command)?.path ?? '') : ''
  const max = building.edits.max(item.as) ?? Math.max(ROWS, ...shown.map(({ rows, skipped }) => rows.length + skipped.length))
  return { node: 'each', as: item.as, over: { op: 'out', step: list?.as ?? '', path }, entity: first?.entity ?? '', max, body }
}
