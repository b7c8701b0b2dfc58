import { at, equalJson, type Json, type JsonObject } from '../../../bus/json.ts'
import { withLeaf } from '../../../bus/schema.ts'
import type { Expr } from '../../procedure/types.ts'
import { labelOf, recordKey, type Building } from '../building.ts'
import type { Column, LeafColumn } from '../steps/columns.ts'
import type { CopySource } from '../leaves/copies.ts'
import { listOf } from '../../procedure/lists.ts'
import type { LeafFact, TraceFacts } from '../steps/facts.ts'
import { demonstratedMe } from '../demonstratedArgs.ts'
import { orderedRecords, type SliceRecords } from '../steps/slices.ts'
import { rowsOn } from './listTests.ts'
import { toldValue } from './toldValue.ts'
import type { QuestionChoice } from '../types.ts'

const CALLER = 'caller'

/** Asks from the second demonstration on whether it is whoever runs it. Different people settle it. */
export function askMe(building: Building, column: Column, leaf: LeafColumn): 'me' | 'person' {
  const { traces } = building
  if (traces.length < 2 || !leaf.same) return 'me'
  if (new Set(traces.map(({ trace }) => demonstratedMe(trace))).size > 1) return 'me'
  const answered = building.asking.ask({
    kind: 'me',
    step: column.as,
    leaf: leaf.leaf.path,
    weight: 1,
    words: [`When somebody else runs it, who is the ${labelOf(leaf)}?`],
    choices: [
      { choiceId: 'me', words: ['Whoever runs it'], value: null },
      { choiceId: 'person', words: [...toldValue(building, leaf, leaf.value), ', always'], value: leaf.value },
    ],
    safe: 'me',
  })
  return answered?.choiceId === 'person' ? 'person' : 'me'
}

/** Records whose opening may explain one value. */
const SOURCES = 3

/**
 * Asks whether a value is copied from a record that was opened before, by what would happen if each such record had
 * another value there.
 */
export function askCopy(
  building: Building,
  column: Column,
  leaf: LeafColumn,
  sources: readonly CopySource[],
): { readonly is: 'copy'; readonly expr: Expr } | { readonly is: 'constant' } | null {
  const place = leaf.at.findIndex((cell) => cell !== null)
  const sample = column.samples[place]?.trace ?? 0
  const facts = building.traces[sample]
  if (!facts) return null
  const { index } = building
  const records = orderedRecords(facts.trace, index)
  const shown = leaf.at[place]?.value ?? null
  const { entity } = leaf.leaf.meaning
  const values = entity === undefined ? (leaf.leaf.schema.enum ?? []) : (records[entity] ?? []).map((one) => one[index.entity(entity).idField] ?? null)
  const others = values.filter((id) => id !== null && !equalJson(id, shown))
  const changed: Record<string, readonly JsonObject[]> = { ...records }
  const rows: JsonObject[] = []
  const copies: { readonly expr: Expr; readonly choice: QuestionChoice }[] = []
  let kind = ''
  const seen = new Set<string>()
  // Where any other value would have another record taken, what is said of it tells nothing of this one.
  let sure = true
  for (const { from, path, expr } of sources) {
    const record = building.columns.factIn(from, sample)?.leaves.find((one) => one.kind === 'record')
    const opened = record?.leaf.meaning.entity
    if (opened === undefined || seen.has(recordKey(opened, record?.value ?? null)) || copies.length === SOURCES) continue
    seen.add(recordKey(opened, record?.value ?? null))
    const { idField } = index.entity(opened)
    const before = (changed[opened] ?? []).find((one) => one[idField] === record?.value)
    const rowWith = (value: Json): JsonObject => withLeaf(before ?? {}, path, value)
    const recordsWith = (value: Json) => ({ ...changed, [opened]: (changed[opened] ?? []).map((one) => (one === before ? rowWith(value) : one)) })
    const free = others.filter((value) => !copies.some(({ choice }) => equalJson(choice.value, value)) && equalJson(at(rowWith(value), path), value))
    const other = before && record ? free.find((value) => keepsItsPlace(building, facts, record, changed, recordsWith(value))) : undefined
    if (before && free.length > 0 && other === undefined) sure = false
    if (other === undefined) continue
    const row = rowWith(other)
    changed[opened] = recordsWith(other)[opened] ?? []
    if (kind === '' || kind === opened) rows.push(row)
    kind ||= opened
    copies.push({ expr, choice: { choiceId: `copy ${expr.op === 'out' ? `${expr.step} ${path}` : path}`, words: toldValue(building, leaf, other), value: other } })
  }
  if (copies.length === 0) return null
  const { one, many } = index.entity(kind)
  const stood: QuestionChoice['words'] = copies.flatMap(({ choice }, turn) => [...(turn === 0 ? [] : [', ']), ...choice.words])
  const answered = building.asking.ask({
    kind: 'value',
    step: column.as,
    leaf: leaf.leaf.path,
    weight: 2,
    words: [`If the ${copies.length > 1 ? many : one} opened before had `, ...stood, ` there, what would the ${labelOf(leaf)} be?`],
    choices: [
      ...copies.map(({ choice }) => choice),
      ...(leaf.same && sure ? [{ choiceId: 'constant', words: [...toldValue(building, leaf, leaf.value), ' all the same'], value: leaf.value }] : []),
      { choiceId: CALLER, words: [`The caller says the ${labelOf(leaf)}`], value: null },
    ],
    safe: CALLER,
    shown: { recordingId: facts.trace.recordingId, entity: kind, rows, records: changed, perturbed: true },
  })
  if (!answered || answered.choiceId === CALLER) return null
  const copy = copies.find(({ choice }) => choice.choiceId === answered.choiceId)
  return copy ? { is: 'copy', expr: copy.expr } : { is: 'constant' }
}

/** Whether the list a record was taken from has it at the same place, when some values have changed. */
function keepsItsPlace({ index }: Building, { steps }: TraceFacts, { choice, value }: LeafFact, before: SliceRecords, after: SliceRecords): boolean {
  const list = choice ? steps.find(({ step }) => step.stepId === choice.list) : undefined
  const shape = list && listOf(list.command)
  if (!list || !shape) return true
  const { idField } = index.entity(shape.entity)
  const placeIn = (records: SliceRecords): number => rowsOn(list, records, index).findIndex((row) => row[idField] === value)
  return placeIn(before) === placeIn(after)
}
