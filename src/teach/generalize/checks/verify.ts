import type { CatalogueIndex } from '../../../bus/command.ts'
import type { ValidatorFor } from '../../../bus/validate.ts'
import { nodesOf } from '../../procedure/walk.ts'
import type { Procedure } from '../../procedure/types.ts'
import type { Trace } from '../../recording/types.ts'
import { decidesAnew, emptied, missing, own, renamed, repeated, shuffled, stopped, takesFromList, takesRecords, takesUnsortedEnd } from './perturbations.ts'
import { withVocabulary } from '../steps/slices.ts'
import { Trial, type Fault } from './trial.ts'
import type { Check } from '../types.ts'

interface Trying {
  readonly kind: string
  readonly tried: string
  readonly held: string
  readonly by: (trial: Trial) => Fault | null
  /** Where there is nothing to try it on, and what is said then. */
  readonly only?: (trial: Trial) => boolean
  readonly moot?: string
}

const SAME = 'the same changes'

/** What is tried, in the order shown, and what happens if all is well. */
const TRIED: readonly Trying[] = [
  { kind: 'own', tried: 'Done again where it was shown', held: SAME, by: own },
  { kind: 'renamed', tried: 'Other ids for the same records', held: SAME, by: renamed },
  {
    kind: 'shuffled',
    tried: 'Records kept in another order',
    held: SAME,
    by: shuffled,
    only: (trial) => !takesUnsortedEnd(trial),
    moot: 'not tried, since it goes by the order of a list',
  },
  {
    kind: 'empty',
    tried: 'Nothing in a list',
    held: 'it does nothing and says so',
    by: emptied,
    only: takesFromList,
    moot: 'not tried, since it takes nothing from a list',
  },
  {
    kind: 'again',
    tried: 'Run twice',
    held: 'nothing changes twice',
    by: repeated,
    only: (trial) => !decidesAnew(trial),
    moot: 'not tried, since a rule looks at what it changed itself',
  },
  {
    kind: 'missing',
    tried: 'Given what does not exist',
    held: 'refused before anything is written',
    by: missing,
    only: takesRecords,
    moot: 'not tried, since it is given no record',
  },
  { kind: 'stopped', tried: 'Stopped at each step', held: 'nothing half done is left behind', by: stopped },
]

/**
 * Tries a procedure on copies of the records its demonstrations saw, in all the ways that show whether it
 * means what was shown. Nothing of the page is touched. A failed check names the step and blocks; one there is nothing
 * to try on says so.
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
  return TRIED.map(({ kind, tried, held, by, only, moot }): Check => {
    const about = { kind, tried: [tried] }
    const fault = trials.map(by).find((found): found is Fault => found !== null)
    if (!fault) {
      const none = only !== undefined && moot !== undefined && !trials.some(only)
      return { ...about, ok: true, ...(none ? { words: [moot], moot: true } : { words: [held] }) }
    }
    const { step, why } = fault
    const who = step === undefined ? 'The procedure' : `Step ${numbers.get(step) ?? '?'}`
    return { ...about, ok: false, words: [`${who} ${why}`], ...(step === undefined ? {} : { step }) }
  })
}
