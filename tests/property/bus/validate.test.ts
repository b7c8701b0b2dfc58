import Ajv from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkInput } from '../../../src/bus/validate.ts'
import { catalogue } from '../../fixtures/garden.ts'
import { gardenStep } from '../../fixtures/gardenSteps.ts'
import { runtimeValidators } from '../../support/desk.ts'

const validatorFor = runtimeValidators(catalogue)
const ajv = new Ajv({ strict: true, allowUnionTypes: true, keywords: ['x-us'] })
const whole = new Map(catalogue.commands.map((command) => [command.id, ajv.compile(command.input)]))

/** Inputs near enough to right ones that every rule gets its chance. */
const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom('p1', 'north', '', null, true, 4, -1, 501),
  fc.array(fc.constantFrom('new', 'old', '', 3)),
  fc.dictionary(fc.constantFrom('bedId', 'spot', 'atLeast', 'other'), fc.constantFrom('north', 1, 'x', null)),
)
const keys = ['plantId', 'height', 'labels', 'note', 'to', 'bedId', 'size', 'prefix', 'count', 'toString', '__proto__']
const anything = fc.oneof(
  fc.array(fc.tuple(fc.constantFrom(...keys), value)).map((members): unknown => Object.fromEntries(members)),
  fc.constantFrom<unknown>(null, undefined, 'text', 3, [], [{}]),
)

describe('an input checked leaf by leaf', () => {
  it('passes exactly when its whole schema passes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...catalogue.commands), anything, gardenStep, (command, input, step) => {
        for (const [id, given] of [[command.id, input], [step.command, step.input], [step.command, input]] as const) {
          const definition = catalogue.commands.find((one) => one.id === id)
          if (!definition) throw new Error(`no command ${id}`)
          const wrong = checkInput(definition.input, given, validatorFor, (leaf) => `${id}.${leaf.path}`)
          expect([given, wrong === null]).toEqual([given, whole.get(id)?.(given)])
        }
      }),
      { numRuns: 1000 },
    )
  })
})
