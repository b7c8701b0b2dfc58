import type { Command } from './command.ts'
import { at, equalJson, type Json, type JsonObject } from './json.ts'
import { leavesOf } from './schema.ts'
import type { Rec } from './state.ts'

/**
 * Whether a write took: the record must now hold what the input said, by the `edits` its schema declares.
 * @param record the record the command acted on, as it is now
 * @returns the fields that did not take
 */
export function notTaken(command: Command, input: JsonObject, record: Rec | undefined): readonly string[] {
  const missed: string[] = []
  for (const leaf of leavesOf(command.input)) {
    const edits = leaf.meaning.edits
    const wanted = at(input, leaf.path)
    if (!edits || wanted === undefined) continue
    if (!record || !holds(at(record, edits.field), edits.op, wanted)) missed.push(edits.field)
  }
  return missed
}

function holds(now: Json | undefined, op: 'set' | 'add' | 'remove', wanted: Json): boolean {
  if (op === 'set') return equalJson(now, wanted)
  const have = Array.isArray(now) ? (now as readonly Json[]) : []
  const items = Array.isArray(wanted) ? (wanted as readonly Json[]) : [wanted]
  return items.every((item) => have.some((one) => equalJson(one, item)) === (op === 'add'))
}
