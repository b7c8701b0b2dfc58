import { equalJson, type Json } from '../../../bus/json.ts'
import type { Rec } from '../../../bus/state.ts'
import { literalHolds } from '../../procedure/guard.ts'
import type { Literal } from '../../recording/types.ts'
import { askGuard } from '../questions/askGuard.ts'
import { labelOf, leafKey, type Building } from '../building.ts'
import { steadyIn, type Column, type LeafColumn } from '../steps/columns.ts'
import { aboutOf, statesOf, type About } from './conditions.ts'
import { leafAddress } from '../leaves/copies.ts'
import { ownText } from '../leaves/ownText.ts'
import { itemsByTrace } from '../steps/commonItems.ts'
import { isTelling, separating } from './separating.ts'

/** A step that gives one value where a rule holds, and another where it does not. */
export interface Variant {
  readonly about: About
  readonly rule: Literal
  /** By sample: whether it is of those where the rule holds. */
  readonly first: readonly boolean[]
  /** The half where the rule does not hold goes first: the other would change what it looks at. */
  readonly otherFirst: boolean
}

/**
 * Two values that differ with a field on show are a variant before they are a parameter: taken unasked where exactly
 * one literal separates two samples a side and that is hardly chance, else asked. Unanswered, the caller says; in a loop nobody can.
 */
export function variantOf(building: Building, column: Column): Variant | null {
  if (column.command.effect !== 'write' || column.variant || column.at.includes(null)) return null
  const differing = column.leaves.filter(({ same, kind }) => !same && kind !== 'record' && kind !== 'records' && kind !== 'edit')
  const [leaf] = differing
  if (!leaf || differing.length > 1) return null
  if (building.edits.wish(column.as, leaf.leaf.path, leafKey(column, leaf)) !== null) return null
  // Whether it is a copy comes first: that is asked where the demonstrations leave it open.
  const copy = building.copies.get(leafAddress(column.as, leaf.leaf.path))
  if (copy?.is === 'copied' || (copy && leaf.kind !== 'text')) return null
  if (itemsByTrace(building, column, leaf)?.all) return null
  // One value for all rows of a demonstration is the caller's; only what changes from row to row can hang on the row.
  if (building.loop && steadyIn(column, leaf)) return null
  const about = aboutOf(building, column)
  const values = leaf.facts.map(({ value }) => value).filter((value, place, all) => all.findIndex((other) => equalJson(other, value)) === place)
  const [one, other] = values
  if (!about || one === undefined || other === undefined || values.length !== 2) return null
  if (ownText(building, column, leaf, about.entity)) return null
  const states = statesOf(building, column, about)
  const { field } = leaf.leaf.meaning.edits ?? { field: leaf.leaf.meaning.fills }
  const side = (value: Json): readonly Rec[] =>
    states.filter((state, place): state is Rec => state !== null && equalJson(leaf.at[place]?.value, value))
  const [yes, no] = [side(one), side(other)]
  const rivals = separating(yes, no, about.entity, building.index)
  const rules = rivals.filter((literal) => literal.field !== field || orderOf(literal, one, other) !== null)
  const [only, ...more] = rules
  if (!only) return null
  const first = leaf.at.map((cell) => cell !== null && equalJson(cell.value, one))
  const variant = (rule: Literal): Variant => ({ about, rule, first, otherFirst: rule.field === field && orderOf(rule, one, other) === 'other' })
  if (more.length === 0 && rivals.length === 1 && isTelling(yes, no, about.entity, building.index, building.loop === null)) return variant(only)
  const answer = askGuard(building, {
    kind: 'value',
    step: column.as,
    leaf: leaf.leaf.path,
    entity: about.entity,
    trace: column.samples[first.indexOf(true)]?.trace ?? 0,
    words: [`The ${labelOf(leaf)} differed. What would it be on each of these ${building.index.entity(about.entity).many}?`],
    yes,
    no,
    rules,
    rivals,
    always: false,
    values: [one, other],
    ...(callerCan(column, leaf) ? { caller: [`The caller says the ${labelOf(leaf)}`] } : {}),
  })
  return answer !== null && typeof answer === 'object' ? variant(answer.rule) : null
}

/** Which half may go first where the rule looks at the very field they change; null where neither may. */
function orderOf(rule: Literal, one: Json, other: Json): 'one' | 'other' | null {
  const holds = (value: Json): boolean => literalHolds(rule, { [rule.field]: value })
  if (holds(one)) return 'one'
  return holds(other) ? null : 'other'
}

const callerCan = (column: Column, leaf: LeafColumn): boolean => steadyIn(column, leaf)
