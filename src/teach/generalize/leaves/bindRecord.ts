import type { Json } from '../../../bus/json.ts'
import type { Words } from '../../../bus/words.ts'
import type { Expr, Pick } from '../../procedure/types.ts'
import { askAgain } from '../questions/askAgain.ts'
import { askPick } from '../questions/askPick.ts'
import { leafKey, useOf, type Building, type Decision } from '../building.ts'
import { byTrace, isWhole, steadyIn, type Column, type LeafColumn, type ListChoice } from '../steps/columns.ts'
import { leafAddress } from './copies.ts'
import { isRow } from '../steps/liveSteps.ts'
import { candidatePicks, settledPick } from './selections.ts'

/** A leaf that names one record of a kind, and that record in each demonstration. */
export interface Named {
  readonly entity: string
  readonly ids: readonly (Json | null)[]
}

/**
 * What a leaf that names a record becomes: never a constant. The first leaf naming it binds it, to a
 * selection from the list it was taken from or to a parameter; all others refer to that one binding. A
 * record taken from a list that was set while teaching must be in that list whenever the procedure runs.
 * @returns null where rows of a loop name different records and nothing tells which
 */
export function bindRecord(building: Building, column: Column, leaf: LeafColumn, named: Named): Decision | null {
  const { entity, ids } = named
  const { path } = leaf.leaf
  if (building.loop && isRow(column, leaf)) {
    const { idField, one } = building.index.entity(entity)
    return { expr: { op: 'row', field: idField }, provenance: 'explained', why: [`Each ${one} of the list in turn`] }
  }
  if (!steadyIn(column, leaf)) return null
  const wish = building.edits.wish(column.as, path, leafKey(column, leaf))
  if (wish === 'constant') refuseConstant(building, column, leaf, entity)
  const choice = building.columns.choiceOf(column, leaf)
  const bound = building.records.find(entity, ids)
  if (bound) return again(building, column, leaf, bound, choice, named)
  const copy = building.copies.get(leafAddress(column.as, path))
  if (copy?.is === 'copied' && leaf.kind === 'record') {
    const { one } = building.index.entity(entity)
    building.records.bind(entity, ids, isWhole(column) ? { op: 'arg', step: column.as, path } : copy.expr)
    const { expr } = copy
    if (copy.from.command.effect === 'write') return { expr, provenance: 'explained', why: [`The ${one} that was made before`] }
    building.remarks.push({ level: 'warn', kind: 'copied', step: column.as, leaf: path, words: [`Which ${one} it is stands in the record that was opened before`] })
    return { expr, provenance: 'explained', why: [`The ${one} stood in the record you opened before`] }
  }
  const wanted = building.edits.pick(column.as, path)
  const settled = choice && wish !== 'parameter' ? pickFor(building, column, leaf, choice, named, wanted) : null
  if (choice && settled) return take(building, column, leaf, named, choice, settled)
  if (wanted && wanted.by !== 'id') cannotPick(building, column, leaf)
  const given = giveParam(building, column, leaf, named)
  building.records.bind(entity, ids, given)
  const says = callerSays(building, entity)
  building.remarks.push({ level: 'note', kind: 'caller-says', step: column.as, leaf: path, words: says })
  if (choice && leaf.kind === 'record' && wish !== 'parameter' && wanted?.by !== 'id') {
    building.remarks.push({ level: 'note', kind: 'undecided-pick', step: column.as, leaf: path, words: whyUndecided(building, choice, entity) })
  }
  const why = choice ? [...says, ', and it must be in the list'] : [...says, ...whyGiven(leaf)]
  return { expr: choice ? mustBeIn(choice, given) : given, provenance: 'acknowledged', why }
}

/** A record taken from a list by a rule: from here on it is known by that. */
function take(building: Building, column: Column, { leaf: { path } }: LeafColumn, { entity, ids }: Named, choice: ListChoice, { pick, why }: Settled): Decision {
  const expr: Expr = { op: 'pick', list: choice.list.as, choose: pick }
  building.picked.add(choice.list)
  // A step that is not always done cannot be referred to; taking the same from the same list can be said again.
  building.records.bind(entity, ids, isWhole(column) ? { op: 'arg', step: column.as, path } : expr)
  return { expr, provenance: 'explained', why: why ?? whyPicked(pick.by, choice) }
}

/** A rule, and why it is the one where the list does not say so. */
interface Settled {
  readonly pick: Pick
  readonly why?: Words
}

const SAID: Words = ['You said so when you were asked']

/** The rule by which the record is taken: one the person chose, one that leaves no doubt, or one that was answered. */
function pickFor(
  building: Building,
  column: Column,
  leaf: LeafColumn,
  choice: ListChoice,
  { entity }: Named,
  wanted: Pick | null,
): Settled | null {
  const possible = candidatePicks(choice, entity, building.index)
  if (wanted) {
    const found = possible.find(({ pick }) => JSON.stringify(pick) === JSON.stringify(wanted))
    return found ? { pick: found.pick, why: ['You chose this rule'] } : null
  }
  // A list a record was taken from already had its use: that another stands at an end of it, too, may be chance.
  if (leaf.kind !== 'record' || building.crowded.has(choice.list) || building.picked.has(choice.list)) return null
  const settled = settledPick(choice)
  if (settled) return { pick: settled }
  const answered = askPick(building, column, leaf, choice, possible)
  return answered && { pick: answered, why: SAID }
}

/** Several records in one leaf: each by its binding where it is used elsewhere too, else all as one parameter. */
export function bindRecords(building: Building, column: Column, leaf: LeafColumn, entity: string): Decision | null {
  const { path } = leaf.leaf
  if (!steadyIn(column, leaf)) return null
  const lists = byTrace(column, leaf, building.traces.length)
  const choice = building.columns.choiceOf(column, leaf)
  const says: Words = [`The caller says which ${building.index.entity(entity).many}`]
  const lengths = new Set(lists.flatMap((list) => (Array.isArray(list) ? [list.length] : [])))
  const elsewhere = building.columns.all.some(
    (other) => building.live.has(other) && other.leaves.some((one) => one !== leaf && namesAny(one, entity, leaf)),
  )
  if (elsewhere && lengths.size === 1) {
    const [count = 0] = lengths
    const items = Array.from({ length: count }, (_, turn) => {
      const ids = lists.map((list) => (Array.isArray(list) ? ((list as readonly Json[])[turn] ?? null) : null))
      const bound = building.records.find(entity, ids)
      const given = bound ?? giveParam(building, column, leaf, { entity, ids }, turn)
      if (!bound) building.records.bind(entity, ids, given)
      else if (bound.op === 'param') giveParam(building, column, leaf, { entity, ids }, turn)
      return given
    })
    building.remarks.push({ level: 'note', kind: 'caller-says', step: column.as, leaf: path, words: says })
    return { expr: { op: 'add', to: { op: 'const', value: [] }, items }, provenance: 'acknowledged', why: says }
  }
  const key = leafKey(column, leaf)
  if (building.edits.wish(column.as, path, key) === 'constant') refuseConstant(building, column, leaf, entity)
  const given = building.slots.take(['records', entity, lists], useOf(column, leaf), {
    key,
    value: leaf.value,
    required: true,
    record: entity,
  })
  building.remarks.push({ level: 'note', kind: 'caller-says', step: column.as, leaf: path, words: says })
  return { expr: choice ? mustBeIn(choice, given) : given, provenance: 'acknowledged', why: says }
}

function namesAny(other: LeafColumn, entity: string, { facts }: LeafColumn): boolean {
  if ((other.kind !== 'record' && other.kind !== 'records') || other.leaf.meaning.entity !== entity) return false
  const ids = facts.flatMap(({ value }) => [value].flat() as readonly Json[])
  return other.facts.some(({ value }) => [value].flat().some((id) => ids.includes(id)))
}

function again(
  building: Building,
  column: Column,
  leaf: LeafColumn,
  bound: Expr,
  choice: ListChoice | null,
  named: Named,
): Decision {
  const end = choice && leaf.kind === 'record' && !building.crowded.has(choice.list) && !building.picked.has(choice.list) ? askAgain(building, column, leaf, choice, named.entity) : null
  if (choice && end) return take(building, column, leaf, named, choice, { pick: end, why: SAID })
  if (bound.op === 'param') giveParam(building, column, leaf, named)
  // Taken anew from another list of this recording: still the same record, and it must be in that list too.
  const found = choice !== null && choice.found.every((count) => count === 1) && column.command.effect !== 'write'
  // Looked for by its id and opened as the only one found: both must hold, so that a mention is not taken for it.
  const only: Expr | null = found && bound.op === 'param' && !isTaken(building, choice) ? { op: 'pick', list: choice.list.as, choose: { by: 'only' } } : null
  const expr = only ?? (choice ? mustBeIn(choice, bound) : bound)
  return {
    expr,
    provenance: bound.op === 'param' ? 'acknowledged' : 'explained',
    why: ['The same ', building.index.entity(named.entity).one, ' as before'],
  }
}

/** A text of the list's query is the record itself. */
const isTaken = ({ slots }: Building, { list }: ListChoice): boolean => !slots.all.some(({ record, uses }) => record !== null && uses.some(({ step }) => step === list.as))

const mustBeIn = ({ list }: ListChoice, id: Expr): Expr => ({ op: 'pick', list: list.as, choose: { by: 'id', id } })

/** Records of one leaf (an array) differ by their turn in it. */
const giveParam = (building: Building, column: Column, leaf: LeafColumn, { entity, ids }: Named, turn?: number): Expr =>
  building.slots.take(['record', entity, building.records.entry(entity, ids).turn], useOf(column, leaf), {
    key: leafKey(column, leaf, turn === undefined ? 'whole' : `whole ${turn}`),
    value: ids.find((id) => id !== null) ?? leaf.value,
    required: true,
    record: entity,
  })

function refuseConstant({ remarks, index }: Building, { as }: Column, { leaf }: LeafColumn, entity: string): void {
  remarks.push({
    level: 'note',
    kind: 'edit',
    step: as,
    leaf: leaf.path,
    words: [`A ${index.entity(entity).one} is never fixed, so the caller still says which`],
  })
}

function cannotPick({ remarks }: Building, { as }: Column, { leaf }: LeafColumn): void {
  remarks.push({
    level: 'note',
    kind: 'edit',
    step: as,
    leaf: leaf.path,
    words: ['The rule you chose does not give what was demonstrated, so the caller still says which'],
  })
}

const callerSays = ({ index }: Building, entity: string): Words => [`The caller says which ${index.entity(entity).one}`]

function whyPicked(by: string, { sorted }: ListChoice): Words {
  if (by === 'only') return ['It was the only one in the list']
  return ['You took the ', by, ' in the order you set', ...(sorted === null ? [] : [', ', { kind: 'value' as const, text: sorted }])]
}

function whyUndecided({ index, crowded, traces }: Building, { list, witnesses }: ListChoice, entity: string): Words {
  const { one, many } = index.entity(entity)
  if (crowded.has(list)) return [`You took several ${many} from this list, so the caller says which`]
  if (witnesses.length > 0 && witnesses.every(({ ordinal }) => ordinal === 0))
    return [`You took the first, but you did not set the order of the list: the caller says which ${one}`]
  const shown = traces.length === 1 ? 'One example cannot tell' : 'These examples cannot tell'
  return [`${shown} why you took this ${one} and not another: the caller says which`]
}

function whyGiven({ facts }: LeafColumn): Words {
  const [first] = facts
  const evidence = first?.evidence
  if (facts.length > 1) return []
  if (evidence?.how === 'focus' && (evidence.beforeTeach || evidence.from === 'beforeTeach')) return [': it was open before you began']
  if (evidence?.how === 'focus' && evidence.from === 'cursor') return [': the list stood there before you began']
  if (evidence?.how === 'picked' && evidence.from === 'list') return [': the list stood there before you began']
  return []
}
