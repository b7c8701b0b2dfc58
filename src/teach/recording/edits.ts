import type { CatalogueIndex, Command } from '../../bus/command.ts'
import { at, type Json } from '../../bus/json.ts'
import { leavesOf, type Leaf } from '../../bus/schema.ts'
import { fieldKey } from './changes.ts'
import { recordNamed } from './project.ts'
import type { Step } from './types.ts'

/** What a step does to one field of a record, by what its command's schema says. */
export interface FieldEdit {
  /** Entity, id and field, as one key. */
  readonly key: string
  readonly field: string
  /** `set` and `fill` replace the whole value; `add` and `remove` edit an array as a set. */
  readonly op: 'set' | 'add' | 'remove' | 'fill'
  readonly leaf: Leaf
  readonly value: Json
}

/** The edits of a write, one a leaf that has a value. */
export function editsOf(step: Step, index: CatalogueIndex): readonly FieldEdit[] {
  const command = index.command(step.command)
  const record = recordNamed(command, step.input)
  if (!command || !record) return []
  return leavesOf(command.input).flatMap((leaf): readonly FieldEdit[] => {
    const value = at(step.input, leaf.path)
    const edit = editOf(leaf)
    if (!edit || value === undefined) return []
    return [{ ...edit, key: fieldKey(record.entity, record.id, edit.field), leaf, value }]
  })
}

function editOf({ meaning }: Leaf): { readonly field: string; readonly op: FieldEdit['op'] } | undefined {
  if (meaning.edits) return meaning.edits
  return meaning.fills === undefined ? undefined : { field: meaning.fills, op: 'fill' }
}

/** The items of a set edit. */
export const itemsOf = (value: Json): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : [value])

export const isSetEdit = ({ op }: FieldEdit): boolean => op === 'add' || op === 'remove'

export const isWrite = (command: Command | undefined): boolean => command?.effect === 'write'
