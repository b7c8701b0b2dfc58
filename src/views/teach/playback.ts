import type { RunView } from '../../webmcp/runs/api.ts'

/** How long each highlighted step stays, in milliseconds: long enough to be seen. */
export const SHOWN_MS = 400
/** The most steps highlighted for one run; of longer ones an even choice is shown. */
const MOST = 6

export interface Playback {
  /** The run as it is now. */
  readonly read: () => RunView
  readonly show: (step: string, view: RunView) => void
  readonly done: (view: RunView) => void
}

/**
 * Walks the steps of a run at a pace a person can follow, never ahead of the run itself.
 * @returns stops it
 */
export function playback({ read, show, done }: Playback): () => void {
  const first = read()
  const stops = choose(first.steps.map((step) => step.as))
  let next = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const tick = (): void => {
    const view = read()
    const step = stops[next]
    const over = view.outcome !== null
    const reached = step !== undefined && (view.passed.includes(step) || view.current === step)
    if (step !== undefined && reached) {
      next += 1
      show(step, view)
    } else if (over) {
      done(view)
      return
    }
    timer = setTimeout(tick, SHOWN_MS)
  }
  tick()
  return () => clearTimeout(timer)
}

function choose(steps: readonly string[]): readonly string[] {
  if (steps.length <= MOST) return steps
  return Array.from({ length: MOST }, (_, index) => steps[Math.round((index * (steps.length - 1)) / (MOST - 1))] ?? '')
}
