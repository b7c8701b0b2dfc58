import { changedPaths } from '../../bus/changedPaths.ts'
import type { CatalogueIndex, Command } from '../../bus/command.ts'
import type { JournalEntry } from '../../bus/journal.ts'
import { at, equalJson, isObject, type Json, type JsonObject } from '../../bus/json.ts'
import { notTaken } from '../../bus/readBack.ts'
import type { State } from '../../bus/state.ts'
import { writtenFields } from './effects.ts'
import { actedOn, recordLeaf } from './lists.ts'
import { netChanges } from './outcome.ts'

/**
 * Reads back what a write says it did: the records must hold what the input asked for, and a change told
 * in the output (`field`, `to`, `unchanged`) must be the change that was made.
 * @returns what is wrong, in words without values, or null
 */
export function readBackFault(command: Command, entry: JournalEntry, state: State, index: CatalogueIndex): string | null {
  if (changedElsewhere(command, entry, index)) return 'it changed something it does not declare'
  for (const { entity, id } of leading(command, entry.input)) {
    const record = state.get(entity, id)
    const [missed] = notTaken(command, entry.input, record)
    if (missed !== undefined) return `${missed} did not take the value`
    const told = toldChange(entry.output)
    if (told && !equalJson(record?.[told.field] ?? null, told.to)) return `${told.field} is not what was answered`
    if (told?.unchanged && entry.patches.length > 0) return 'a change was made that was answered as none'
  }
  return null
}

/** What a write edits: the records its first such argument names. A further one is told what to write, not written to. */
function leading(command: Command, input: JsonObject): ReturnType<typeof actedOn> {
  const leaf = recordLeaf(command)
  const ids = leaf && at(input, leaf.path)
  return actedOn(command, input).filter(({ entity, id }) => entity === leaf?.meaning.entity && (ids === id || (Array.isArray(ids) && ids.includes(id))))
}

/**
 * Whether a write kept to what its schemas declare, and so to what was approved: the declared fields of
 * the records it was given. A command that declares no field is told of by its title and may do what it does.
 */
function changedElsewhere(command: Command, entry: JournalEntry, index: CatalogueIndex): boolean {
  const fields = writtenFields(command)
  if (fields.length === 0) return false
  const records = actedOn(command, entry.input)
  // Of an object only the parts that are declared may change.
  const declared = (path: string): boolean => fields.some((field) => path === field || path.startsWith(`${field}.`))
  return netChanges(entry.patches, index).some(
    (change) =>
      !changedPaths(change.field, change.from, change.to).every(({ path }) => declared(path)) ||
      !records.some(({ entity, id }) => entity === change.entity && id === change.id),
  )
}

/** A change as an output tells it; null for outputs of another form. */
function toldChange(output: Json): { readonly field: string; readonly to: Json; readonly unchanged: boolean } | null {
  if (!isObject(output)) return null
  const { field, to, unchanged } = output
  return typeof field === 'string' && to !== undefined ? { field, to, unchanged: unchanged === true } : null
}
