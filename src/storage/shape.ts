import { isObject, type Json } from '../bus/json.ts'
import type { EntityDef } from '../bus/entity.ts'
import type { JsonSchema } from '../bus/schema.ts'
import type { Rec } from '../bus/state.ts'

type Check = (value: unknown) => string | null

/**
 * Checks that stored records have the shape the page relies on: the id, every required member, and the JSON
 * type of each. Values are not judged, so a record survives a vocabulary that changed.
 * @returns what is wrong with a record in words, or null
 */
export function shapeOf(entity: EntityDef): (value: unknown) => string | null {
  const check = checkOf(entity.schema, '')
  return (value) => {
    if (!isObject(value)) return 'is not a record'
    const id: Json | undefined = value[entity.idField]
    if (typeof id !== 'string' || id === '') return `has no ${entity.idField}`
    return check(value)
  }
}

/** A value that passed `shapeOf`. */
export const asRecord = (value: unknown): Rec => value as Rec

function checkOf(schema: JsonSchema, path: string): Check {
  const types = schema.type === undefined ? null : typeof schema.type === 'string' ? [schema.type] : schema.type
  const required = schema.required ?? []
  const inside = path ? `${path}.` : ''
  const members = Object.entries(schema.properties ?? {}).map(([key, child]) => [key, checkOf(child, inside + key)] as const)
  const item = schema.items ? checkOf(schema.items, path) : null
  return (value) => {
    if (types && !types.some((type) => isOfType(value, type))) return `has a wrong ${path || 'form'}`
    if (item && Array.isArray(value)) return value.map(item).find((wrong) => wrong !== null) ?? null
    if (members.length === 0 || !isObject(value)) return null
    for (const key of required) if (value[key] === undefined) return `lacks ${inside}${key}`
    for (const [key, check] of members) {
      const wrong = value[key] === undefined ? null : check(value[key])
      if (wrong !== null) return wrong
    }
    return null
  }
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isObject(value)
    case 'null':
      return value === null
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === type
  }
}
