import type { CatalogueIndex, Command } from '../../bus/command.ts'
import type { JournalEntry } from '../../bus/journal.ts'
import { equalJson, isObject, type Json } from '../../bus/json.ts'
import { notTaken } from '../../bus/readBack.ts'
import type { State } from '../../bus/state.ts'
import { writtenFields } from './effects.ts'
import { actedOn } from './lists.ts'
import { netChanges } from './outcome.ts'

/**
 * Reads back what a write says it did: the records must hold what the input asked for, and a change told
 * in the output (`field`, `to`, `unchanged`) must be the change that was made.
 * @returns what is wrong, in words without values, or null
 */
export function readBackFault(command: Command, entry: JournalEntry, state: State, index: CatalogueIndex): string | null {
  if (changedElsewhere(command, entry, index)) return 'it changed something it does not declare'
  for (const { entity, id } of actedOn(command, entry.input)) {
    const record = state.get(entity, id)
    const [missed] = notTaken(command, entry.input, record)
    if (missed !== undefined) return `${missed} did not take the value`
    const told = toldChange(entry.output)
    if (told && !equalJson(record?.[told.field] ?? null, told.to)) return `${told.field} is not what was answered`
    if (told?.unchanged && entry.patches.length > 0) return 'a change was made that was answered as none'
  }
  return null
}

/**
 * Whether a write kept to what its schemas declare, and so to what was approved: the declared fields of
 * the records it was given. A command that declares no field is told of by its title and may do what it does.
 */
function changedElsewhere(command: Command, entry: JournalEntry, index: CatalogueIndex): boolean {
  const fields = writtenFields(command)
  if (fields.length === 0) return false
  const records = actedOn(command, entry.input)
  return netChanges(entry.patches, index).some(
    (change) => !fields.includes(change.field) || !records.some(({ entity, id }) => entity === change.entity && id === change.id),
  )
}

/** A change as an output tells it; null for outputs of another form. */
function toldChange(output: Json): { readonly field: string; readonly to: Json; readonly unchanged: boolean } | null {
  if (!isObject(output)) return null
  const { field, to, unchanged } = output
  return typeof field === 'string' && to !== undefined ? { field, to, unchanged: unchanged === true } : null
}
