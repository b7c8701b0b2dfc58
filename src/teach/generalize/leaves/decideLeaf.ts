import { equalJson, type Json } from '../../../bus/json.ts'
import type { Words } from '../../../bus/words.ts'
import type { Expr } from '../../procedure/types.ts'
import { askAlways } from '../questions/askAlways.ts'
import { askMe } from '../questions/askMe.ts'
import { bindRecord, bindRecords, type Named } from './bindRecord.ts'
import { labelOf, leafKey, recordKey, shownWords, useOf, type Building, type Decision } from '../building.ts'
import type { RecordExpr } from './candidates.ts'
import { byTrace, steadyIn, timesShown, type Column, type LeafColumn } from '../steps/columns.ts'
import { itemsByTrace } from '../steps/commonItems.ts'
import { decideCopied, decideCopy, findsFew } from './decideCopied.ts'
import { agreed, asParam, fixed, shown } from './decided.ts'
import { isEnumerated, isNobody } from '../steps/leafKind.ts'
import { fromRow } from './fromRow.ts'
import type { Way } from './params.ts'
import { standsInRecord } from './standsInRecord.ts'
import { applyEdit, editExpr, sameItems, setEditOf } from './setEdits.ts'
import { textsIn } from '../steps/texts.ts'

/**
 * What a leaf becomes: the table of leaves, for one demonstration, for several that agree and several that differ.
 * @param record the record the step acts on, once it is known
 * @returns null where the rows of a loop differ and nothing explains it
 */
export function decideLeaf(building: Building, column: Column, leaf: LeafColumn, record: RecordExpr | null): Decision | null {
  const { entity } = leaf.leaf.meaning
  if (leaf.kind === 'records' && entity !== undefined) return bindRecords(building, column, leaf, entity)
  const named = recordNamed(building, column, leaf)
  if (named) return bindRecord(building, column, leaf, named)
  if (leaf.kind === 'edit') return decideEdit(building, column, leaf, record)
  const items = leaf.same ? null : decideItems(building, column, leaf)
  if (items) return items
  if (!steadyIn(column, leaf)) return fromRow(building, column, leaf)
  if (leaf.kind === 'reference' && leaf.facts.every(({ value }) => !isNobody(leaf.leaf.schema, value))) return decideReference(building, column, leaf)
  return decideValue(building, column, leaf, record)
}

/** The record a leaf stands for: by its kind, as a reference to one that is acted on, or as text that is exactly its id. */
function recordNamed({ traces, columns, live }: Building, column: Column, leaf: LeafColumn): Named | null {
  const { meaning, schema } = leaf.leaf
  const { entity } = meaning
  if (leaf.facts.some(({ value }) => typeof value !== 'string')) return null
  const ids = byTrace(column, leaf, traces.length)
  if (entity !== undefined) {
    if (leaf.kind === 'record') return { entity, ids }
    const acted = (trace: number, id: Json): boolean =>
      columns.all.some((other) => live.has(other) && other.leaves.some((one) => namesRecordIn(other, one, trace, recordKey(entity, id))))
    return ids.every((id, trace) => id === null || acted(trace, id)) ? { entity, ids } : null
  }
  if (isEnumerated(schema)) return null
  const called = ids.map((id, trace) => (typeof id === 'string' ? traces[trace]?.recordCalled(id) : undefined))
  const kind = called.find((one) => one !== undefined)?.entity
  return kind !== undefined && ids.every((id, trace) => id === null || called[trace]?.entity === kind) ? { entity: kind, ids } : null
}

function namesRecordIn({ samples }: Column, leaf: LeafColumn, trace: number, key: string): boolean {
  const { entity } = leaf.leaf.meaning
  if ((leaf.kind !== 'record' && leaf.kind !== 'records') || entity === undefined) return false
  return leaf.at.some(
    (cell, place) =>
      cell !== null && samples[place]?.trace === trace && ([cell.value].flat() as readonly Json[]).some((id) => recordKey(entity, id) === key),
  )
}

/** Items of a set edit that would have come to the same each time, since what was not given was so already. */
function decideItems(building: Building, column: Column, leaf: LeafColumn): Decision | null {
  const found = itemsByTrace(building, column, leaf)
  const wish = building.edits.wish(column.as, leaf.leaf.path, leafKey(column, leaf))
  if (!found) return null
  if (found.all && wish !== 'parameter' && !namesRecord(building, found.all)) {
    shown(building, column, leaf)
    return { expr: { op: 'const', value: found.all }, provenance: 'constant', why: [`${shownWords(building, column)}; what was so already counts as done`] }
  }
  const [value = leaf.value] = found.byTrace.filter((one) => one !== null)
  const given = building.slots.take(['items', leaf.leaf.path, found.byTrace], useOf(column, leaf), { key: leafKey(column, leaf), value, required: true })
  return { expr: given, provenance: 'acknowledged', why: [`The caller says the ${labelOf(leaf)}`] }
}

function decideReference(building: Building, column: Column, leaf: LeafColumn): Decision {
  const label = labelOf(leaf)
  const note = (level: 'note' | 'warn', kind: string, words: Words): void =>
    void building.remarks.push({ level, kind, step: column.as, leaf: leaf.leaf.path, words })
  const wish = building.edits.wish(column.as, leaf.leaf.path, leafKey(column, leaf))
  if (wish !== null) return wish === 'parameter' ? asParam(building, column, leaf, true) : fixed(building, column, leaf)
  const mine = askMe(building, column, leaf)
  if (mine === 'me') {
    note('note', 'me', [`The ${label} is whoever runs it`])
    return { expr: { op: 'me' }, provenance: 'explained', why: ['You took yourself'] }
  }
  if (mine === 'person') return { expr: { op: 'const', value: leaf.value }, provenance: 'constant', why: ['It is this person, whoever runs it'] }
  const copied = decideCopy(building, column, leaf)
  if (copied) return copied
  const times = timesShown(column)
  if (!leaf.same) return { ...asParam(building, column, leaf, true), why: [`You showed several, so the caller says the ${label}`] }
  if (times > 1 && askAlways(building, column, leaf) === 'caller') return { ...asParam(building, column, leaf, true), why: ['You said so when you were asked'] }
  if (times > 1 || column.variant) return agreed(building, column, leaf)
  return { ...asParam(building, column, leaf, false), why: [`The caller may say another ${label}; yours is taken otherwise`] }
}

function decideEdit(building: Building, column: Column, leaf: LeafColumn, record: RecordExpr | null): Decision | null {
  const field = leaf.leaf.meaning.edits?.field
  const edits = leaf.facts.map(({ before, value }) => before && setEditOf(before, value as readonly Json[]))
  const known = edits.filter((edit) => edit !== null)
  if (!record || field === undefined || known.length < edits.length || known.length === 0) {
    return steadyIn(column, leaf) ? decideValue(building, column, leaf) : null
  }
  const union = (side: 'added' | 'removed'): readonly Json[] => known.flatMap((edit) => edit[side]).filter((item, place, all) => all.findIndex((one) => equalJson(one, item)) === place)
  const whole = { added: union('added'), removed: union('removed') }
  // One edit that makes all of them, where some items were there already.
  const one = leaf.facts.every(({ before, value }) => before !== null && sameItems(applyEdit(before, whole), value as readonly Json[]))
  const part = (side: 'added' | 'removed', way: Way): { readonly items: readonly Expr[]; readonly asked: boolean } | null => {
    const items = one ? whole[side] : (known[0]?.[side] ?? [])
    const key = leafKey(column, leaf, way)
    const wish = items.length > 0 ? building.edits.wish(column.as, leaf.leaf.path, key) : null
    const differ = !one && !known.every((edit) => sameItems(edit[side], items))
    const vector = perTrace(building, column, leaf, known.map((edit) => edit[side]))
    if (differ && (known.some((edit) => edit[side].length === 0) || vector === null)) return null
    const asked = items.length > 0 && wish === null && union('added').length + union('removed').length === items.length && askAlways(building, column, leaf) === 'caller'
    if (items.length > 0 && (differ || asked || wish === 'parameter' || namesRecord(building, items))) {
      const given = building.slots.take(['edit', way, field, vector ?? [items]], useOf(column, leaf, way), { key, value: items, required: true })
      return { items: [given], asked: true }
    }
    return { items: items.map((item) => ({ op: 'const', value: item })), asked: false }
  }
  const added = part('added', 'added')
  const removed = part('removed', 'removed')
  if (!added || !removed) return steadyIn(column, leaf) ? decideValue(building, column, leaf) : null
  const expr = editExpr({ op: 'field', ...record, field }, added.items, removed.items)
  if (added.asked || removed.asked) return { expr, provenance: 'acknowledged', why: ['The caller says which; the others stay'] }
  shown(building, column, leaf)
  return { expr, provenance: 'constant', why: [`${shownWords(building, column)}: what came or went; the others stay`] }
}

/** One item a demonstration; null where they change within one. */
function perTrace<T extends Json>({ traces }: Building, { samples }: Column, { at }: LeafColumn, values: readonly T[]): readonly (T | null)[] | null {
  const found = new Array<T | null>(traces.length).fill(null)
  let turn = 0
  for (const [place, cell] of at.entries()) {
    if (!cell) continue
    const value = values[turn++]
    const trace = samples[place]?.trace ?? 0
    const known = found[trace] ?? null
    if (known !== null && value !== undefined && !equalJson(known, value)) return null
    found[trace] = value ?? null
  }
  return found
}

function decideValue(building: Building, column: Column, leaf: LeafColumn, record: RecordExpr | null = null): Decision {
  const wish = building.edits.wish(column.as, leaf.leaf.path, leafKey(column, leaf))
  const names = !isEnumerated(leaf.leaf.schema) && leaf.facts.some(({ value }) => namesRecord(building, value))
  if (names && wish === 'constant') {
    building.remarks.push({
      level: 'note',
      kind: 'edit',
      step: column.as,
      leaf: leaf.leaf.path,
      words: ['It names a record, so it is never fixed: the caller still says'],
    })
  }
  if (names || wish === 'parameter') {
    const why = names ? 'It names a record, so it is never fixed: the caller says' : 'You made it a parameter'
    return { ...asParam(building, column, leaf, true), why: [why] }
  }
  const copied = wish === null ? decideCopied(building, column, leaf, record) : null
  if (copied) return copied
  if (wish === null && standsInRecord(building, column, leaf)) {
    return { ...asParam(building, column, leaf, true), why: ['It stands in a record of the demonstration, so the caller says it'] }
  }
  const found = column.facts.map((fact) => fact.found)
  if (wish !== 'constant' && findsFew(column, leaf)) {
    const why = found.some((count) => count === 1) ? 'It found exactly one' : 'It found nothing'
    return { ...asParam(building, column, leaf, true), why: [`${why}, so the caller says what to look for`] }
  }
  if (!leaf.same && wish === 'constant') return fixed(building, column, leaf)
  if (!leaf.same) return { ...asParam(building, column, leaf, true), why: [`You showed several, so the caller says the ${labelOf(leaf)}`] }
  const times = timesShown(column)
  if (wish === null && askAlways(building, column, leaf) === 'caller') return { ...asParam(building, column, leaf, true), why: ['You said so when you were asked'] }
  if (times > 1) return agreed(building, column, leaf)
  shown(building, column, leaf)
  if (leaf.value === null) return { expr: { op: 'const', value: null }, provenance: 'constant', why: ['It clears the value'] }
  const evidence = leaf.facts[0]?.evidence
  const stood = found[0] !== null && (evidence?.beforeTeach === true || evidence?.how === 'default')
  return { expr: { op: 'const', value: leaf.value }, provenance: 'constant', why: [stood ? 'As the list stood before you began' : 'Shown once'] }
}

/** Whether ids of records that are acted on stand in a value, alone or among other words. */
const namesRecord = ({ traces }: Building, value: Json): boolean =>
  textsIn(value).some((text) => traces.some((facts) => facts.namesRecord(text)))
