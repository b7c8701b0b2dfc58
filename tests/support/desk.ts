import Ajv, { type ValidateFunction } from 'ajv/dist/2020.js'
import { createBus, type Bus } from '../../src/bus/bus.ts'
import type { Catalogue } from '../../src/bus/command.ts'
import type { DispatchContext } from '../../src/bus/journal.ts'
import { describeErrors } from '../../src/bus/describeErrors.ts'
import type { Json, JsonObject } from '../../src/bus/json.ts'
import { leavesOf } from '../../src/bus/schema.ts'
import type { Rec, View } from '../../src/bus/state.ts'
import type { ValidatorFor } from '../../src/bus/validate.ts'

const known = new WeakMap<Catalogue, ValidatorFor>()

/** Validators compiled while the test runs, once a catalogue; the app's are precompiled from the same schemas. */
export function runtimeValidators(catalogue: Catalogue): ValidatorFor {
  const validatorFor = known.get(catalogue) ?? compileLeaves(catalogue)
  known.set(catalogue, validatorFor)
  return validatorFor
}

function compileLeaves(catalogue: Catalogue): ValidatorFor {
  const ajv = new Ajv({ strict: true, allowUnionTypes: true, keywords: ['x-us'] })
  const compiled = new Map<string, ValidateFunction>()
  for (const command of catalogue.commands) {
    for (const leaf of leavesOf(command.input)) compiled.set(`${command.id}.${leaf.path}`, ajv.compile(leaf.schema))
  }
  return (address) => {
    const validate = compiled.get(address)
    return validate && ((value) => (validate(value) ? null : describeErrors(validate.errors ?? [])))
  }
}

/** A bus with a clock that moves one second a reading and ids that count, so that everything repeats. */
export function busOver(catalogue: Catalogue, records: Readonly<Record<string, readonly Rec[]>>, view?: View): Bus {
  let time = Date.UTC(2026, 10, 30, 9)
  let id = 0
  return createBus({
    catalogue,
    validatorFor: runtimeValidators(catalogue),
    clock: () => (time += 1000),
    newId: () => `c${++id}`,
    records,
    view,
  })
}

export const operator: DispatchContext = { actor: 'operator', source: 'test' }

/** Dispatches and gives the output; a refusal fails the test with its message. */
export function doIt(bus: Bus, command: string, input: JsonObject, context: Partial<DispatchContext> = {}): Json {
  const result = bus.dispatch(command, input, { ...operator, ...context })
  if (!result.ok) throw new Error(`${command} refused: ${result.error.code} ${result.error.message}`)
  return result.value.output
}
