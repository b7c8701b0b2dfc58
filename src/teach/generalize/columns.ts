import type { CatalogueIndex } from '../../bus/command.ts'
import { fail, ok, type Result } from '../../bus/results.ts'
import type { Trace } from '../recording/types.ts'
import { factsOf, type TraceFacts } from './facts.ts'

/**
 * Lays demonstrations side by side, step by step: the seam where a second one joins. One demonstration
 * is its own alignment, each step a column.
 * @returns the facts of the demonstration; `INVALID_INPUT`, `BLOCKED` or `LIMIT` in words for a person
 */
export function columnsOf(traces: readonly Trace[], index: CatalogueIndex): Result<TraceFacts> {
  const [trace, ...more] = traces
  if (!trace) return fail('INVALID_INPUT', 'There is no demonstration to learn from.')
  if (more.length > 0) return fail('LIMIT', 'Sharpening with a second demonstration is not available yet.')
  if (trace.steps.length === 0) return fail('INVALID_INPUT', 'Nothing is left of this recording to learn from: show at least one step.')
  const unknown = trace.steps.find(({ command }) => !(index.command(command)?.recordable ?? false))
  if (unknown) return fail('BLOCKED', 'This recording uses a command that does not exist here or cannot be taught.')
  return ok(factsOf(trace, index))
}
