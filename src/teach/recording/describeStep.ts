import type { CatalogueIndex } from '../../bus/command.ts'
import { at, type Json } from '../../bus/json.ts'
import { leafAt, type Leaf } from '../../bus/schema.ts'
import type { Words } from '../../bus/words.ts'
import { fieldLabel } from '../words/labels.ts'
import { valueWords, type Names } from '../words/valueWords.ts'
import type { RecordedEvidence, Step } from './types.ts'

/**
 * A recorded step in plain words, as the chip shows it while teaching. Records are named by how they were
 * chosen, references by their title, values of an enum without underscores; user-written values are marked.
 */
export function describeStep(step: Step, index: CatalogueIndex, names: Names): Words {
  if (step.reverts) return ['Undo']
  if (step.restores) return ['Redo']
  const command = index.command(step.command)
  if (!command) return [step.command]
  return command.say((path) => {
    const leaf = leafAt(command.input, path)
    const value = at(step.input, path)
    return leaf && value !== undefined ? sayLeaf(leaf, value, step.evidence[path], names) : []
  })
}

function sayLeaf(leaf: Leaf, value: Json, evidence: RecordedEvidence | undefined, names: Names): Words {
  if (evidence?.how === 'me') return [{ kind: 'value', text: 'me' }]
  if (leaf.meaning.kind === 'record' && typeof value === 'string') return sayRecord(value, evidence)
  return valueWords(leaf.schema, value, names, fieldLabel(leaf.path, leaf.meaning))
}

function sayRecord(id: string, evidence: RecordedEvidence | undefined): Words {
  const first = evidence?.how === 'picked' && evidence.from === 'list' && evidence.ordinal === 0
  if (!first) return [{ kind: 'value', text: id }]
  return ['the ', { kind: 'pick', text: 'first' }, ' in the list (', { kind: 'value', text: id }, ')']
}
