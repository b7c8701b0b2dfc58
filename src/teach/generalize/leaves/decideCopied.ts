import { at, equalJson } from '../../../bus/json.ts'
import type { Words } from '../../../bus/words.ts'
import { askCopy } from '../questions/askCopy.ts'
import { labelOf, type Building, type Decision } from '../building.ts'
import { byTrace, type Column, type LeafColumn } from '../steps/columns.ts'
import type { RecordExpr } from './candidates.ts'
import { leafAddress, type CopySource } from './copies.ts'
import { asParam } from './decided.ts'
import { composed } from './composed.ts'
import { ownText, recordBefore } from './ownText.ts'

/**
 * A value that is read in this record or in another; null for one that is not. What several demonstrations show of the
 * record itself needs no answer, as long as no other record that was opened tells the same.
 */
export function decideCopied(building: Building, column: Column, leaf: LeafColumn, record: RecordExpr | null): Decision | null {
  const elsewhere = sourcesOf(building, column, leaf).some(({ from }) => !isSameRecord(building, from, column))
  const kept = unchangedPart(building, column, leaf, record)
  // The town of an address taken over from another record belongs to it, also where both are of the same town.
  if (kept && !elsewhere) return kept
  const parts = record && ownText(building, column, leaf, record.entity)
  if (record && parts && !leaf.same && !elsewhere) {
    building.remarks.push({ level: 'warn', kind: 'copied', step: column.as, leaf: leaf.leaf.path, words: [`The ${labelOf(leaf)} is put together of what the record shows`] })
    return { expr: composed(parts, (field) => ({ op: 'field', ...record, field })), provenance: 'explained', why: ['It has words of the record in it, the same way each time'] }
  }
  const copied = decideCopy(building, column, leaf, parts !== null)
  if (copied || !parts) return copied
  return { ...asParam(building, column, leaf, true), why: ['It has words of the record in it, so the caller says it'] }
}

/** A part of an object that is written as a whole, left as it was each time. */
function unchangedPart(building: Building, column: Column, leaf: LeafColumn, record: RecordExpr | null): Decision | null {
  const { edits } = leaf.leaf.meaning
  if (!record || edits?.op !== 'set' || !edits.field.includes('.')) return null
  const kept = leaf.at.every((cell, place) => cell === null || equalJson(at(recordBefore(building, column, place, record.entity) ?? {}, edits.field), cell.value))
  return kept ? { expr: { op: 'field', ...record, field: edits.field }, provenance: 'explained', why: ['It was so already, so it stays what it is'] } : null
}

function sourcesOf({ copies }: Building, column: Column, leaf: LeafColumn): readonly CopySource[] {
  const copy = column.variant ? undefined : copies.get(leafAddress(column.as, leaf.leaf.path))
  return copy ? (copy.is === 'copied' ? [copy] : copy.sources) : []
}

/** Whether two steps name one record in each demonstration. */
function isSameRecord({ traces }: Building, a: Column, b: Column): boolean {
  const ids = (column: Column) => column.leaves.filter(({ kind }) => kind === 'record').map((leaf) => JSON.stringify([leaf.leaf.meaning.entity, byTrace(column, leaf, traces.length)]))
  return ids(a).some((one) => ids(b).includes(one))
}

/**
 * A value that stood in a record opened before; null for one that did not.
 * @param contested the record itself tells the same, so the opening alone settles nothing
 */
export function decideCopy(building: Building, column: Column, leaf: LeafColumn, contested = false): Decision | null {
  const label = labelOf(leaf)
  const copy = building.copies.get(leafAddress(column.as, leaf.leaf.path))
  if (!copy || column.variant) return null
  const note = (level: 'note' | 'warn', kind: string, words: Words): void =>
    void building.remarks.push({ level, kind, step: column.as, leaf: leaf.leaf.path, words })
  if (copy.is === 'copied' && !contested) {
    note('warn', 'copied', [`The ${label} is copied from the record that was opened before and not used otherwise`])
    return { expr: copy.expr, provenance: 'explained', why: ['It stood in the record you opened before'] }
  }
  const sources = sourcesOf(building, column, leaf)
  const answered = askCopy(building, column, leaf, sources.filter(({ from }) => building.live.has(from)), !findsFew(column, leaf))
  const why = ['You said so when you were asked']
  if (answered?.is === 'copy') return { expr: answered.expr, provenance: 'explained', why }
  if (answered?.is === 'constant') return { expr: { op: 'const', value: leaf.value }, provenance: 'constant', why }
  const words = [`The ${label} also stands in a record opened before, so the caller says which`]
  note('note', 'rivals', words)
  return { ...asParam(building, column, leaf, true, leaf.kind === 'text' ? sources.map(({ from, path }) => [from.as, path]) : null), why: words }
}

/** Free text that found one record, or none: it says which, so it is never fixed. */
export const findsFew = ({ facts }: Column, { kind }: LeafColumn): boolean => kind === 'text' && facts.some(({ found }) => found !== null && found < 2)
