import type { CatalogueIndex } from '../../bus/command.ts'
import type { ValidatorFor } from '../../bus/validate.ts'
import { nodesOf } from '../procedure/walk.ts'
import type { Procedure } from '../procedure/types.ts'
import type { Trace } from '../recording/types.ts'
import { emptied, missing, own, renamed, repeated, shuffled, stopped } from './perturbations.ts'
import { withVocabulary } from './slices.ts'
import { Trial, type Fault } from './trial.ts'
import type { Check } from './types.ts'

/** What is tried, in the order shown: how the check is called and what it promises. */
const TRIED = [
  { kind: 'own', promise: 'Done again on the records of the demonstration, it makes the same changes', by: own },
  { kind: 'renamed', promise: 'Other ids make no difference', by: renamed },
  { kind: 'shuffled', promise: 'The order in which records are kept makes no difference', by: shuffled },
  { kind: 'empty', promise: 'With nothing in a list it stops and says so', by: emptied },
  { kind: 'again', promise: 'Run twice, it changes nothing twice', by: repeated },
  { kind: 'missing', promise: 'What does not exist is refused before anything is written', by: missing },
  { kind: 'stopped', promise: 'Stopped at any step, it leaves nothing behind', by: stopped },
] as const

/**
 * Tries a procedure on copies of the records its demonstrations saw, in all the ways that show whether it
 * means what was shown. Nothing of the page is touched. A failed check names the step and blocks.
 * @param dropped `recordingId/stepId` of steps a person left out, whose changes are not expected
 * @returns one check a kind, over all demonstrations
 */
export function verify(
  procedure: Procedure,
  traces: readonly Trace[],
  index: CatalogueIndex,
  validatorFor: ValidatorFor,
  dropped: readonly string[] = [],
): readonly Check[] {
  const trials = withVocabulary(traces, index).map((trace) => new Trial(procedure, trace, index, validatorFor, dropped))
  const numbers = new Map(nodesOf(procedure).map(({ node, number }) => [node.as, number]))
  return TRIED.map(({ kind, promise, by }): Check => {
    const fault = trials.map(by).find((found): found is Fault => found !== null)
    if (!fault) return { kind, ok: true, words: [promise] }
    const { step, why } = fault
    const who = step === undefined ? 'The procedure' : `Step ${numbers.get(step) ?? '?'}`
    return { kind, ok: false, words: [`${who} ${why}`], ...(step === undefined ? {} : { step }) }
  })
}
