import type { CatalogueIndex } from './command.ts'
import type { FieldChange, Patch, State } from './state.ts'

/** Adds to each update what the bus keeps itself: the counted version and the time of the change. */
export function touched(patches: readonly Patch[], index: CatalogueIndex, state: State, time: string): readonly Patch[] {
  return patches.map((patch) => {
    if (patch.op !== 'update') return patch
    const { versionField, touchedField } = index.entity(patch.entity)
    const record = state.get(patch.entity, patch.id)
    const fields: Record<string, FieldChange> = { ...patch.fields }
    const version = versionField === undefined ? undefined : record?.[versionField]
    if (versionField !== undefined && typeof version === 'number') fields[versionField] = { from: version, to: version + 1 }
    const was = touchedField === undefined ? undefined : record?.[touchedField]
    if (touchedField !== undefined && was !== undefined) fields[touchedField] = { from: was, to: time }
    return { ...patch, fields }
  })
}
