import type { CatalogueIndex, Effect } from '../../bus/command.ts'
import type { Words } from '../../bus/words.ts'
import { describeStep } from './describeStep.ts'
import { undone } from './fold.ts'
import { MAX_STEPS, normalise } from './normalise.ts'
import { namesIn } from '../words/valueWords.ts'
import { typedLines } from './typedLines.ts'
import type { LiveRecording } from './types.ts'

/**
 * One line of the chip. Undo and redo are no lines of their own: they show on the step they take back. Nor are the letters
 * of what is typed: the line says what they have come to.
 */
export interface LiveStep {
  /** The first of its steps: stays while more is typed. */
  readonly stepId: string
  /** All of its steps. */
  readonly stepIds: readonly string[]
  readonly command: string
  readonly words: Words
  readonly effect: Effect
  readonly state: 'kept' | 'undone' | 'struck'
}

/** What is being recorded, for the chip. */
export interface LiveView {
  readonly recordingId: string | null
  readonly startedAt: string | null
  readonly steps: readonly LiveStep[]
  /** What the person should know while teaching: the limit comes near, something cannot be recorded. */
  readonly warnings: readonly string[]
}

export const NO_LIVE_VIEW: LiveView = Object.freeze({ recordingId: null, startedAt: null, steps: [], warnings: [] })

/** How many steps before the limit the person is told. */
const NEAR = 10

/** The recording as it stands, in plain words. */
export function liveView(live: LiveRecording, index: CatalogueIndex): LiveView {
  const names = namesIn({ get: (entity, id) => live.slice[entity]?.[id] }, index)
  const gone = undone(live.steps)
  const steps = typedLines(live, index).map((line): LiveStep => {
    const step = line.at(-1) ?? line[0]
    const state = step.struck ? 'struck' : gone.has(step.stepId) ? 'undone' : 'kept'
    return {
      stepId: line[0].stepId,
      stepIds: line.map(({ stepId }) => stepId),
      command: step.command,
      words: describeStep(step, index, names),
      effect: index.command(step.command)?.effect ?? 'read',
      state,
    }
  })
  return { recordingId: live.recordingId, startedAt: live.startedAt, steps, warnings: [...live.cuts, ...nearLimit(live, index)] }
}

function nearLimit(live: LiveRecording, index: CatalogueIndex): readonly string[] {
  // Normalising only ever makes a recording shorter.
  if (live.steps.length < MAX_STEPS - NEAR) return []
  const trace = normalise(live, index, Infinity)
  const count = trace.ok ? trace.value.steps.length : 0
  if (count > MAX_STEPS) return [`This recording has ${count} steps; a tool can be made of at most ${MAX_STEPS}. Strike some out.`]
  return count >= MAX_STEPS - NEAR ? [`This recording has ${count} of at most ${MAX_STEPS} steps.`] : []
}
