import type { Pick } from '../../procedure/types.ts'
import { firstIn } from '../../procedure/pickWords.ts'
import type { Building } from '../building.ts'
import type { Column, LeafColumn, ListChoice } from '../steps/columns.ts'
import { settledPick } from '../leaves/selections.ts'

/**
 * Asks about a record that was taken before and stood at an end of another list when it was taken again: the same one,
 * or whichever stands there. Until somebody says so it is the same, and it must be in that list.
 * @returns the end of the list, or null for the same record
 */
export function askAgain(building: Building, column: Column, leaf: LeafColumn, choice: ListChoice, entity: string): Pick | null {
  const end = settledPick(choice)
  if (end === null || end.by === 'only') return null
  const { one } = building.index.entity(entity)
  const place = end.by === 'first' ? firstIn(choice.sorted) : end.by
  const answered = building.asking.ask({
    kind: 'pick',
    step: column.as,
    leaf: leaf.leaf.path,
    weight: 2,
    words: [`The ${one} you took here is the one from before, and the ${place} in the list as well. The next time, which one?`],
    choices: [
      { choiceId: 'same', words: [`The same ${one} as before`], value: leaf.value },
      { choiceId: end.by, words: [`Whichever is the ${place} in the list then`], value: leaf.value },
    ],
    safe: 'same',
  })
  return answered?.choiceId === end.by ? end : null
}
