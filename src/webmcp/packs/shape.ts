import { isObject, type Json, type JsonObject } from '../../bus/json.ts'
import { inside, type Fault } from './fault.ts'

/** Says what is wrong with a value at a place, or null. Depth is bounded before any of these runs. */
export type Shape = (value: Json | undefined, at: string) => Fault | null

export const anything: Shape = (value, at) => (value === undefined ? { at, wrong: 'is missing' } : null)

export const yesNo: Shape = (value, at) => (typeof value === 'boolean' ? null : { at, wrong: 'must be true or false' })

/** Text of at most so many characters, and if asked of a certain form. */
export function text(most: number, form?: { readonly test: (text: string) => boolean; readonly like: string }): Shape {
  return (value, at) => {
    if (typeof value !== 'string') return { at, wrong: 'must be text' }
    if (value.length > most) return { at, wrong: `has ${value.length} characters, and ${most} are the most` }
    return form && !form.test(value) ? { at, wrong: `must be ${form.like}` } : null
  }
}

export const whole = (least: number, most: number): Shape => {
  return (value, at) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
      ? null
      : { at, wrong: `must be a whole number from ${least} to ${most}` }
}

export const finite: Shape = (value, at) => (typeof value === 'number' && Number.isFinite(value) ? null : { at, wrong: 'must be a number' })

export const oneOf = (...values: readonly (string | number)[]): Shape => {
  return (value, at) =>
    (typeof value === 'string' || typeof value === 'number') && values.includes(value)
      ? null
      : { at, wrong: `must be ${values.join(' or ')}` }
}

/** The count is looked at first: a list that is too long costs nothing. */
export function list(item: Shape, most: number, least = 0): Shape {
  return (value, at) => {
    if (!Array.isArray(value)) return { at, wrong: 'must be a list' }
    const items = value as readonly Json[]
    if (items.length > most) return { at, wrong: `has ${items.length} items, and ${most} are the most` }
    if (items.length < least) return { at, wrong: `must have at least ${least === 1 ? 'one item' : `${least} items`}` }
    return first(items.map((one, place) => () => item(one, inside(at, place))))
  }
}

/** An object with these members and no other. */
export function object(required: Readonly<Record<string, Shape>>, optional: Readonly<Record<string, Shape>> = {}): Shape {
  return (value, at) => {
    if (!isObject(value)) return { at, wrong: 'must be an object' }
    const stray = Object.keys(value).find((key) => !Object.hasOwn(required, key) && !Object.hasOwn(optional, key))
    if (stray !== undefined) return { at: inside(at, stray), wrong: 'is not known here' }
    const known = [...Object.entries(required), ...Object.entries(optional).filter(([key]) => Object.hasOwn(value, key))]
    return first(
      known.map(
        ([key, shape]) =>
          () =>
            shape(member(value, key), inside(at, key)),
      ),
    )
  }
}

/** An object whose keys are names, all of whose members are alike. */
export function dictionary(key: Shape, item: Shape, most: number): Shape {
  return (value, at) => {
    if (!isObject(value)) return { at, wrong: 'must be an object' }
    const entries = Object.entries(value)
    if (entries.length > most) return { at, wrong: `has ${entries.length} members, and ${most} are the most` }
    return first(entries.flatMap(([name, one]) => [() => key(name, inside(at, name)), () => item(one, inside(at, name))]))
  }
}

/** An object whose other members depend on one of them. */
export function tagged(tag: string, shapes: Readonly<Record<string, Shape>>): Shape {
  return (value, at) => {
    if (!isObject(value)) return { at, wrong: 'must be an object' }
    const name = member(value, tag)
    const shape = typeof name === 'string' && Object.hasOwn(shapes, name) ? shapes[name] : undefined
    return shape ? shape(value, at) : { at: inside(at, tag), wrong: `must be ${Object.keys(shapes).join(', ')}` }
  }
}

const member = (object: JsonObject, key: string): Json | undefined => (Object.hasOwn(object, key) ? object[key] : undefined)

function first(checks: readonly (() => Fault | null)[]): Fault | null {
  for (const check of checks) {
    const fault = check()
    if (fault) return fault
  }
  return null
}
