import { at, equalJson, type Json } from '../../bus/json.ts'
import { withLeaf } from '../../bus/schema.ts'
import type { Expr } from '../procedure/types.ts'
import { labelOf, type Building } from './building.ts'
import type { Column, LeafColumn } from './columns.ts'
import type { CopySource } from './copies.ts'
import { demonstratedMe } from './demonstratedArgs.ts'
import { orderedRecords } from './slices.ts'
import type { QuestionChoice } from './types.ts'

const CALLER = 'caller'

const told = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

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
      { choiceId: 'person', words: [{ kind: 'value', text: told(leaf.value) }, ', always'], value: leaf.value },
    ],
    safe: 'me',
  })
  return answered?.choiceId === 'person' ? 'person' : 'me'
}

/**
 * Asks whether a value is copied from a record that was opened before, by what would happen if that record had
 * another value there.
 */
export function askCopy(
  building: Building,
  column: Column,
  leaf: LeafColumn,
  sources: readonly CopySource[],
): { readonly is: 'copy'; readonly expr: Expr } | { readonly is: 'constant' } | null {
  const [source] = sources
  const { entity } = leaf.leaf.meaning
  const place = leaf.at.findIndex((cell) => cell !== null)
  const sample = column.samples[place]?.trace ?? 0
  const facts = building.traces[sample]
  const opened = source && building.columns.factIn(source.from, sample)
  const record = opened?.leaves.find(({ kind }) => kind === 'record')
  const kind = record?.leaf.meaning.entity
  if (!source || !facts || kind === undefined || typeof record?.value !== 'string') return null
  const records = orderedRecords(facts.trace, building.index)
  const shown = leaf.at[place]?.value ?? null
  const values = entity === undefined ? (leaf.leaf.schema.enum ?? []) : (records[entity] ?? []).map((one) => one[building.index.entity(entity).idField] ?? null)
  const other = values.find((id) => id !== null && !equalJson(id, shown))
  if (other === undefined) return null
  const own = building.index.entity(kind)
  const changed = (records[kind] ?? []).map((one) => (one[own.idField] === record.value ? withLeaf(one, source.path, other) : one))
  const rows = changed.filter((one) => one[own.idField] === record.value && at(one, source.path) === other)
  if (rows.length === 0) return null
  const value = (text: Json): QuestionChoice['words'] => [{ kind: 'value', text: told(text) }]
  const answered = building.asking.ask({
    kind: 'value',
    step: column.as,
    leaf: leaf.leaf.path,
    weight: 2,
    words: [`If the ${own.one} opened before had `, ...value(other), ` there, what would the ${labelOf(leaf)} be?`],
    choices: [
      { choiceId: `copy ${source.expr.op === 'out' ? `${source.expr.step} ${source.path}` : source.path}`, words: value(other), value: other },
      ...(leaf.same ? [{ choiceId: 'constant', words: [...value(leaf.value), ' all the same'], value: leaf.value }] : []),
      { choiceId: CALLER, words: [`The caller says the ${labelOf(leaf)}`], value: null },
    ],
    safe: CALLER,
    shown: { recordingId: facts.trace.recordingId, entity: kind, rows, records: { ...records, [kind]: changed }, perturbed: true },
  })
  if (!answered || answered.choiceId === CALLER) return null
  return answered.choiceId === 'constant' ? { is: 'constant' } : { is: 'copy', expr: source.expr }
}
