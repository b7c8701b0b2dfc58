import { canonical, type Json } from '../../bus/json.ts'
import type { Expr } from '../procedure/types.ts'
import { bindRecord, bindRecords } from './bindRecord.ts'
import { labelOf, leafKey, recordKey, useOf, type Building, type Decision } from './building.ts'
import type { RecordExpr } from './candidates.ts'
import { leafAddress } from './copies.ts'
import type { LeafFact, StepFact } from './facts.ts'
import { isEnumerated, isNobody } from './leafKind.ts'
import { paramSchema, type Way } from './params.ts'
import { editExpr, setEditOf } from './setEdits.ts'
import { textsIn } from './texts.ts'

/**
 * What a leaf of one demonstration becomes: the first column of the table of leaves. Further
 * demonstrations have columns of their own.
 * @param record the record the step acts on, once it is known
 */
export function decideLeaf(building: Building, fact: StepFact, leaf: LeafFact, record: RecordExpr | null): Decision {
  const { entity } = leaf.leaf.meaning
  if (leaf.kind === 'records' && entity !== undefined && Array.isArray(leaf.value)) {
    return bindRecords(building, fact, leaf, entity, leaf.value as readonly Json[])
  }
  const named = recordNamed(building, leaf)
  if (named) return bindRecord(building, fact, leaf, named)
  if (leaf.kind === 'reference' && !isNobody(leaf.leaf.schema, leaf.value)) return decideReference(building, fact, leaf)
  if (leaf.kind === 'edit') return decideEdit(building, fact, leaf, record)
  return decideValue(building, fact, leaf)
}

/** The record a leaf stands for: by its kind, as a reference to one that is acted on, or as text that is exactly its id. */
function recordNamed({ facts, named }: Building, { leaf, kind, value }: LeafFact) {
  const { entity } = leaf.meaning
  if (typeof value !== 'string') return null
  if (entity !== undefined && (kind === 'record' || named.has(recordKey(entity, value)))) return { entity, id: value }
  if (entity !== undefined || isEnumerated(leaf.schema)) return null
  return facts.recordCalled(value) ?? null
}

function decideReference(building: Building, fact: StepFact, leaf: LeafFact): Decision {
  const { step } = fact
  const label = labelOf(leaf)
  const wish = building.edits.wish(step.stepId, leaf.leaf.path, leafKey(building, fact, leaf))
  if (wish !== null) return wish === 'parameter' ? asParam(building, fact, leaf, true) : fixed(leaf)
  if (leaf.evidence?.how === 'me') {
    building.remarks.push({
      level: 'note',
      kind: 'me',
      step: step.stepId,
      leaf: leaf.leaf.path,
      words: [`The ${label} is whoever runs it`],
    })
    return { expr: { op: 'me' }, provenance: 'explained', why: ['You took yourself'] }
  }
  const copy = building.copies.get(leafAddress(step.stepId, leaf.leaf.path))
  if (copy?.is === 'copied') {
    building.remarks.push({
      level: 'warn',
      kind: 'copied',
      step: step.stepId,
      leaf: leaf.leaf.path,
      words: [`The ${label} is copied from the record that was opened before and not used otherwise`],
    })
    return { expr: copy.expr, provenance: 'explained', why: ['It stood in the record you opened before'] }
  }
  if (copy) {
    const words = [`The ${label} also stands in a record opened before, so the caller says which`]
    building.remarks.push({ level: 'note', kind: 'rivals', step: step.stepId, leaf: leaf.leaf.path, words })
    return { ...asParam(building, fact, leaf, true), why: words }
  }
  return { ...asParam(building, fact, leaf, false), why: [`The caller may say another ${label}; yours is taken otherwise`] }
}

function decideEdit(building: Building, fact: StepFact, leaf: LeafFact, record: RecordExpr | null): Decision {
  const field = leaf.leaf.meaning.edits?.field
  const edit = leaf.before && setEditOf(leaf.before, leaf.value as readonly Json[])
  if (!edit || !record || field === undefined) return decideValue(building, fact, leaf)
  const { stepId } = fact.step
  const part = (items: readonly Json[], way: Way): { readonly items: readonly Expr[]; readonly asked: boolean } => {
    const key = leafKey(building, fact, leaf, way)
    const wish = items.length > 0 ? building.edits.wish(stepId, leaf.leaf.path, key) : null
    if (items.length > 0 && (wish === 'parameter' || namesRecord(building, items))) {
      return {
        items: [building.slots.take(['edit', way, field, items], useOf(fact, leaf, way), { key, value: items, required: true })],
        asked: true,
      }
    }
    return { items: items.map((item) => ({ op: 'const', value: item })), asked: false }
  }
  const added = part(edit.added, 'added')
  const removed = part(edit.removed, 'removed')
  const expr = editExpr({ op: 'field', ...record, field }, added.items, removed.items)
  if (added.asked || removed.asked) return { expr, provenance: 'acknowledged', why: ['The caller says which; the others stay'] }
  shownOnce(building, fact, leaf)
  return { expr, provenance: 'constant', why: ['Shown once: what came or went; the others stay'] }
}

function decideValue(building: Building, fact: StepFact, leaf: LeafFact): Decision {
  const { step } = fact
  const wish = building.edits.wish(step.stepId, leaf.leaf.path, leafKey(building, fact, leaf))
  const names = !isEnumerated(leaf.leaf.schema) && namesRecord(building, leaf.value)
  if (names && wish === 'constant') {
    building.remarks.push({
      level: 'note',
      kind: 'edit',
      step: step.stepId,
      leaf: leaf.leaf.path,
      words: ['It names a record, so it is never fixed: the caller still says'],
    })
  }
  if (names || wish === 'parameter') {
    const why = names ? 'It names a record, so it is never fixed: the caller says' : 'You made it a parameter'
    return { ...asParam(building, fact, leaf, true), why: [why] }
  }
  if (wish !== 'constant' && leaf.kind === 'text' && fact.found !== null && fact.found < 2) {
    const why = fact.found === 1 ? 'It found exactly one' : 'It found nothing'
    return { ...asParam(building, fact, leaf, true), why: [`${why}, so the caller says what to look for`] }
  }
  shownOnce(building, fact, leaf)
  if (leaf.value === null) return { expr: { op: 'const', value: null }, provenance: 'constant', why: ['It clears the value'] }
  const stood = fact.found !== null && (leaf.evidence?.beforeTeach === true || leaf.evidence?.how === 'default')
  return {
    expr: { op: 'const', value: leaf.value },
    provenance: 'constant',
    why: [stood ? 'As the list stood before you began' : 'Shown once'],
  }
}

/** Whether ids of records that are acted on stand in a value, alone or among other words. */
const namesRecord = ({ facts }: Building, value: Json): boolean => textsIn(value).some((text) => facts.namesRecord(text))

/** Leaves that take the same kind of value and were given the same one share a parameter. */
function asParam(building: Building, fact: StepFact, leaf: LeafFact, required: boolean): Decision {
  const { schema, meaning } = leaf.leaf
  const { description: _said, 'x-us': _means, ...shape } = paramSchema(schema)
  const same = [meaning.entity ?? '', canonical(shape)]
  const expr = building.slots.take(['value', same, leaf.value], useOf(fact, leaf), {
    key: leafKey(building, fact, leaf),
    value: leaf.value,
    required,
  })
  return { expr, provenance: 'acknowledged', why: [`The caller says the ${labelOf(leaf)}`] }
}

const fixed = ({ value }: LeafFact): Decision => ({ expr: { op: 'const', value }, provenance: 'constant', why: ['You fixed it'] })

/** Only what is written deserves the remark: the parts of a query stand in the step for all to see. */
function shownOnce({ remarks }: Building, { step, command }: StepFact, leaf: LeafFact): void {
  if (command.effect !== 'write') return
  remarks.push({
    level: 'note',
    kind: 'shown-once',
    step: step.stepId,
    leaf: leaf.leaf.path,
    words: ['Shown once, so it is always the same: the ', labelOf(leaf)],
  })
}
