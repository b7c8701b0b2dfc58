import { describe, expect, it } from 'vitest'
import type { Json } from '../../../simulator/json.ts'
import { checkInput } from '../../../simulator/panel/form/checkInput.ts'
import { fieldOf } from '../../../simulator/panel/form/fieldOf.ts'
import { startInput } from '../../../simulator/panel/form/startValue.ts'

const kindOf = (schema: Json, root: Json = schema): unknown => fieldOf(schema, root)

describe('how a schema is filled in', () => {
  it.each<[Json, object]>([
    [{ const: 7 }, { kind: 'const', value: 7 }],
    [{ enum: ['a', null] }, { kind: 'enum', values: ['a', null] }],
    [{ anyOf: [{ const: 'a' }, { const: 'b' }] }, { kind: 'enum', values: ['a', 'b'] }],
    [{ type: 'string', format: 'date' }, { kind: 'text', format: 'date' }],
    [{ type: 'integer' }, { kind: 'number', integer: true }],
    [{ type: ['string', 'null'] }, { kind: 'nullable', schema: { type: 'string' } }],
    [{ anyOf: [{ type: 'null' }, { type: 'number' }] }, { kind: 'nullable', schema: { type: 'number' } }],
    [{ type: ['string', 'number'] }, { kind: 'choice', options: [{ title: 'string' }, { title: 'number' }] }],
    [{ type: 'array', items: { type: 'string' } }, { kind: 'list', items: { type: 'string' } }],
    [{ prefixItems: [{ type: 'string' }] }, { kind: 'list', fixed: [{ type: 'string' }] }],
    [{ type: 'object', additionalProperties: { type: 'number' } }, { kind: 'object', members: [], others: { type: 'number' } }],
    [{ type: 'object' }, { kind: 'object', members: [], others: {} }],
    [{ type: 'object', properties: { a: {} }, additionalProperties: false }, { kind: 'object', others: null }],
    [{ minLength: 2 }, { kind: 'text' }],
    [{}, { kind: 'json' }],
    [true, { kind: 'json' }],
    [{ type: 'nonsense' }, { kind: 'json' }],
  ])('%j', (schema, field) => {
    expect(kindOf(schema)).toMatchObject(field)
  })

  it('case W25: alternatives at the root share what stands beside them', () => {
    const schema: Json = {
      type: 'object',
      properties: { note: { type: 'string' } },
      required: ['note'],
      anyOf: [
        { properties: { id: { type: 'string' } }, required: ['id'] },
        { title: 'by name', properties: { name: { type: 'string' } }, required: ['name'] },
      ],
    }
    expect(kindOf(schema)).toMatchObject({
      kind: 'choice',
      options: [
        { title: 'with id', schema: { type: 'object', required: ['note', 'id'] } },
        { title: 'by name', schema: { properties: { note: {}, name: {} }, required: ['note', 'name'] } },
      ],
    })
  })

  it('follows references, also those that lead round or nowhere', () => {
    const root: Json = { $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } }, round: { $ref: '#/$defs/round' } } }
    expect(kindOf({ $ref: '#/$defs/node', description: 'x' }, root)).toMatchObject({ kind: 'object', members: [{ name: 'next' }] })
    expect(kindOf({ $ref: '#/$defs/round' }, root)).toEqual({ kind: 'json' })
    expect(kindOf({ $ref: '#/$defs/missing' }, root)).toEqual({ kind: 'json' })
    expect(kindOf({ allOf: [{ $ref: '#/$defs/node' }, { required: ['next'] }] }, root)).toMatchObject({ members: [{ name: 'next', required: true }] })
  })
})

describe('what a form begins with', () => {
  it.each<[Json, Json]>([
    [null, {}],
    [{ type: 'object', properties: { a: { default: 3 }, b: { type: 'string' }, c: { const: 'x' } }, required: ['c', 'b'] }, { a: 3, c: 'x' }],
    [{ type: 'object', properties: { nested: { type: 'object', properties: { list: { type: 'array' } }, required: ['list'] } }, required: ['nested'] }, { nested: { list: [] } }],
    [{ type: 'object', properties: { self: { $ref: '#' } } }, {}],
    [{ anyOf: [{ type: 'object', properties: { k: { const: 1 } }, required: ['k'] }, { type: 'null' }, { type: 'string' }] }, { k: 1 }],
  ])('%j', (schema, value) => {
    expect(startInput(schema)).toEqual(value)
  })

  it('ends for a schema that requires itself', () => {
    expect(JSON.stringify(startInput({ type: 'object', properties: { self: { $ref: '#' } }, required: ['self'] })).length).toBeLessThan(200)
  })
})

describe('what a schema has against a value', () => {
  it('is told with its place', async () => {
    const schema: Json = { type: 'object', properties: { a: { type: 'object', properties: { n: { type: 'number' } } } }, required: ['a', 'b'] }
    const faults = await checkInput(schema, { a: { n: 'x' } })
    expect(faults).toEqual(expect.arrayContaining([{ at: '/a/n', message: expect.stringContaining('number') }, { at: '', message: expect.stringContaining('"b"') }]))
    expect(await checkInput(schema, { a: {}, b: 1 })).toEqual([])
    expect(await checkInput(null, 5)).toEqual([])
  })

  it('is said of the schema itself where it cannot be used', async () => {
    expect(await checkInput({ pattern: '(' }, 'x')).toMatchObject([{ message: expect.stringContaining('cannot be used') }])
  })
})
