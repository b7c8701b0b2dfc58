import { canonical } from '../../../bus/json.ts'
import { labelOf, leafKey, shownWords, useOf, type Building, type Decision } from '../building.ts'
import { byTrace, timesShown, type Column, type LeafColumn } from '../steps/columns.ts'
import { paramSchema } from './params.ts'

/**
 * Leaves that take the same kind of value and were given the same one each time share a parameter.
 * @param of what else must be the same, where values may be equal by chance
 */
export function asParam(building: Building, column: Column, leaf: LeafColumn, required: boolean, of: unknown = null): Decision {
  const { schema, meaning } = leaf.leaf
  const { description: _said, 'x-us': _means, ...shape } = paramSchema(schema)
  const same = [meaning.entity ?? '', canonical(shape)]
  const expr = building.slots.take(['value', same, byTrace(column, leaf, building.traces.length), of], useOf(column, leaf), {
    key: leafKey(column, leaf),
    value: leaf.value,
    required,
  })
  return { expr, provenance: 'acknowledged', why: [`The caller says the ${labelOf(leaf)}`] }
}

/** One value for all, as the person wants it; where several were shown, the caller says all the same. */
export function fixed(building: Building, column: Column, leaf: LeafColumn): Decision {
  if (leaf.same) return { expr: { op: 'const', value: leaf.value }, provenance: 'constant', why: ['You fixed it'] }
  building.remarks.push({
    level: 'note',
    kind: 'edit',
    step: column.as,
    leaf: leaf.leaf.path,
    words: [`The demonstrations give several values for the ${labelOf(leaf)}, so it cannot be fixed`],
  })
  return { ...asParam(building, column, leaf, true), why: ['You showed several, so the caller says'] }
}

/** One value, since all demonstrations gave it. */
export function agreed(building: Building, column: Column, leaf: LeafColumn): Decision {
  shown(building, column, leaf)
  return { expr: { op: 'const', value: leaf.value }, provenance: 'constant', why: [`${shownWords(building, column)}, the same each time`] }
}

/** Only what is written deserves the remark, and where no rule chose it: the parts of a query stand in the step for all to see. */
export function shown(building: Building, column: Column, leaf: LeafColumn): void {
  if (column.command.effect !== 'write' || column.variant) return
  const times = timesShown(column)
  building.remarks.push({
    level: 'note',
    kind: times > 1 ? 'shown-twice' : 'shown-once',
    step: column.as,
    leaf: leaf.leaf.path,
    words: [`${shownWords(building, column)}, so it is always the same: the `, labelOf(leaf)],
  })
}
