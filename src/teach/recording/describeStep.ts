import type { CatalogueIndex } from '../../bus/command.ts'
import { at, type Json } from '../../bus/json.ts'
import { leafAt, type Leaf } from '../../bus/schema.ts'
import { joinWords, type Word, type Words } from '../../bus/words.ts'
import type { NamesOf } from './project.ts'
import type { RecordedEvidence, Step } from './types.ts'

/**
 * A recorded step in plain words, as the chip shows it while teaching. Records are named by how they were
 * chosen, references by their title, values of an enum without underscores; user-written values are marked.
 */
export function describeStep(step: Step, index: CatalogueIndex, namesOf: NamesOf): Words {
  if (step.reverts) return ['Undo']
  if (step.restores) return ['Redo']
  const command = index.command(step.command)
  if (!command) return [step.command]
  return command.say((path) => {
    const leaf = leafAt(command.input, path)
    const value = at(step.input, path)
    return leaf && value !== undefined ? sayLeaf(leaf, value, step.evidence[path], namesOf) : []
  })
}

function sayLeaf(leaf: Leaf, value: Json, evidence: RecordedEvidence | undefined, namesOf: NamesOf): Words {
  if (evidence?.how === 'me') return [{ kind: 'value', text: 'me' }]
  if (leaf.meaning.kind === 'record' && typeof value === 'string') return sayRecord(value, evidence)
  if (!Array.isArray(value)) return [sayValue(leaf, value, namesOf)]
  const items = value as readonly Json[]
  return items.length === 0 ? [{ kind: 'value', text: 'none' }] : joinWords(items.map((item) => [sayValue(leaf, item, namesOf)]))
}

function sayRecord(id: string, evidence: RecordedEvidence | undefined): Words {
  const first = evidence?.how === 'picked' && evidence.from === 'list' && evidence.ordinal === 0
  if (!first) return [{ kind: 'value', text: id }]
  return ['the ', { kind: 'pick', text: 'first' }, ' in the list (', { kind: 'value', text: id }, ')']
}

function sayValue({ schema, meaning }: Leaf, value: Json, namesOf: NamesOf): Word {
  if (meaning.entity !== undefined && (value === null || value === meaning.nobody)) return { kind: 'value', text: 'nobody' }
  if (value === null) return { kind: 'value', text: 'none' }
  if (typeof value !== 'string') return { kind: 'value', text: typeof value === 'boolean' ? (value ? 'yes' : 'no') : JSON.stringify(value) }
  if (meaning.entity !== undefined) return { kind: 'value', text: namesOf(meaning.entity, value) ?? value }
  if (meaning.ugc) return { kind: 'ugc', text: value }
  const isEnum = schema.enum !== undefined || schema.items?.enum !== undefined
  return { kind: 'value', text: isEnum ? value.replaceAll('_', ' ') : value }
}
