import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { at, canonical, deepFreeze, equalJson, isObject, plainCopy, type Json } from '../../../src/bus/json.ts'

const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>

/** The same value with the members of every object in another order. */
function shuffled(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(shuffled)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).reverse().map(([key, item]) => [key, shuffled(item)]))
}

describe('canonical text', () => {
  it('is JSON of the same value, whatever the order of members', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonical(shuffled(value))).toBe(canonical(value))
        expect(equalJson(JSON.parse(canonical(value)) as Json, JSON.parse(JSON.stringify(value)) as Json)).toBe(true)
      }),
    )
  })

  it('is the same exactly when the values are equal', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(canonical(a) === canonical(b)).toBe(equalJson(a, b))
        expect(equalJson(a, shuffled(a))).toBe(true)
      }),
    )
  })
})

describe('copies', () => {
  it('are equal and share nothing', () => {
    fc.assert(
      fc.property(json, (value) => {
        const copy = plainCopy(value)
        expect(equalJson(copy, value)).toBe(true)
        const text = canonical(value)
        deepFreeze(copy)
        expect(everyPart(value).some((part) => typeof part === 'object' && part !== null && Object.isFrozen(part))).toBe(false)
        expect(everyPart(copy).every((part) => Object.isFrozen(part))).toBe(true)
        expect(canonical(value)).toBe(text)
      }),
    )
  })
})

describe('paths', () => {
  it('find what is there, and own members only', () => {
    fc.assert(
      fc.property(json, fc.string({ minLength: 1 }).filter((key) => !key.includes('.')), (value, key) => {
        expect(at({ [key]: { inner: value } }, `${key}.inner`)).toBe(value)
        expect(at({ [key]: value }, `${key}.__proto__`)).toBe(isObject(value) && Object.hasOwn(value, '__proto__') ? value['__proto__'] : undefined)
      }),
    )
  })
})

const everyPart = (value: Json): readonly Json[] => [
  value,
  ...(typeof value === 'object' && value !== null ? Object.values(value as Record<string, Json>).flatMap(everyPart) : []),
]
