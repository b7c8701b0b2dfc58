import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../../src/bus/schema.ts'
import { checkInput, type ValidatorFor } from '../../../src/bus/validate.ts'

const schema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'place'],
  properties: {
    id: { type: 'string' },
    size: { enum: ['small', 'large'] },
    kinds: { type: 'array', items: { enum: ['a', 'b', 1] } },
    place: { type: 'object', properties: { town: { type: 'string' }, street: { type: 'string' } }, required: ['town'] },
    owner: { type: 'object', properties: { name: { type: 'string' }, age: { type: 'number' } }, required: ['name'] },
  },
}

/** Everything that is not text is wrong, whatever the leaf. */
const texts: ValidatorFor = () => (value) => (typeof value === 'string' ? null : 'must be text')
const check = (input: unknown, validatorFor: ValidatorFor = texts): ReturnType<typeof checkInput> =>
  checkInput(schema, input, validatorFor, (leaf) => `do.${leaf.path}`)
const good = { id: 'x', place: { town: 'Ulm' } }

describe('an input', () => {
  it('that fits has no problem, with or without what is optional', () => {
    expect(check(good)).toBeNull()
    expect(check({ ...good, size: 'small', place: { town: 'Ulm', street: 'Main' }, owner: { name: 'Ada' } })).toBeNull()
  })

  it('asks the validators by command and path', () => {
    const asked: string[] = []
    check({ ...good, owner: { name: 'Ada' } }, (address) => {
      asked.push(address)
      return () => null
    })
    expect(asked).toEqual(['do.id', 'do.place.town', 'do.owner.name'])
  })

  it.each([
    [null, '', 'The input must be an object of named arguments.'],
    [[], '', 'The input must be an object of named arguments.'],
    ['id', '', 'The input must be an object of named arguments.'],
    [{ place: { town: 'Ulm' } }, 'id', 'id is required.'],
    [{ ...good, id: undefined }, 'id', 'id is required.'],
    [{ id: 'x' }, 'place', 'place is required.'],
    [{ id: 'x', place: {} }, 'place.town', 'place.town is required.'],
    [{ id: 'x', place: 'Ulm' }, 'place', 'place must be an object.'],
    [{ id: 'x', place: ['Ulm'] }, 'place', 'place must be an object.'],
    [{ ...good, owner: { age: 'old' } }, 'owner.name', 'owner.name is required.'],
    [{ ...good, id: 3 }, 'id', 'id must be text.'],
    [{ ...good, place: { town: 3 } }, 'place.town', 'place.town must be text.'],
  ])('%j is wrong at "%s"', (input, path, message) => {
    expect(check(input)).toEqual({ code: 'INVALID_INPUT', path, message })
  })

  it.each([
    [{ ...good, colour: 'red' }, 'colour'],
    [{ ...good, place: { town: 'Ulm', zip: 3 } }, 'place.zip'],
    [JSON.parse('{"id":"x","place":{"town":"Ulm"},"__proto__":{}}'), '__proto__'],
    [{ ...good, constructor: 'x' }, 'constructor'],
    [{ ...good, toString: 'x' }, 'toString'],
  ])('%j has an argument that is none', (input, path) => {
    expect(check(input)).toEqual({
      code: 'INVALID_INPUT',
      path,
      message: `${path} is not an argument; use id, size, kinds, place.town, place.street, owner.name, owner.age.`,
    })
  })

  it('does not take what it inherits for its own', () => {
    expect(check(Object.create(good))).toMatchObject({ path: 'id', message: 'id is required.' })
  })

  it('is told which words would do, where they are few', () => {
    expect(check({ ...good, size: 3 })).toMatchObject({ path: 'size', known: ['small', 'large'] })
    expect(check({ ...good, kinds: 3 })).toMatchObject({ path: 'kinds', known: ['a', 'b'] })
    expect(check({ ...good, id: 3 })).not.toHaveProperty('known')
  })

  it('is refused where a leaf has no validator', () => {
    expect(check(good, () => undefined)).toEqual({ code: 'INVALID_INPUT', path: 'id', message: 'id has no validator.' })
  })
})
