import type { Words } from '../../../bus/words.ts'
import { askCopy } from '../questions/askCopy.ts'
import { labelOf, type Building, type Decision } from '../building.ts'
import type { Column, LeafColumn } from '../steps/columns.ts'
import type { RecordExpr } from './candidates.ts'
import { leafAddress } from './copies.ts'
import { asParam } from './decided.ts'
import { composed } from './composed.ts'
import { ownText } from './ownText.ts'

/** A value that is read in this record or in another; null for one that is not. What several demonstrations show of the record itself needs no other. */
export function decideCopied(building: Building, column: Column, leaf: LeafColumn, record: RecordExpr | null): Decision | null {
  const own = decideOwnText(building, column, leaf, record)
  return own?.provenance === 'explained' ? own : (decideCopy(building, column, leaf) ?? own)
}

/** A value that stood in a record opened before; null for one that did not. */
export function decideCopy(building: Building, column: Column, leaf: LeafColumn): Decision | null {
  const label = labelOf(leaf)
  const copy = building.copies.get(leafAddress(column.as, leaf.leaf.path))
  if (!copy || column.variant) return null
  const note = (level: 'note' | 'warn', kind: string, words: Words): void =>
    void building.remarks.push({ level, kind, step: column.as, leaf: leaf.leaf.path, words })
  if (copy.is === 'copied') {
    note('warn', 'copied', [`The ${label} is copied from the record that was opened before and not used otherwise`])
    return { expr: copy.expr, provenance: 'explained', why: ['It stood in the record you opened before'] }
  }
  const answered = askCopy(building, column, leaf, copy.sources.filter(({ from }) => building.live.has(from)), !findsFew(column, leaf))
  const why = ['You said so when you were asked']
  if (answered?.is === 'copy') return { expr: answered.expr, provenance: 'explained', why }
  if (answered?.is === 'constant') return { expr: { op: 'const', value: leaf.value }, provenance: 'constant', why }
  const words = [`The ${label} also stands in a record opened before, so the caller says which`]
  note('note', 'rivals', words)
  return { ...asParam(building, column, leaf, true), why: words }
}

/** Text that has words of the record in it that it is written to: another one's words would be wrong. */
function decideOwnText(building: Building, column: Column, leaf: LeafColumn, record: RecordExpr | null): Decision | null {
  const parts = record && ownText(building, column, leaf, record.entity)
  if (!parts) return null
  if (leaf.same) return { ...asParam(building, column, leaf, true), why: ['It has words of the record in it, so the caller says it'] }
  const why = ['It has words of the record in it, the same way each time']
  building.remarks.push({ level: 'warn', kind: 'copied', step: column.as, leaf: leaf.leaf.path, words: [`The ${labelOf(leaf)} is put together of what the record shows`] })
  return { expr: composed(parts, (field) => ({ op: 'field', ...record, field })), provenance: 'explained', why }
}

/** Free text that found one record, or none: it says which, so it is never fixed. */
export const findsFew = ({ facts }: Column, { kind }: LeafColumn): boolean => kind === 'text' && facts.some(({ found }) => found !== null && found < 2)
