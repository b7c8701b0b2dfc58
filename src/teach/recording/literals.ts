import type { EntityDef } from '../../bus/entity.ts'
import type { Json } from '../../bus/json.ts'
import type { Leaf } from '../../bus/schema.ts'
import type { Rec } from '../../bus/state.ts'
import { reader, rowLeaves } from './project.ts'
import type { Literal } from './types.ts'

/** More would not fit a mask, and a choice told by more is no description. */
export const MAX_LITERALS = 20
const MAX_ITEMS = 5
const MAX_LACKING = 3
/** Longer strings tell a record apart, they do not describe it. */
const MAX_STRING = 100

/** A literal and its test, made once for many rows. */
export interface Test {
  readonly literal: Literal
  holds(row: Rec): boolean
}

/**
 * What is true of a row in the fields a list shows: its vocabulary values, what its arrays hold and lack, whether
 * a field is empty, and short strings that are not its title. A row's id, its times and what moves by
 * itself describe nothing. `lacks` and `!=` are taken for what most other rows have: only those narrow.
 */
export function literalsOf(chosen: Rec, rows: readonly Rec[], entity: EntityDef): readonly Test[] {
  const telling: Test[] = []
  const strings: Test[] = []
  const absent: Test[] = []
  const own = new Set([entity.idField, entity.titleField, entity.versionField, entity.touchedField, entity.tieField])
  for (const leaf of rowLeaves(entity)) {
    if (own.has(leaf.path) || leaf.meaning.volatile) continue
    const read = reader(leaf.path)
    const value = read(chosen)
    if (isArrayLeaf(leaf)) {
      const items = Array.isArray(value) ? (value as readonly Json[]).filter(isScalar) : []
      telling.push(items.length === 0 ? emptyTest(leaf.path) : filledTest(leaf.path))
      for (const item of items.slice(0, MAX_ITEMS)) telling.push(containsTest(leaf.path, item))
      for (const item of commonest(rows, read, (one) => !items.includes(one), MAX_LACKING)) absent.push(lacksTest(leaf.path, item))
    } else if (leaf.meaning.ordered || mayBeMissing(leaf)) {
      if (leaf.required && !mayBeMissing(leaf)) continue
      telling.push(isMissing(value) ? emptyTest(leaf.path) : filledTest(leaf.path))
      if (!leaf.meaning.ordered && isTelling(value)) telling.push(equalsTest(leaf.path, value))
    } else if (isVocabulary(leaf)) {
      if (!isScalar(value)) continue
      telling.push(equalsTest(leaf.path, value))
      if (leaf.schema.enum) for (const other of commonest(rows, read, (one) => one !== value, 1)) absent.push(differsTest(leaf.path, other))
    } else if (typeof value === 'string' && isTelling(value)) {
      strings.push(equalsTest(leaf.path, value))
    }
  }
  return [...telling, ...strings, ...absent].slice(0, MAX_LITERALS)
}

const isScalar = (value: Json | undefined): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const isTelling = (value: Json | undefined): value is string | number | boolean =>
  isScalar(value) && value !== '' && String(value).length <= MAX_STRING

const isArrayLeaf = ({ schema }: Leaf): boolean => [schema.type ?? ''].flat().includes('array')

/** A field of the record's own that may be null or left out. Inside an object that may be missing, absence says nothing. */
const mayBeMissing = ({ schema, required, path }: Leaf): boolean =>
  !path.includes('.') && (!required || [schema.type ?? ''].flat().includes('null'))

const isVocabulary = ({ schema, meaning }: Leaf): boolean =>
  schema.enum !== undefined || meaning.entity !== undefined || [schema.type ?? ''].flat().includes('boolean')

const isMissing = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const equalsTest = (field: string, value: Json): Test => {
  const read = reader(field)
  return { literal: { field, op: '=', value }, holds: (row) => read(row) === value }
}

const differsTest = (field: string, value: Json): Test => {
  const read = reader(field)
  return { literal: { field, op: '!=', value }, holds: (row) => read(row) !== value }
}

const holdsItem = (field: string, item: Json): ((row: Rec) => boolean) => {
  const read = reader(field)
  return (row) => {
    const value = read(row)
    return Array.isArray(value) && value.includes(item)
  }
}

const containsTest = (field: string, value: Json): Test => ({ literal: { field, op: 'contains', value }, holds: holdsItem(field, value) })

const lacksTest = (field: string, value: Json): Test => {
  const has = holdsItem(field, value)
  return { literal: { field, op: 'lacks', value }, holds: (row) => !has(row) }
}

const emptyTest = (field: string): Test => {
  const read = reader(field)
  return { literal: { field, op: 'empty' }, holds: (row) => isMissing(read(row)) }
}

const filledTest = (field: string): Test => {
  const read = reader(field)
  return { literal: { field, op: 'not-empty' }, holds: (row) => !isMissing(read(row)) }
}

/** The values most rows have, commonest first; ties by value, so that a witness depends on the list alone. */
function commonest(
  rows: readonly Rec[],
  read: (row: Rec) => Json | undefined,
  admits: (value: string | number | boolean) => boolean,
  most: number,
): readonly (string | number | boolean)[] {
  const counts = new Map<string | number | boolean, number>()
  for (const row of rows) {
    const value = read(row)
    for (const item of Array.isArray(value) ? (value as readonly Json[]) : [value]) {
      if (isScalar(item)) counts.set(item, (counts.get(item) ?? 0) + 1)
    }
  }
  return [...counts]
    .filter(([value]) => admits(value))
    .sort(([a, times], [b, others]) => others - times || (String(a) < String(b) ? -1 : 1))
    .slice(0, most)
    .map(([value]) => value)
}
