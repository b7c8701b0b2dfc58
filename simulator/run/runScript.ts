import type { Script, Step } from '../script/types.ts'
import { Background } from './background.ts'
import type { Driver } from './driver.ts'
import { Forbidden } from './forbidden.ts'
import type { Failure, Report, StepReport } from './report.ts'
import type { RunState } from './runState.ts'
import { knownOf, since } from './since.ts'
import { takeStep, type Stage, type Taken } from './steps.ts'
import { titleOf } from './titleOf.ts'

export interface RunOptions {
  /** Told before each step, and after it with how it went. */
  readonly onStep?: (place: string, title: string, report?: StepReport) => void
  /** Waits before a step until it may be taken. For going step by step. */
  readonly gate?: (place: string) => Promise<void>
  /** Ends the run before its next step. */
  readonly signal?: AbortSignal
  /** Where to go on: in the middle of the step that reloaded the page, once that is done. */
  readonly from?: RunState
}

/**
 * Plays a script until its end, or the first step that fails: from its first step, or from where an earlier page left it.
 * Never rejects.
 */
export async function runScript(script: Script, driver: Driver, options: RunOptions = {}): Promise<Report> {
  const { from } = options
  const began = from?.began ?? driver.now()
  const mode = from?.mode ?? driver.mode
  const steps: StepReport[] = [...(from?.steps ?? [])]
  const known = from?.known ?? knownOf(await driver.evidence())
  let underWay = { cursor: [] as readonly number[], began }
  const stage: Stage = {
    driver,
    variables: new Map(Object.entries(from?.variables ?? {})),
    calls: new Background(from?.calls),
    look: since(known),
    forbidden: new Forbidden([...(from?.forbidden ?? [])]),
    state: () => ({
      mode,
      cursor: underWay.cursor,
      variables: Object.fromEntries(stage.variables),
      calls: stage.calls.left(),
      known,
      forbidden: stage.forbidden.all(),
      steps: [...steps],
      began,
      stepBegan: underWay.began,
    }),
  }
  const ok = await play(script.steps, [], ['steps'], from?.cursor ?? [])
  stage.calls.abortAll()
  return { title: script.title, ok, steps, left: ok ? 0 : script.steps.length - new Set(steps.map((step) => step.place.split('.')[0])).size, ms: driver.now() - began }

  /** @param cursor where to begin in the list; empty for its first step */
  async function play(list: readonly Step[], above: readonly number[], pointer: readonly (string | number)[], cursor: readonly number[]): Promise<boolean> {
    const [first = 1, firstTurn, ...inside] = cursor
    for (const [index, step] of list.entries()) {
      const number = index + 1
      if (number < first || (step.only !== undefined && step.only !== mode)) continue
      if ('repeat' in step) {
        const goesOn = number === first && firstTurn !== undefined
        for (let turn = goesOn ? firstTurn : 1; turn <= step.repeat; turn += 1) {
          // In the turn that goes on, the count is among the variables, with all that came after it.
          const rest = goesOn && turn === firstTurn ? inside : []
          if (rest.length === 0) stage.variables.set(step.as, turn)
          if (!(await play(step.steps, [...above, number, turn], [...pointer, index, 'steps'], rest))) return false
        }
      } else if (!(await one(step, [...above, number], [...pointer, index], cursor.length > 0 && number === first))) return false
    }
    return true
  }

  /** @param goesOn the step reloaded the page, and this is the page after */
  async function one(step: Step, cursor: readonly number[], pointer: readonly (string | number)[], goesOn: boolean): Promise<boolean> {
    const place = cursor.join('.')
    const title = titleOf(step, stage.variables)
    options.onStep?.(place, title)
    const start = goesOn && from ? from.stepBegan : driver.now()
    underWay = { cursor, began: start }
    let taken: Taken = {}
    let failure: Failure | null = null
    try {
      if (!goesOn) await options.gate?.(place)
      if (options.signal?.aborted) failure = { path: '', message: 'stopped' }
      else {
        if (goesOn) await driver.ready()
        else taken = await takeStep(step, stage)
        failure = taken.failure ?? (await stage.forbidden.broken(driver))
      }
    } catch (error) {
      failure = { path: '', message: error instanceof Error ? error.message : String(error) }
    }
    const { value, input = null, output = null } = taken
    const report = { place, pointer, title, ok: failure === null, failure, ms: driver.now() - start, input, output, value }
    steps.push(report)
    options.onStep?.(place, title, report)
    return report.ok
  }
}
