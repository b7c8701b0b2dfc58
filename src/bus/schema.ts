import type { Json, JsonObject } from './json.ts'

/** How an ordering of a list is spelt in the catalogue: the field it goes by, and which end comes first. */
export interface SortMeaning {
  readonly field: string
  readonly first: 'min' | 'max'
}

/**
 * What a value *means*, said once on its schema under the keyword `x-us`. Recording, generalizing,
 * compiling and the console read this, never the names of fields.
 */
export interface Meaning {
  /** The value (or each item of the array) is the id of an entity of this kind. */
  readonly entity?: string
  /** `record`: something that is acted on (a ticket). `reference`: vocabulary (an assignee, a template). */
  readonly kind?: 'record' | 'reference'
  /** Written by users of the desk: untrusted everywhere. */
  readonly ugc?: boolean
  /** A wrong value here matters most, so it is asked about first. */
  readonly consequential?: boolean
  /** On an output array of objects: it is a list of records of this entity. */
  readonly list?: string
  /** On an output number beside a list: how many records there are, shown or not. */
  readonly counts?: boolean
  /** On the input that orders a list: what each of its values means. */
  readonly sort?: Readonly<Record<string, SortMeaning>>
  /** On the input of a write: the field of the record it edits (a dotted path, where it is part of an object), and how. */
  readonly edits?: { readonly field: string; readonly op: 'set' | 'add' | 'remove' }
  /** On the input of a write: the field of the record that is worked out from this value, and so is not equal to it. */
  readonly fills?: string
  /** On a reference in a list command: the value that stands for no record at all. */
  readonly nobody?: string
  /** What a person says where a reference is to no record: *nobody*. Defaults to *no* and the label. */
  readonly none?: string
  /** On the input of a list command: the field it tests, and how. `search` looks into several. */
  readonly tests?: {
    readonly field: string
    readonly op: 'in' | 'equals' | 'contains' | 'lacks' | 'search'
  }
  /** On a field of a record: it moves by itself with every change and is no part of what was meant. */
  readonly volatile?: boolean
  /** Free text or a free number: not from a vocabulary. */
  readonly free?: boolean
  /** On a field: it may be compared and ranked by (a time, an amount). */
  readonly ordered?: boolean
  /** How a person calls the field or the input, in lower case. Defaults to the property's name in words. */
  readonly label?: string
}

/** The part of JSON Schema the catalogue and compiled tools use. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
  readonly items?: JsonSchema
  readonly enum?: readonly Json[]
  readonly const?: Json
  readonly anyOf?: readonly JsonSchema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly default?: Json
  readonly 'x-us'?: Meaning
}

/** One value of an input or a record: everything that is not an object with properties of its own. */
export interface Leaf {
  /** Dotted path from the root, e.g. `ticketId` or `address.city`. */
  readonly path: string
  readonly schema: JsonSchema
  readonly required: boolean
  readonly meaning: Meaning
}

const NONE: Meaning = Object.freeze({})
const cache = new WeakMap<JsonSchema, readonly Leaf[]>()

/** The leaves of an object schema in declared order. Arrays are leaves, objects are walked into. */
export function leavesOf(schema: JsonSchema): readonly Leaf[] {
  const known = cache.get(schema)
  if (known) return known
  const leaves: Leaf[] = []
  const walk = (node: JsonSchema, prefix: string, requiredAbove: boolean): void => {
    for (const [key, child] of Object.entries(node.properties ?? {})) {
      const path = prefix ? `${prefix}.${key}` : key
      const required = requiredAbove && (node.required ?? []).includes(key)
      if (child.properties) walk(child, path, required)
      else leaves.push({ path, schema: child, required, meaning: meaningOf(child) })
    }
  }
  walk(schema, '', true)
  cache.set(schema, leaves)
  return leaves
}

/** A record that is acted on or looked at. One that is written into a field of another is a value, not acted on itself. */
export const isActedOn = ({ meaning }: Leaf): boolean => meaning.kind === 'record' && meaning.entity !== undefined && meaning.edits === undefined

/** The meaning a schema carries; for an array without one of its own, that of its items. */
export const meaningOf = (schema: JsonSchema): Meaning => schema['x-us'] ?? schema.items?.['x-us'] ?? NONE

export const leafAt = (schema: JsonSchema, path: string): Leaf | undefined =>
  leavesOf(schema).find((leaf) => leaf.path === path)

/** A copy of `base` with the value at a dotted path replaced; objects on the way are made as needed. */
export function withLeaf(base: JsonObject, path: string, value: Json): JsonObject {
  const [head = '', ...rest] = path.split('.')
  if (rest.length === 0) return { ...base, [head]: value }
  const below = base[head]
  const inner = typeof below === 'object' && below !== null && !Array.isArray(below) ? (below as JsonObject) : {}
  return { ...base, [head]: withLeaf(inner, rest.join('.'), value) }
}
