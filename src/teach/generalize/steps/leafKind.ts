import type { Json } from '../../../bus/json.ts'
import { meaningOf, type JsonSchema, type Leaf } from '../../../bus/schema.ts'

/**
 * What a leaf is to the generalizer, by its schema alone. `record` is acted on or looked at, `records`
 * several of them, `reference` vocabulary, `edit` the whole new value of an array a record has, `text`
 * free text; everything else is `plain`: enums, booleans, tags, numbers.
 */
export type LeafKind = 'record' | 'records' | 'reference' | 'edit' | 'text' | 'plain'

export function leafKind({ schema, meaning }: Leaf): LeafKind {
  if (meaning.entity !== undefined && meaning.kind === 'record') return isArray(schema) ? 'records' : 'record'
  if (meaning.entity !== undefined && meaning.kind === 'reference') return 'reference'
  if (isArray(schema)) return meaning.edits?.op === 'set' ? 'edit' : 'plain'
  return meaning.free === true && hasType(schema, 'string') ? 'text' : 'plain'
}

/** The values of the leaf come from a closed list of the catalogue's. */
export const isEnumerated = (schema: JsonSchema): boolean =>
  schema.enum !== undefined || schema.const !== undefined || schema.items?.enum !== undefined || hasType(schema, 'boolean')

/** A reference that names nobody: null, or the word the catalogue has for it. It clears, so it is no value to ask for. */
export const isNobody = (schema: JsonSchema, value: Json): boolean => value === null || value === meaningOf(schema).nobody

export const isArray = (schema: JsonSchema): boolean => schema.items !== undefined || hasType(schema, 'array')

const hasType = ({ type: own }: JsonSchema, type: string): boolean => own === type || (Array.isArray(own) && own.includes(type))
