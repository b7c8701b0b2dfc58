import { equalJson, type JsonObject } from '../../bus/json.ts'
import type { FieldChange, Patch, Rec } from '../../bus/state.ts'

/** The patch that gives a record these members, or none where all are so already. */
export function updateOf(entity: string, id: string, before: Rec, wanted: JsonObject): readonly Patch[] {
  const fields: Record<string, FieldChange> = {}
  for (const [field, to] of Object.entries(wanted)) {
    const from = before[field]
    if (!equalJson(from, to)) fields[field] = { ...(from === undefined ? {} : { from }), to }
  }
  return Object.keys(fields).length === 0 ? [] : [{ op: 'update', entity, id, fields }]
}
