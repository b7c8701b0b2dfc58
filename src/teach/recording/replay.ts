import type { Bus } from '../../bus/bus.ts'
import { fail, ok, type Result } from '../../bus/results.ts'
import { changesOf, netChanges } from './changes.ts'
import type { StepChange, Trace } from './types.ts'

/**
 * Dispatches the very inputs of a trace again, in order, and says what that changes. On a bus over the slice
 * (`recordsIn`) that is what was demonstrated.
 * @returns the net changes, or `STEP_FAILED` with the step that was refused and why
 */
export function replay(trace: Pick<Trace, 'steps'>, bus: Bus): Result<readonly StepChange[]> {
  const changes: StepChange[] = []
  for (const [place, step] of trace.steps.entries()) {
    const done = bus.dispatch(step.command, step.input, { actor: 'system', source: 'replay' })
    if (!done.ok) {
      return fail('STEP_FAILED', `Step ${place + 1} (${step.command}) was refused: ${done.error.message}`, { path: step.stepId })
    }
    changes.push(...changesOf(done.value.entry.patches, bus.index))
  }
  return ok(netChanges(changes))
}
