import { Validator } from '@cfworker/json-schema'
import type { Mode } from '../../src/webmcp/provider.ts'
import type { JsonObject } from '../json.ts'
import type { CallsLeft } from './background.ts'
import type { Standing } from './forbidden.ts'
import type { StepReport } from './report.ts'
import type { Known } from './since.ts'

/** All a run carries from one step to the next, as plain data: with it a run goes on in another page, or another process. */
export interface RunState {
  /** The host the script is played on. A page that is up again may have found none. */
  readonly mode: Mode
  /** The step under way: its number, from 1; within a repetition its number, the turn, the number of the step in it, and so on. */
  readonly cursor: readonly number[]
  readonly variables: JsonObject
  readonly calls: CallsLeft
  /** What the page had done before the run. */
  readonly known: Known
  readonly forbidden: readonly Standing[]
  /** How the steps so far went. */
  readonly steps: readonly StepReport[]
  /** When the run began, and the step under way, as the driver counts time. */
  readonly began: number
  readonly stepBegan: number
}

const list = (items: object): object => ({ type: 'array', items })
const object = (properties: object, ...optional: readonly string[]): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
})
const text = { type: 'string' }
const count = { type: 'number' }
const either = (...anyOf: readonly object[]): object => ({ anyOf })
const nothing = { type: 'null' }
const cost = either(nothing, object({ characters: count, tokens: either(nothing, count) }))
const known = object({ journal: list(text), audit: list(text) })

const STATE = object({
  mode: { enum: ['native', 'bridge', 'degraded'] satisfies readonly Mode[] },
  cursor: { ...list({ type: 'integer', minimum: 1 }), minItems: 1 },
  variables: { type: 'object' },
  calls: {
    type: 'object',
    additionalProperties: either(nothing, object({ value: true }), object({ rejected: object({ name: text, message: text }) })),
  },
  known,
  forbidden: list(object({ rule: { type: 'object' }, known })),
  steps: list(
    object({
      place: text,
      pointer: list(either(text, count)),
      title: text,
      ok: { type: 'boolean' },
      failure: either(nothing, object({ path: text, message: text })),
      ms: count,
      input: cost,
      output: cost,
    }),
  ),
  began: count,
  stepBegan: count,
})

/** Reads the state of a run that was kept. @returns null when it is none */
export function readRunState(value: unknown): RunState | null {
  return new Validator(STATE, '2020-12').validate(value).valid ? (value as RunState) : null
}
