import { demonstratedMe } from '../demonstratedArgs.ts'
import { labelOf, type Building } from '../building.ts'
import type { Column, LeafColumn } from '../steps/columns.ts'
import { toldValue } from './toldValue.ts'

/** Asks from the second demonstration on whether it is whoever runs it. Different people settle it. */
export function askMe(building: Building, column: Column, leaf: LeafColumn): 'me' | 'person' {
  const { traces } = building
  if (traces.length < 2 || !leaf.same) return 'me'
  if (new Set(traces.map(({ trace }) => demonstratedMe(trace))).size > 1) return 'me'
  const answered = building.asking.ask({
    kind: 'me',
    step: column.as,
    leaf: leaf.leaf.path,
    weight: 1,
    words: [`When somebody else runs it, who is the ${labelOf(leaf)}?`],
    choices: [
      { choiceId: 'me', words: ['Whoever runs it'], value: null },
      { choiceId: 'person', words: [...toldValue(building, leaf, leaf.value), ', always'], value: leaf.value },
    ],
    safe: 'me',
  })
  return answered?.choiceId === 'person' ? 'person' : 'me'
}
