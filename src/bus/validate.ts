import { isObject, type Json, type JsonObject } from './json.ts'
import type { Problem } from './results.ts'
import { leavesOf, type JsonSchema, type Leaf } from './schema.ts'

/** What a compiled leaf validator says about a value: null when it fits, else what is wrong in words. */
export type LeafValidator = (value: unknown) => string | null

/** Finds the validator of a leaf by its address, `command.path`. */
export type ValidatorFor = (address: string) => LeafValidator | undefined

/**
 * Checks an input against the objects of its schema here, and its leaves with compiled validators.
 * @param addressOf the address of the validator that checks a leaf
 * @returns null when it fits, else `INVALID_INPUT` with the path and what would fit
 */
export function checkInput(
  schema: JsonSchema,
  input: unknown,
  validatorFor: ValidatorFor,
  addressOf: (leaf: Leaf) => string,
): Problem | null {
  if (!isObject(input)) return invalid('', 'must be an object of named arguments')
  const stray = strayMember(schema, input, '')
  if (stray !== null) return invalid(stray, `is not an argument; use ${leavesOf(schema).map((leaf) => leaf.path).join(', ') || 'none'}`)
  for (const leaf of leavesOf(schema)) {
    const found = leafValue(input, leaf.path)
    if (found === BLOCKED) return invalid(leaf.path.split('.')[0] ?? leaf.path, 'must be an object')
    if (found === undefined) {
      if (leaf.required) return invalid(leaf.path, 'is required')
      continue
    }
    const validate = validatorFor(addressOf(leaf))
    if (!validate) return invalid(leaf.path, 'has no validator')
    const wrong = validate(found)
    if (wrong !== null) return invalid(leaf.path, wrong, leaf.schema)
  }
  return null
}

const BLOCKED = Symbol('not an object')

/** A leaf's own value; BLOCKED where something on the way is not an object. */
function leafValue(input: JsonObject, path: string): Json | undefined | typeof BLOCKED {
  let here: Json | undefined = input
  for (const key of path.split('.')) {
    if (here === undefined) return undefined
    if (!isObject(here)) return BLOCKED
    here = Object.hasOwn(here, key) ? here[key] : undefined
  }
  return here
}

function strayMember(schema: JsonSchema, input: JsonObject, prefix: string): string | null {
  for (const [key, value] of Object.entries(input)) {
    const path = prefix + key
    const child = Object.hasOwn(schema.properties ?? {}, key) ? schema.properties?.[key] : undefined
    if (!child) return path
    if (child.properties && isObject(value)) {
      const stray = strayMember(child, value, `${path}.`)
      if (stray !== null) return stray
    }
  }
  return null
}

function invalid(path: string, wrong: string, schema?: JsonSchema): Problem {
  const choices = schema?.enum ?? schema?.items?.enum
  const known = choices?.filter((choice): choice is string => typeof choice === 'string')
  return {
    code: 'INVALID_INPUT',
    message: path ? `${path} ${wrong}.` : `The input ${wrong}.`,
    path,
    ...(known && known.length > 0 ? { known } : {}),
  }
}
