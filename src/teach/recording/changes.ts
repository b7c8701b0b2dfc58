import { changedPaths } from '../../bus/changedPaths.ts'
import type { CatalogueIndex } from '../../bus/command.ts'
import { movesByItself } from '../../bus/entity.ts'
import { equalJson, type Json, type JsonObject } from '../../bus/json.ts'
import type { FieldChange, Patch } from '../../bus/state.ts'
import type { StepChange, Trace } from './types.ts'

/** What patches change, field by field, without what moves by itself. */
export function changesOf(patches: readonly Patch[], index: CatalogueIndex): readonly StepChange[] {
  return patches.flatMap((patch) => {
    const { entity, id } = patch
    const def = index.entities.get(entity)
    const isVolatile = (field: string): boolean => def !== undefined && movesByItself(def, field)
    if (patch.op !== 'update') {
      const side = patch.op === 'create' ? 'after' : 'before'
      return Object.entries(patch.record)
        .filter(([field]) => !isVolatile(field))
        .map(([field, value]): StepChange => ({ entity, id, field, [side]: value }))
    }
    return Object.entries(patch.fields)
      .filter(([field]) => !isVolatile(field))
      .map(([field, { from, to }]): StepChange => change(entity, id, field, from, to))
  })
}

/**
 * One change a field: from its first value to its last. Fields that end where they began are left out;
 * arrays edited as sets end there whatever their order.
 */
export function netChanges(changes: readonly StepChange[]): readonly StepChange[] {
  const net = new Map<string, StepChange>()
  for (const { entity, id, field, before, after } of changes) {
    const key = fieldKey(entity, id, field)
    const first = net.get(key)
    net.set(key, change(entity, id, field, first ? first.before : before, after))
  }
  return [...net.values()].filter(({ before, after }) => !sameValue(before, after))
}

/** Changes of objects as changes of the parts that moved, their fields as dotted paths: a write may edit a part alone. */
export const partsChanged = (changes: readonly StepChange[]): readonly StepChange[] =>
  changes.flatMap(({ entity, id, field, before, after }) =>
    changedPaths(field, before, after).map(({ path, from, to }) => change(entity, id, path, from, to)),
  )

/** What a demonstration is expected to do again: the net changes of its kept steps. */
export const expectedChanges = ({ steps }: Pick<Trace, 'steps'>): readonly StepChange[] => netChanges(steps.flatMap((step) => step.changes))

export const fieldKey = (entity: string, id: string, field: string): string => `${entity}\n${id}\n${field}`

/** Equal, or arrays of the same items in another order: such fields are edited as sets. */
export function sameValue(a: Json | undefined, b: Json | undefined): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return equalJson(a, b)
  return a.length === b.length && a.every((item) => b.some((other) => equalJson(item as Json, other as Json)))
}

/** Records that did not exist before these changes. */
export function madeIn(changes: readonly StepChange[], index: CatalogueIndex): readonly { readonly entity: string; readonly id: string }[] {
  return changes.flatMap(({ entity, id, field, before }) => (before === undefined && field === index.entities.get(entity)?.idField ? [{ entity, id }] : []))
}

/** Changes as patches again, one a record: records that were made are made, those that were removed go. */
export function patchesOf(changes: readonly StepChange[], index: CatalogueIndex): readonly Patch[] {
  const records = new Map<string, StepChange[]>()
  for (const one of changes) {
    const key = fieldKey(one.entity, one.id, '')
    records.set(key, [...(records.get(key) ?? []), one])
  }
  return [...records.values()].flatMap((own): readonly Patch[] => {
    const [{ entity, id } = { entity: '', id: '' }] = own
    const idField = index.entities.get(entity)?.idField
    const identity = own.filter(({ field }) => field === idField)
    const fresh = identity.length > 0 && identity[0]?.before === undefined
    const gone = identity.length > 0 && identity.at(-1)?.after === undefined
    const side = (of: 'before' | 'after'): JsonObject => Object.fromEntries(own.flatMap(({ field, [of]: value }) => (value === undefined ? [] : [[field, value]])))
    if (fresh) return gone ? [] : [{ op: 'create', entity, id, record: side('after') }]
    if (gone) return [{ op: 'remove', entity, id, record: side('before') }]
    const fields = Object.fromEntries(
      own.map(({ field, before, after }): [string, FieldChange] => [field, { ...(before === undefined ? {} : { from: before }), ...(after === undefined ? {} : { to: after }) }]),
    )
    return [{ op: 'update', entity, id, fields }]
  })
}

function change(entity: string, id: string, field: string, before: Json | undefined, after: Json | undefined): StepChange {
  return { entity, id, field, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }
}
