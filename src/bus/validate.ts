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
  const leaves = new Map(leavesOf(schema).map((leaf) => [leaf.path, leaf]))
  const checkLeaf = (path: string, value: Json): Problem | null => {
    const leaf = leaves.get(path)
    const validate = leaf && validatorFor(addressOf(leaf))
    if (!validate) return invalid(path, 'has no validator')
    const wrong = validate(value)
    return wrong === null ? null : invalid(path, wrong, leaf.schema)
  }
  return checkObject(schema, input, '', checkLeaf)
}

/** The members of one object: those that are required are there, and each fits. An object left out asks for nothing inside. */
function checkObject(
  schema: JsonSchema,
  object: JsonObject,
  prefix: string,
  checkLeaf: (path: string, value: Json) => Problem | null,
): Problem | null {
  for (const [key, child] of Object.entries(schema.properties ?? {})) {
    const path = prefix + key
    const value = Object.hasOwn(object, key) ? object[key] : undefined
    if (value === undefined) {
      if (schema.required?.includes(key)) return invalid(path, 'is required')
      continue
    }
    if (child.properties && !isObject(value)) return invalid(path, 'must be an object')
    const wrong = child.properties && isObject(value) ? checkObject(child, value, `${path}.`, checkLeaf) : checkLeaf(path, value)
    if (wrong) return wrong
  }
  return null
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
