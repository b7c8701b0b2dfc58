import { describe, expect, it } from 'vitest'
import type { Json } from '../../../simulator/json.ts'
import { mismatch } from '../../../simulator/run/match.ts'

describe('what a script expects of a value', () => {
  it.each<[Json, Json]>([
    [{ ok: true, extra: 1 }, { ok: true }],
    [[1, 2], [1, 2]],
    ['abc', { $contains: 'b' }],
    [[{ a: 1 }, { a: 2, b: 3 }], { $contains: { a: 2 } }],
    [[1, 9, 2, 8, 3], { $sequence: [1, 2, 3] }],
    [[1, 2, 3], { $length: 3 }],
    [[1, 2, 3], { $length: { $atLeast: 2 } }],
    [{ a: { b: 1, c: 2 } }, { a: { $exactly: { c: 2, b: 1 } } }],
    [{ a: 1 }, { b: { $absent: true } }],
    [5, { $atLeast: 5, $atMost: 5 }],
    ['T-1034', { $matches: '^T-\\d+$' }],
    ['x', { $oneOf: ['y', 'x'] }],
    [{ ok: true }, { $not: { ok: false } }],
    [null, null],
  ])('%j matches %j', (value, expected) => {
    expect(mismatch(value, expected)).toBeNull()
  })

  it.each<[Json, Json, string, string]>([
    [{ changed: [{ to: 'normal' }] }, { changed: [{ to: 'high' }] }, '.changed[0].to', 'expected "high", got "normal"'],
    [{}, { ok: true }, '.ok', 'expected true, got nothing'],
    [[1], [1, 2], '', 'expected 2 items, got [1]'],
    [{ a: { b: 1, c: 2 } }, { a: { $exactly: { b: 1 } } }, '.a', 'expected exactly {"b":1}, got {"b":1,"c":2}'],
    [[1, 3, 2], { $sequence: [1, 2, 3] }, '', 'expected in this order [1,2,3], got [1,3,2]'],
    [{ 'a-b': 1 }, { 'a-b': 2 }, '["a-b"]', 'expected 2, got 1'],
    [{ ok: false }, { $not: { ok: false } }, '', 'expected not {"ok":false}, got {"ok":false}'],
    [1, { $like: 1 }, '', 'there is no condition $like'],
    ['text', { a: 1 }, '', 'expected an object, got "text"'],
  ])('%j does not match %j, and says where and what', (value, expected, path, message) => {
    expect(mismatch(value, expected)).toEqual({ path, message })
  })

  it('does not take what an object inherits for a member', () => {
    expect(mismatch({}, { toString: { $any: true } })?.path).toBe('.toString')
  })
})
