import { asText, brief, isList, isObject, type Json, type JsonObject } from '../json.ts'

/** Where and what does not match. The path is written as in JavaScript, from the value that was looked at. */
export interface Mismatch {
  readonly path: string
  readonly message: string
}

/**
 * Compares a value with what a script expects of it. Objects match when every expected member matches; members beyond
 * those do not matter. Lists match item by item. An object with members that begin with `$` is a condition:
 * `$any`, `$absent`, `$exactly`, `$not`, `$oneOf`, `$matches` (regular expression), `$contains` (part of a text, or an
 * item that matches), `$sequence` (items in this order, others between), `$length`, `$atLeast`, `$atMost`.
 * @returns null when it matches
 */
export function mismatch(value: Json | undefined, expected: Json, path = ''): Mismatch | null {
  if (isObject(expected)) {
    const conditions = Object.entries(expected).filter(([key]) => key.startsWith('$'))
    if (conditions.length > 0) {
      for (const [name, operand] of conditions) {
        const wrong = condition(name, value, operand, path)
        if (wrong) return wrong
      }
      return null
    }
    return ofObject(value, expected, path)
  }
  if (isList(expected)) return ofList(value, expected, path)
  return value === expected ? null : differs(path, brief(expected), value)
}

const differs = (path: string, wanted: string, value: Json | undefined): Mismatch => ({ path, message: `expected ${wanted}, got ${brief(value)}` })

const member = (path: string, key: string): string => (/^[A-Za-z_]\w*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`)

function ofObject(value: Json | undefined, expected: JsonObject, path: string): Mismatch | null {
  if (!isObject(value)) return differs(path, 'an object', value)
  for (const [key, wanted] of Object.entries(expected)) {
    const wrong = mismatch(Object.hasOwn(value, key) ? value[key] : undefined, wanted, member(path, key))
    if (wrong) return wrong
  }
  return null
}

function ofList(value: Json | undefined, expected: readonly Json[], path: string): Mismatch | null {
  if (!isList(value)) return differs(path, 'a list', value)
  if (value.length !== expected.length) return differs(path, `${expected.length} items`, value)
  for (const [place, wanted] of expected.entries()) {
    const wrong = mismatch(value[place], wanted, `${path}[${place}]`)
    if (wrong) return wrong
  }
  return null
}

const size = (value: Json | undefined): number | null => (typeof value === 'string' || isList(value) ? value.length : null)

function condition(name: string, value: Json | undefined, operand: Json, path: string): Mismatch | null {
  const unless = (holds: boolean, wanted: string): Mismatch | null => (holds ? null : differs(path, wanted, value))
  switch (name) {
    case '$any':
      return unless(value !== undefined, 'anything')
    case '$absent':
      return unless((value === undefined) === (operand === true), operand === true ? 'nothing' : 'something')
    case '$exactly':
      return unless(canonical(value) === canonical(operand), `exactly ${brief(operand)}`)
    case '$not':
      return unless(mismatch(value, operand) !== null, `not ${brief(operand)}`)
    case '$oneOf':
      return unless(isList(operand) && operand.some((one) => mismatch(value, one) === null), `one of ${brief(operand)}`)
    case '$matches':
      return unless(typeof value === 'string' && new RegExp(asText(operand), 'u').test(value), `text like /${asText(operand)}/`)
    case '$contains':
      if (typeof value === 'string') return unless(value.includes(asText(operand)), `text with ${brief(operand)}`)
      return unless(isList(value) && value.some((item) => mismatch(item, operand) === null), `an item like ${brief(operand)}`)
    case '$sequence':
      return unless(isList(value) && isList(operand) && inOrder(value, operand), `in this order ${brief(operand)}`)
    case '$length':
      return unless(isObject(operand) ? mismatch(size(value), operand) === null : size(value) === operand, `a length of ${brief(operand)}`)
    case '$atLeast':
      return unless(typeof value === 'number' && value >= Number(operand), `at least ${brief(operand)}`)
    case '$atMost':
      return unless(typeof value === 'number' && value <= Number(operand), `at most ${brief(operand)}`)
    default:
      return { path, message: `there is no condition ${name}` }
  }
}

function inOrder(value: readonly Json[], wanted: readonly Json[]): boolean {
  let next = 0
  for (const item of value) {
    const want = wanted[next]
    if (want !== undefined && mismatch(item, want) === null) next += 1
  }
  return next === wanted.length
}

/** The same text for the same value, whatever the order of its members. */
const canonical = (value: Json | undefined): string =>
  JSON.stringify([value ?? null], (_, one: Json) => (isObject(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one))
