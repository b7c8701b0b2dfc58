import { isObject, type Json, type JsonObject } from '../../bus/json.ts'
import { fail, ok, type Result } from '../../bus/results.ts'
import type { JsonSchema } from '../../bus/schema.ts'

/**
 * Checks the input of a fixed tool against its own schema. These are no commands of the catalogue, so nothing was
 * compiled for them, and hosts do not check at all.
 * @returns the input, or `INVALID_INPUT` with the path
 */
export function checkFixedInput(schema: JsonSchema, input: unknown): Result<JsonObject> {
  if (!isObject(input)) return fail('INVALID_INPUT', 'The input must be an object of named arguments.', { path: '' })
  const properties = schema.properties ?? {}
  const known = Object.keys(properties)
  const stray = Object.keys(input).find((key) => !known.includes(key))
  if (stray !== undefined) {
    return fail('INVALID_INPUT', `There is no such argument; use ${known.join(', ')}.`, { path: plainKey(stray), known })
  }
  for (const key of known) {
    const value = Object.hasOwn(input, key) ? input[key] : undefined
    if (value === undefined) {
      if (schema.required?.includes(key)) return fail('INVALID_INPUT', `${key} is required.`, { path: key })
      continue
    }
    const wrong = wrongValue(properties[key] ?? {}, value)
    if (wrong !== null) return fail('INVALID_INPUT', `${key} ${wrong}.`, { path: key })
  }
  return ok(input)
}

function wrongValue(schema: JsonSchema, value: Json): string | null {
  switch (schema.type) {
    case 'string':
      return typeof value === 'string' ? null : 'must be a string'
    case 'boolean':
      return typeof value === 'boolean' ? null : 'must be true or false'
    case 'integer': {
      const { minimum = -Infinity } = schema
      return Number.isInteger(value) && (value as number) >= minimum ? null : `must be an integer from ${minimum}`
    }
    case 'array': {
      if (!Array.isArray(value)) return 'must be an array'
      const items = value as readonly Json[]
      const { minItems = 0, maxItems = Infinity } = schema
      if (items.length < minItems || items.length > maxItems) return `must hold ${minItems} to ${maxItems} items`
      if (new Set(items).size < items.length) return 'must not hold the same item twice'
      const wrong = items.map((item) => wrongValue(schema.items ?? {}, item)).find((one) => one !== null)
      return wrong === undefined ? null : `items: each ${wrong}`
    }
    case 'object':
      return isObject(value) ? null : 'must be an object'
    default:
      return null
  }
}

/** A key the caller made up is repeated only where it is plain: it is text from outside. */
export const plainKey = (key: string): string => (/^[\w.-]{1,40}$/.test(key) ? key : '')
