import type { CatalogueIndex } from '../../../bus/command.ts'
import { at, equalJson, type Json, type JsonObject } from '../../../bus/json.ts'
import { withLeaf } from '../../../bus/schema.ts'
import { joinWords } from '../../../bus/words.ts'
import { listOf } from '../../procedure/lists.ts'
import type { Expr } from '../../procedure/types.ts'
import { textOf } from '../../recording/copiedText.ts'
import { labelOf, recordKey, type Building } from '../building.ts'
import type { CopySource } from '../leaves/copies.ts'
import type { Column, LeafColumn } from '../steps/columns.ts'
import type { LeafFact, TraceFacts } from '../steps/facts.ts'
import { orderedRecords, type SliceRecords } from '../steps/slices.ts'
import type { QuestionChoice } from '../types.ts'
import { rowsOn } from './listTests.ts'
import { toldValue } from './toldValue.ts'

const CALLER = 'caller'

/** Records whose opening may explain one value. */
const SOURCES = 3

/** Another record in the place of the one that was opened, and what would be copied from it. */
interface Changed {
  readonly row: JsonObject
  readonly value: Json
}

/**
 * Asks whether a value is copied from a record that was opened before, by what would happen if each such record had
 * another value there.
 * @param constantToo whether it may as well be the same whatever stands there
 */
export function askCopy(
  building: Building,
  column: Column,
  leaf: LeafColumn,
  sources: readonly CopySource[],
  constantToo: boolean,
): { readonly is: 'copy'; readonly expr: Expr } | { readonly is: 'constant' } | null {
  const place = leaf.at.findIndex((cell) => cell !== null)
  const sample = column.samples[place]?.trace ?? 0
  const facts = building.traces[sample]
  if (!facts) return null
  const { index } = building
  const records = orderedRecords(facts.trace, index)
  const shown = leaf.at[place]?.value ?? null
  const changed: Record<string, readonly JsonObject[]> = { ...records }
  const rows: JsonObject[] = []
  const copies: { readonly expr: Expr; readonly choice: QuestionChoice }[] = []
  let kind = ''
  const seen = new Set<string>()
  // Where any other value would have another record taken, what is said of it tells nothing of this one.
  let sure = true
  for (const source of sources) {
    const record = building.columns.factIn(source.from, sample)?.leaves.find((one) => one.kind === 'record')
    const opened = record?.leaf.meaning.entity
    if (opened === undefined || seen.has(recordKey(opened, record?.value ?? null)) || copies.length === SOURCES) continue
    seen.add(recordKey(opened, record?.value ?? null))
    const { idField } = index.entity(opened)
    const before = (changed[opened] ?? []).find((one) => one[idField] === record?.value)
    const recordsWith = ({ row }: Changed) => ({ ...changed, [opened]: (changed[opened] ?? []).map((one) => (one === before ? row : one)) })
    const free = (before ? otherwise(index, leaf, source, before, opened, records) : []).filter(
      ({ value }) => !equalJson(value, shown) && !copies.some(({ choice }) => equalJson(choice.value, value)),
    )
    const other = record ? free.find((one) => keepsItsPlace(building, facts, record, changed, recordsWith(one))) : undefined
    if (free.length > 0 && other === undefined) sure = false
    if (other === undefined) continue
    changed[opened] = recordsWith(other)[opened] ?? []
    if (kind === '' || kind === opened) rows.push(other.row)
    kind ||= opened
    copies.push({ expr: source.expr, choice: { choiceId: `copy ${source.from.as} ${source.path}`, words: toldValue(building, leaf, other.value), value: other.value } })
  }
  if (copies.length === 0) return null
  const { one, many } = index.entity(kind)
  const answered = building.asking.ask({
    kind: 'value',
    step: column.as,
    leaf: leaf.leaf.path,
    weight: 2,
    words: [`If the ${copies.length > 1 ? many : one} opened before had `, ...joinWords(copies.map(({ choice }) => choice.words)), ` there, what would the ${labelOf(leaf)} be?`],
    choices: [
      ...copies.map(({ choice }) => choice),
      ...(leaf.same && sure && constantToo ? [{ choiceId: 'constant', words: [...toldValue(building, leaf, leaf.value), ' all the same'], value: leaf.value }] : []),
      { choiceId: CALLER, words: [`The caller says the ${labelOf(leaf)}`], value: null },
    ],
    safe: CALLER,
    shown: { recordingId: facts.trace.recordingId, entity: kind, rows, records: changed, perturbed: true },
  })
  if (!answered || answered.choiceId === CALLER) return null
  const copy = copies.find(({ choice }) => choice.choiceId === answered.choiceId)
  return copy ? { is: 'copy', expr: copy.expr } : { is: 'constant' }
}

/** The opened record as it might have been: with another value of the vocabulary, or with the texts of another record. */
function otherwise(index: CatalogueIndex, { leaf }: LeafColumn, { path, parts }: CopySource, before: JsonObject, kind: string, records: SliceRecords): readonly Changed[] {
  if (parts) {
    return (records[kind] ?? []).flatMap((other): readonly Changed[] => {
      const value = textOf(parts, other)
      const row = parts.reduce<JsonObject>((all, part) => (typeof part === 'string' ? all : withLeaf(all, part.path, at(other, part.path) ?? null)), before)
      return value === null ? [] : [{ row, value }]
    })
  }
  const { entity } = leaf.meaning
  const vocabulary = entity === undefined ? (leaf.schema.enum ?? []) : (records[entity] ?? []).map((one) => one[index.entity(entity).idField] ?? null)
  return vocabulary.flatMap((value): readonly Changed[] => {
    const row = withLeaf(before, path, value)
    return value !== null && equalJson(at(row, path), value) ? [{ row, value }] : []
  })
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
