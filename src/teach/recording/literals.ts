import type { EntityDef } from '../../bus/entity.ts'
import type { Json } from '../../bus/json.ts'
import type { Leaf } from '../../bus/schema.ts'
import type { Rec } from '../../bus/state.ts'
import { reader, rowLeaves } from './project.ts'
import type { Literal } from './types.ts'

/** A row's literals are counted as bits of one number. */
export const MAX_LITERALS = 16
const MAX_ITEMS = 5
const MAX_LACKING = 3
/** Longer strings tell a record apart, they do not describe it. */
const MAX_STRING = 100
/** Rows looked at to find what most rows have; counted are all of them. */
const SAMPLE = 2000

/** Literals over one field, tested together: the field is read once a row. */
export interface Column {
  readonly literals: readonly Literal[]
  read(row: Rec): Json | undefined
  /** Which of the literals a value satisfies: bit n for literal n. */
  bits(value: Json | undefined): number
}

/**
 * What is true of a row in the fields a list shows: its vocabulary values, what its arrays hold and lack, whether
 * a field is empty, and short strings that are not its title. A row's id, the records it
 * names, its times and what moves by itself describe nothing. `lacks` is taken for what most other rows have: only that narrows.
 */
export function literalsOf(chosen: Rec, rows: readonly Rec[], entity: EntityDef): readonly Column[] {
  const telling: Column[] = []
  const strings: Column[] = []
  const own = new Set([entity.idField, entity.titleField, entity.versionField, entity.touchedField, entity.tieField])
  for (const leaf of rowLeaves(entity)) {
    if (own.has(leaf.path) || leaf.meaning.volatile || leaf.meaning.kind === 'record') continue
    const read = reader(leaf.path)
    const value = read(chosen)
    if (isArrayLeaf(leaf)) telling.push(arrayColumn(leaf.path, read, value, rows))
    else if (mayBeMissing(leaf)) telling.push(optionalColumn(leaf, read, value))
    else if (leaf.meaning.ordered || !isTelling(value)) continue
    else if (isVocabulary(leaf)) telling.push(equalColumn(leaf.path, read, value))
    else if (typeof value === 'string') strings.push(equalColumn(leaf.path, read, value))
  }
  let left = MAX_LITERALS
  return [...telling, ...strings].filter(({ literals }) => (left -= literals.length) >= 0)
}

function equalColumn(field: string, read: Column['read'], value: Json): Column {
  return { literals: [{ field, op: '=', value }], read, bits: (now) => (now === value ? 1 : 0) }
}

function optionalColumn({ path, meaning }: Leaf, read: Column['read'], value: Json | undefined): Column {
  if (isMissing(value)) return { literals: [{ field: path, op: 'empty' }], read, bits: (now) => (isMissing(now) ? 1 : 0) }
  const filled: Literal = { field: path, op: 'not-empty' }
  if (meaning.ordered || !isTelling(value)) return { literals: [filled], read, bits: (now) => (isMissing(now) ? 0 : 1) }
  return { literals: [filled, { field: path, op: '=', value }], read, bits: (now) => (isMissing(now) ? 0 : now === value ? 3 : 1) }
}

function arrayColumn(field: string, read: Column['read'], value: Json | undefined, rows: readonly Rec[]): Column {
  const own = (Array.isArray(value) ? (value as readonly Json[]) : []).filter(isScalar)
  const lacking = commonest(rows, read, own)
  const held = own.slice(0, MAX_ITEMS)
  const wantsItems = own.length > 0
  const literals: readonly Literal[] = [
    { field, op: wantsItems ? 'not-empty' : 'empty' },
    ...held.map((item): Literal => ({ field, op: 'contains', value: item })),
    ...lacking.map((item): Literal => ({ field, op: 'lacks', value: item })),
  ]
  // A row starts out lacking everything; each item it has turns its own bit over.
  const start = lacking.reduce<number>((bits, _, place) => bits | (1 << (1 + held.length + place)), 0)
  const bitOf = new Map<Json, number>([...held, ...lacking].map((item, place) => [item, 1 << (1 + place)]))
  return {
    literals,
    read,
    bits(now) {
      const items = Array.isArray(now) ? (now as readonly Json[]) : []
      let bits = start | (items.length > 0 === wantsItems ? 1 : 0)
      for (const item of items) bits ^= bitOf.get(item) ?? 0
      return bits
    },
  }
}

/** The items most rows have and this one has not, commonest first; ties by value, so that a witness depends on the list alone. */
function commonest(rows: readonly Rec[], read: Column['read'], own: readonly Json[]): readonly Scalar[] {
  const counts = new Map<Scalar, number>()
  for (const row of rows.slice(0, SAMPLE)) {
    const value = read(row)
    if (!Array.isArray(value)) continue
    for (const item of value as readonly Json[]) if (isScalar(item)) counts.set(item, (counts.get(item) ?? 0) + 1)
  }
  return [...counts]
    .filter(([value]) => !own.includes(value))
    .sort(([a, times], [b, others]) => others - times || (String(a) < String(b) ? -1 : 1))
    .slice(0, MAX_LACKING)
    .map(([value]) => value)
}

type Scalar = string | number | boolean

const isScalar = (value: Json | undefined): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const isTelling = (value: Json | undefined): value is Scalar =>
  isScalar(value) && value !== '' && String(value).length <= MAX_STRING

const isArrayLeaf = ({ schema }: Leaf): boolean => [schema.type ?? ''].flat().includes('array')

/** A field of the record's own that may be null or left out. Inside an object that may be missing, absence says nothing. */
const mayBeMissing = ({ schema, required, path }: Leaf): boolean =>
  !path.includes('.') && (!required || [schema.type ?? ''].flat().includes('null'))

const isVocabulary = ({ schema, meaning }: Leaf): boolean =>
  schema.enum !== undefined || meaning.entity !== undefined || [schema.type ?? ''].flat().includes('boolean')

const isMissing = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
