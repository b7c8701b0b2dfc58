import type { CatalogueIndex } from '../../../bus/command.ts'
import { equalJson, type Json } from '../../../bus/json.ts'
import type { Change } from '../../procedure/outcome.ts'
import { sameItems } from '../leaves/setEdits.ts'

type Place = Pick<Change, 'entity' | 'id' | 'field'>

/** The first field in which two sets of net changes differ, or null. Changes that change nothing count for nothing. */
export function firstDifference(wanted: readonly Change[], got: readonly Change[], index: CatalogueIndex): Place | null {
  const left = byPlace(wanted, index)
  const right = byPlace(got, index)
  const all = [...left.values(), ...right.values()]
  return all.find((change) => !sameEnd(left.get(placeOf(change)), right.get(placeOf(change)), index)) ?? null
}

function byPlace(changes: readonly Change[], index: CatalogueIndex): ReadonlyMap<string, Change> {
  return new Map(realChanges(changes, index).map((change) => [placeOf(change), change]))
}

/** Changes after which a field means something else than before: an array in another order does not. */
export const realChanges = (changes: readonly Change[], index: CatalogueIndex): readonly Change[] =>
  changes.filter((change) => !sameValue(change, change.from, change.to, index))

const placeOf = ({ entity, id, field }: Place): string => JSON.stringify([entity, id, field])

const sameEnd = (a: Change | undefined, b: Change | undefined, index: CatalogueIndex): boolean =>
  a !== undefined && b !== undefined && sameValue(a, a.to, b.to, index)

/** Arrays whose schema forbids doubles are sets: their order is nobody's intention. */
function sameValue({ entity, field }: Place, a: Json | undefined, b: Json | undefined, index: CatalogueIndex): boolean {
  if (equalJson(a, b)) return true
  const set = index.entity(entity).schema.properties?.[field]?.uniqueItems === true
  return set && Array.isArray(a) && Array.isArray(b) && sameItems(a as readonly Json[], b as readonly Json[])
}
