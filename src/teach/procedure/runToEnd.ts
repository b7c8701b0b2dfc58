import { fail } from '../../bus/results.ts'
import { interpret, type Reply, type RunEnv } from './interpret.ts'
import type { Outcome } from './outcome.ts'
import type { Procedure } from './types.ts'

const GO: Reply = { go: true }

export interface RunToEndOptions {
  /** Stops before the step of this number is taken (the first time, in a loop), as a person's Stop would. */
  readonly stopBefore?: number
}

/**
 * Runs a procedure at once and commits nothing: dry runs and verification. The outcome is what a run
 * would answer; the fork holds the records as they would be.
 */
export function runToEnd(procedure: Procedure, env: RunEnv, { stopBefore }: RunToEndOptions = {}): Outcome {
  const run = interpret(procedure, env)
  let step = run.next()
  while (!step.done) {
    const pause = step.value
    const stop = pause.at === 'step' && pause.number === stopBefore
    step = run.next(stop ? { stop: fail('CANCELLED', 'Stopped before this step.').error } : GO)
  }
  return step.value
}
