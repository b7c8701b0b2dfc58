import type { Json, JsonObject } from './json.ts'

/** One record: frozen, plain data. Its fields are described by the schema of its entity. */
export type Rec = JsonObject

/** What a command may look at. Never changes under a command's feet. */
export interface State {
  get(entity: string, id: string): Rec | undefined
  /** All records of an entity in the order they came. The array is shared: never change it. */
  list(entity: string): readonly Rec[]
}

/** The list on show: what was asked for and the ids it gave, as they stood when it was asked. */
export interface ListView {
  readonly entity: string
  /** Command that made the list. */
  readonly command: string
  readonly query: JsonObject
  readonly ids: readonly string[]
}

/** What a person or a run has in front of it. Runs have one of their own, so they never move a person's. */
export interface View {
  readonly list: ListView | null
  readonly focus: { readonly entity: string; readonly id: string } | null
}

export const EMPTY_VIEW: View = Object.freeze({ list: null, focus: null })

/** Records and view together: what commands are planned against. */
export interface Session {
  readonly records: State
  readonly view: View
}

/** A field's value before and after; a missing member means the field was or becomes absent. */
export interface FieldChange {
  readonly from?: Json
  readonly to?: Json
}

/** The unit of change. Updates name each field with both values, so every patch has an inverse. */
export type Patch =
  | {
      readonly op: 'update'
      readonly entity: string
      readonly id: string
      readonly fields: Readonly<Record<string, FieldChange>>
    }
  | { readonly op: 'create'; readonly entity: string; readonly id: string; readonly record: Rec }
  | { readonly op: 'remove'; readonly entity: string; readonly id: string; readonly record: Rec }

/** The patch that takes back another. */
export function inverse(patch: Patch): Patch {
  switch (patch.op) {
    case 'create':
      return { ...patch, op: 'remove' }
    case 'remove':
      return { ...patch, op: 'create' }
    case 'update': {
      const fields: Record<string, FieldChange> = {}
      for (const [field, change] of Object.entries(patch.fields)) fields[field] = swap(change)
      return { ...patch, fields }
    }
  }
}

const swap = (change: FieldChange): FieldChange => ({
  ...('to' in change ? { from: change.to } : {}),
  ...('from' in change ? { to: change.from } : {}),
})

/** The record an update gives; members whose change has no `to` are left out. */
export function patched(record: Rec, fields: Readonly<Record<string, FieldChange>>): Rec {
  const next: Record<string, Json> = { ...record }
  for (const [field, change] of Object.entries(fields)) {
    if (change.to === undefined) delete next[field]
    else next[field] = change.to
  }
  return Object.freeze(next)
}
