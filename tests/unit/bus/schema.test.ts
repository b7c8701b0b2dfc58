import { describe, expect, it } from 'vitest'
import { describeErrors } from '../../../src/bus/describeErrors.ts'
import { leafAt, leavesOf, meaningOf, withLeaf, type JsonSchema } from '../../../src/bus/schema.ts'

const schema: JsonSchema = {
  required: ['id', 'to'],
  properties: {
    id: { type: 'string', 'x-us': { entity: 'plant', kind: 'record' } },
    tags: { type: 'array', items: { type: 'string', 'x-us': { ugc: true } } },
    to: { required: ['bed'], properties: { bed: { type: 'string' }, spot: { type: 'integer' } } },
    maybe: { required: ['x'], properties: { x: { type: 'number' } } },
  },
}

describe('the leaves of a schema', () => {
  it('are its values in declared order, with what is always required', () => {
    expect(leavesOf(schema).map(({ path, required }) => [path, required])).toEqual([
      ['id', true],
      ['tags', false],
      ['to.bed', true],
      ['to.spot', false],
      ['maybe.x', false],
    ])
    expect(leavesOf(schema)).toBe(leavesOf(schema))
  })

  it('carry their meaning, or that of their items', () => {
    expect(leafAt(schema, 'id')?.meaning).toEqual({ entity: 'plant', kind: 'record' })
    expect(leafAt(schema, 'tags')?.meaning).toEqual({ ugc: true })
    expect(meaningOf({ type: 'number' })).toEqual({})
    expect(leafAt(schema, 'to')).toBeUndefined()
  })

  it('can be replaced in a copy of an input', () => {
    const input = { id: 'a', to: { bed: 'north', spot: 1 } }
    expect(withLeaf(input, 'to.bed', 'south')).toEqual({ id: 'a', to: { bed: 'south', spot: 1 } })
    expect(withLeaf({ to: 'text' }, 'to.bed', 'south')).toEqual({ to: { bed: 'south' } })
    expect(withLeaf({}, 'maybe.x', 1)).toEqual({ maybe: { x: 1 } })
    expect(input).toEqual({ id: 'a', to: { bed: 'north', spot: 1 } })
  })
})

describe('validation errors in words', () => {
  const said = (keyword: string, params: Record<string, unknown>, more: { instancePath?: string; message?: string } = {}): string =>
    describeErrors([{ keyword, params, instancePath: '', ...more }])

  it.each([
    ['enum', { allowedValues: ['low', 'high'] }, 'must be one of low, high'],
    ['type', { type: 'string' }, 'must be string'],
    ['type', { type: ['string', 'null'] }, 'must be string or null'],
    ['minLength', { limit: 1 }, 'must not be empty'],
    ['minLength', { limit: 2 }, 'must have at least 2 characters'],
    ['maxLength', { limit: 8 }, 'must have at most 8 characters'],
    ['minItems', { limit: 1 }, 'must have at least 1 item'],
    ['minItems', { limit: 2 }, 'must have at least 2 items'],
    ['maxItems', { limit: 2 }, 'must have at most 2 items'],
    ['uniqueItems', { i: 1, j: 0 }, 'must not hold the same item twice'],
    ['pattern', { pattern: '^a' }, 'must match ^a'],
    ['minimum', { limit: 0 }, 'must be at least 0'],
    ['maximum', { limit: 9 }, 'must be at most 9'],
    ['format', { format: 'date' }, 'is not valid'],
  ])('%s %j: %s', (keyword, params, words) => {
    expect(said(keyword, params)).toBe(words)
  })

  it('keep the message of rules without words of their own, and say which item is meant', () => {
    expect(said('format', {}, { message: 'must match format "date"' })).toBe('must match format "date"')
    expect(said('type', { type: 'string' }, { instancePath: '/2' })).toBe('item 2 must be string')
    expect(said('type', { type: 'string' }, { instancePath: '/2/name' })).toBe('item 2.name must be string')
    expect(describeErrors([])).toBe('is not valid')
  })
})
