import type { Command } from '../../bus/command.ts'
import type { JournalEntry } from '../../bus/journal.ts'
import { equalJson, isObject, type Json } from '../../bus/json.ts'
import { notTaken } from '../../bus/readBack.ts'
import type { State } from '../../bus/state.ts'
import { actedOn } from './lists.ts'

/**
 * Reads back what a write says it did: the records must hold what the input asked for, and a change told
 * in the output (`field`, `to`, `unchanged`) must be the change that was made.
 * @returns what is wrong, in words without values, or null
 */
export function readBackFault(command: Command, entry: JournalEntry, state: State): string | null {
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

/** A change as an output tells it; null for outputs of another form. */
function toldChange(output: Json): { readonly field: string; readonly to: Json; readonly unchanged: boolean } | null {
  if (!isObject(output)) return null
  const { field, to, unchanged } = output
  return typeof field === 'string' && to !== undefined ? { field, to, unchanged: unchanged === true } : null
}
