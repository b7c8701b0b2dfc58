import type { Json } from '../../bus/json.ts'
import type { Words } from '../../bus/words.ts'
import type { Expr } from '../procedure/types.ts'
import { leafKey, recordKey, useOf, type Building, type Decision } from './building.ts'
import type { Choice } from './choices.ts'
import type { LeafFact, StepFact } from './facts.ts'
import type { NamedRecord } from './facts.ts'
import { settledPick } from './selections.ts'

/**
 * What a leaf that names a record becomes: never a constant. The first leaf naming it binds it, to a
 * selection from the list it was taken from or to a parameter; all others refer to that one binding. A
 * record taken from a list that was set while teaching must be in that list whenever the procedure runs.
 */
export function bindRecord(building: Building, fact: StepFact, leaf: LeafFact, record: NamedRecord): Decision {
  const place = recordKey(record.entity, record.id)
  const choice = leaf.choice?.setHere ? leaf.choice : null
  const bound = building.bindings.get(place)
  const wish = building.edits.wish(fact.step.stepId, leaf.leaf.path, leafKey(building, fact, leaf))
  if (wish === 'constant') refuseConstant(building, fact, leaf, record.entity)
  if (bound) return again(building, fact, leaf, bound, choice, record)
  const settled = choice && wish !== 'parameter' && !building.crowded.has(choice.list) ? settledPick(choice) : null
  if (choice && settled) {
    building.bindings.set(place, { op: 'arg', step: fact.step.stepId, path: leaf.leaf.path })
    return { expr: { op: 'pick', list: choice.list, choose: settled }, provenance: 'explained', why: whyPicked(settled.by, choice) }
  }
  const given = giveParam(building, fact, leaf, record)
  building.bindings.set(place, given)
  building.remarks.push({
    level: 'note',
    kind: 'caller-says',
    step: fact.step.stepId,
    leaf: leaf.leaf.path,
    words: callerSays(building, record.entity),
  })
  if (choice && leaf.kind === 'record' && wish !== 'parameter') {
    building.remarks.push({
      level: 'note',
      kind: 'undecided-pick',
      step: fact.step.stepId,
      leaf: leaf.leaf.path,
      words: whyUndecided(building, choice, record.entity),
    })
  }
  const why = choice
    ? [...callerSays(building, record.entity), ', and it must be in the list']
    : [...callerSays(building, record.entity), ...whyGiven(leaf)]
  return { expr: choice ? mustBeIn(choice, given) : given, provenance: 'acknowledged', why }
}

/** Several records in one leaf: each by its binding where it is used elsewhere too, else all as one parameter. */
export function bindRecords(building: Building, fact: StepFact, leaf: LeafFact, entity: string, ids: readonly Json[]): Decision {
  const choice = leaf.choice?.setHere ? leaf.choice : null
  const named = ids.filter((id) => typeof id === 'string')
  const elsewhere = building.live.some((other) => other.leaves.some((one) => one !== leaf && namesAny(one, entity, ids)))
  if (elsewhere) {
    const items = named.map((id) => bindRecord(building, fact, { ...leaf, value: id }, { entity, id }))
    return {
      expr: { op: 'add', to: { op: 'const', value: [] }, items: items.map(({ expr }) => expr) },
      provenance: 'acknowledged',
      why: callerSays(building, entity),
    }
  }
  const key = leafKey(building, fact, leaf)
  if (building.edits.wish(fact.step.stepId, leaf.leaf.path, key) === 'constant') refuseConstant(building, fact, leaf, entity)
  const given = building.slots.take(['records', entity, ids], useOf(fact, leaf), { key, value: ids, required: true, record: entity })
  const words: Words = [`The caller says which ${building.index.entity(entity).many}`]
  building.remarks.push({ level: 'note', kind: 'caller-says', step: fact.step.stepId, leaf: leaf.leaf.path, words })
  return { expr: choice ? mustBeIn(choice, given) : given, provenance: 'acknowledged', why: words }
}

const namesAny = ({ leaf, kind, value }: LeafFact, entity: string, ids: readonly Json[]): boolean =>
  (kind === 'record' || kind === 'records') && leaf.meaning.entity === entity && [value].flat().some((id) => ids.includes(id))

function again(building: Building, fact: StepFact, leaf: LeafFact, bound: Expr, choice: Choice | null, record: NamedRecord): Decision {
  if (bound.op === 'param') giveParam(building, fact, leaf, record)
  // Taken anew from another list of this recording: still the same record, and it must be in that list too.
  const expr = choice ? mustBeIn(choice, bound) : bound
  return {
    expr,
    provenance: bound.op === 'param' ? 'acknowledged' : 'explained',
    why: ['The same ', building.index.entity(record.entity).one, ' as before'],
  }
}

const mustBeIn = ({ list }: Choice, id: Expr): Expr => ({ op: 'pick', list, choose: { by: 'id', id } })

const giveParam = (building: Building, fact: StepFact, leaf: LeafFact, { entity, id }: NamedRecord): Expr =>
  building.slots.take(['record', entity, id], useOf(fact, leaf), {
    // Records of one leaf (an array) differ by their turn in it, which their id stands for.
    key: leafKey(building, fact, leaf, leaf.kind === 'records' ? `whole ${id}` : 'whole'),
    value: id,
    required: true,
    record: entity,
  })

function refuseConstant({ remarks, index }: Building, { step }: StepFact, { leaf }: LeafFact, entity: string): void {
  remarks.push({
    level: 'note',
    kind: 'edit',
    step: step.stepId,
    leaf: leaf.path,
    words: [`A ${index.entity(entity).one} is never fixed, so the caller still says which`],
  })
}

const callerSays = ({ index }: Building, entity: string): Words => [`The caller says which ${index.entity(entity).one}`]

function whyPicked(by: string, { sorted }: Choice): Words {
  if (by === 'only') return ['It was the only one in the list']
  return ['You took the ', by, ' in the order you set', ...(sorted === null ? [] : [', ', { kind: 'value' as const, text: sorted }])]
}

function whyUndecided({ index, crowded }: Building, { list, witness }: Choice, entity: string): Words {
  const { one, many } = index.entity(entity)
  if (crowded.has(list)) return [`You took several ${many} from this list, so the caller says which`]
  if (witness?.ordinal === 0) return [`You took the first, but you did not set the order of the list: the caller says which ${one}`]
  return [`One example cannot tell why you took this ${one} and not another: the caller says which`]
}

function whyGiven({ evidence }: LeafFact): Words {
  if (evidence?.how === 'focus' && (evidence.beforeTeach || evidence.from === 'beforeTeach')) return [': it was open before you began']
  if (evidence?.how === 'focus' && evidence.from === 'cursor') return [': the list stood there before you began']
  if (evidence?.how === 'picked' && evidence.from === 'list') return [': the list stood there before you began']
  return []
}
