import { equalJson, isObject, type Json } from './json.ts'

/** A value at a dotted path, before and after; absent members are left out. */
export interface PathChange {
  readonly path: string
  readonly from?: Json
  readonly to?: Json
}

/**
 * Where two values of a field differ: the field itself, or, of two objects, each of their members that does, down to
 * values that are no objects. Arrays are values. Nothing where they are equal.
 */
export function changedPaths(path: string, from: Json | undefined, to: Json | undefined): readonly PathChange[] {
  if (equalJson(from, to)) return []
  if (!isObject(from) || !isObject(to)) return [{ path, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }]
  const members = [...new Set([...Object.keys(from), ...Object.keys(to)])]
  return members.flatMap((key) => changedPaths(`${path}.${key}`, from[key], to[key]))
}
