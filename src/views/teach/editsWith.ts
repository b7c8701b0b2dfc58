import { canonical, type JsonObject } from '../../bus/json.ts'
import type { Edit } from '../../teach/generalize/types.ts'

/** Changes by hand with one more, which takes the place of an earlier one of the same thing. */
export const editsWith = (edits: readonly Edit[], what: Edit): readonly Edit[] => [...edits.filter((edit) => thingOf(edit) !== thingOf(what)), what]

/** What an edit decides, whatever it decides about it. */
function thingOf(edit: Edit): string {
  const { choose: _choose, on: _on, max: _max, name: _name, ...thing } = edit as unknown as JsonObject
  return canonical(thing)
}
