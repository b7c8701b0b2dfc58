import { isList, isObject, type Json, type JsonObject } from '../json.ts'
import type { Evidence } from '../port.ts'

/** Made anew with every page, and times: neither says anything about what happened. */
const ID = /\b[0-9a-km-np-tv-z]{12}\b/g
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const DIGEST = /^[0-9a-f]{64}$/
/** Milliseconds a gesture took. */
const MEASURED = new Set(['seq', 'after', 'ms'])

/** What happened, in a form that is the same on every page and host. */
export const alike = ({ journal, audit, page }: Evidence): Json => withoutChance({ journal, audit, page })

/** A value without what is made anew each time: ids become numbers in the order they come, times go. */
export function withoutChance(value: Json): Json {
  const names = new Map<string, string>()
  const named = (id: string): string => {
    const known = names.get(id) ?? `id${names.size + 1}`
    names.set(id, known)
    return known
  }
  const same = (value: Json): Json => {
    if (typeof value === 'string') {
      if (TIME.test(value)) return 'time'
      return DIGEST.test(value) ? named(value) : value.replaceAll(ID, named)
    }
    if (isList(value)) return value.map(same)
    return isObject(value) ? members(value) : value
  }
  const members = (value: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(value).map(([key, item]) => [key.replaceAll(ID, named), MEASURED.has(key) ? 'measured' : same(item)]))
  return same(value)
}
