/** JSON as TypeScript sees it. Everything that is stored, recorded or handed to an agent is this and nothing else. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Structural equality of two JSON values; `undefined` stands for "absent" and equals only itself. */
export function equalJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
    return a.every((item, index) => equalJson(item as Json, b[index] as Json))
  }
  const left = a as JsonObject
  const right = b as JsonObject
  const keys = Object.keys(left)
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && equalJson(left[key], right[key]))
  )
}

/**
 * The canonical text of a value: keys sorted by code unit, no white space, members that are
 * `undefined` left out (RFC 8785 for the values that occur here). Two equal values have one text,
 * so digests and content hashes are taken over it.
 */
export function canonical(value: unknown): string {
  if (value === undefined) return 'null'
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const object = value as Record<string, unknown>
  const members = Object.keys(object)
    .filter((key) => object[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(object[key])}`)
  return `{${members.join(',')}}`
}

/**
 * A copy that shares nothing with the original, for values that come from outside: somebody may change them
 * later, or watch them through a proxy that can be neither cloned nor stored. Members that are `undefined` are left out.
 */
export function plainCopy<T>(value: T): T {
  return copyOf(value) as T
}

function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyOf)
  const members = Object.entries(value).filter(([, item]) => item !== undefined)
  return Object.fromEntries(members.map(([key, item]) => [key, copyOf(item)]))
}

/** Freezes a value and everything in it, and returns it. Frozen branches are not walked again. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const item of Object.values(value)) deepFreeze(item)
  return value
}

/** The value at a dotted path, or `undefined`. Own members only, so `__proto__` finds nothing. */
export function at(value: Json | undefined, path: string): Json | undefined {
  if (path === '') return value
  let here: Json | undefined = value
  for (const key of path.split('.')) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined
    here = (here as JsonObject)[key]
  }
  return here
}
