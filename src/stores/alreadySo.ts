import type { CatalogueIndex } from '../bus/command.ts'
import type { Dispatched } from '../bus/bus.ts'
import { at } from '../bus/json.ts'
import { leafAt, leavesOf } from '../bus/schema.ts'
import { plain } from '../bus/words.ts'
import { fieldLabel } from '../teach/words/labels.ts'
import { namesIn, valueWords } from '../teach/words/valueWords.ts'

/**
 * What a person did by hand that changed nothing, since it was so already: no step of a demonstration, which they
 * would never know by looking.
 * @returns a sentence to say so, or null where something changed or nothing could have been recorded
 */
export function alreadySo({ entry, commit, after }: Dispatched, index: CatalogueIndex): string | null {
  const command = index.command(entry.command)
  const byHand = entry.actor === 'operator' && entry.run === undefined
  if (!command || !byHand || !command.recordable || command.sensitive || entry.effect !== 'write' || commit) return null
  const names = namesIn(after.records, index)
  const words = command.say((path) => {
    const leaf = leafAt(command.input, path)
    const value = at(entry.input, path)
    if (leaf?.meaning.kind === 'record' && typeof value === 'string') return [{ kind: 'value', text: value }]
    return leaf && value !== undefined ? valueWords(leaf.schema, value, names, fieldLabel(leaf.path, leaf.meaning)) : []
  })
  const entity = leavesOf(command.input).find(({ meaning }) => meaning.kind === 'record')?.meaning.entity
  const one = index.entities.get(entity ?? '')?.one ?? 'record'
  return `Not recorded, since it is so already: ${plain(words)}. Show it on another ${one}.`
}
