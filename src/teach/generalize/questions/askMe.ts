import { demonstratedMe } from '../demonstratedArgs.ts'
import { labelOf, type Building } from '../building.ts'
import type { Column, LeafColumn } from '../steps/columns.ts'
import { toldValue } from './toldValue.ts'

/**
 * Asks from the second demonstration on whether it is whoever runs it. Different people settle it. Whoever took themselves
 * one time and chose their own name another is asked at once, and until then it is that name.
 */
export function askMe(building: Building, column: Column, leaf: LeafColumn): 'me' | 'person' | null {
  const { traces } = building
  const taken = leaf.facts.filter(({ evidence }) => evidence?.how === 'me').length
  if (taken === 0) return null
  const people = new Set(traces.map(({ trace }) => demonstratedMe(trace)))
  const always = taken === leaf.facts.length
  // Chosen by somebody else it is a name like any other.
  if (!always && (!leaf.same || [...people].some((id) => id !== null && id !== leaf.value))) return null
  if (always && (traces.length < 2 || !leaf.same || people.size > 1)) return 'me'
  const safe = always ? 'me' : 'person'
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
    safe,
  })
  return answered?.choiceId === 'me' || answered?.choiceId === 'person' ? answered.choiceId : safe
}
