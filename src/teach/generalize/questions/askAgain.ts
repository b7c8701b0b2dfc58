import type { Pick } from '../../procedure/types.ts'
import { firstIn } from '../../procedure/pickWords.ts'
import type { Building } from '../building.ts'
import type { Column, LeafColumn, ListChoice } from '../steps/columns.ts'
import type { Doubt } from './asking.ts'
import { settledPick } from '../leaves/selections.ts'

/** How bad a wrong guess is; whoever said that no choice fits must find the question among those on show, as it blocks. */
const WEIGHT = 2
const DECLINED = 9

/**
 * Asks about a record that was taken before and stood at an end of another list when it was taken again: the same one,
 * or whichever stands there. Until somebody says so it is the same, and it must be in that list. Said to be neither, it is
 * taken in a way nobody has shown: that blocks, and the question stays.
 * @returns the end of the list, or null for the same record
 */
export function askAgain(building: Building, column: Column, leaf: LeafColumn, choice: ListChoice, entity: string): Pick | null {
  const end = settledPick(choice)
  if (end === null || end.by === 'only') return null
  const { one } = building.index.entity(entity)
  const { asking, remarks } = building
  const place = end.by === 'first' ? firstIn(choice.sorted) : end.by
  const step = column.as
  const { path } = leaf.leaf
  const doubt: Doubt = {
    kind: 'pick',
    step,
    leaf: path,
    weight: WEIGHT,
    words: [`The ${one} you took here is the one from before, and the ${place} in the list as well. The next time, which one?`],
    choices: [
      { choiceId: 'same', words: [`The same ${one} as before`], value: leaf.value },
      { choiceId: end.by, words: [`Whichever is the ${place} in the list then`], value: leaf.value },
    ],
    safe: 'same',
  }
  const declined = asking.declined(doubt)
  const answered = asking.ask(declined ? { ...doubt, weight: DECLINED } : doubt)
  if (declined) {
    const words = [`You said it is neither the same ${one} nor the ${place} in the list: show it once more, so that it can be told`]
    remarks.push({ level: 'block', kind: 'unexplained', step, leaf: path, words })
  }
  return answered?.choiceId === end.by ? end : null
}
