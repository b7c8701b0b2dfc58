import type { Script, Step } from '../script/types.ts'
import type { Driver } from './driver.ts'
import { Forbidden } from './forbidden.ts'
import type { Failure, Report, StepReport } from './report.ts'
import { since } from './since.ts'
import { takeStep, type Stage, type Taken } from './steps.ts'
import { titleOf } from './titleOf.ts'

export interface RunOptions {
  /** Told before each step, and after it with how it went. */
  readonly onStep?: (place: string, title: string, report?: StepReport) => void
  /** Waits before a step until it may be taken. For going step by step. */
  readonly gate?: (place: string) => Promise<void>
  /** Ends the run before its next step. */
  readonly signal?: AbortSignal
}

/** Plays a script from its first step until its end, or the first step that fails. Never rejects. */
export async function runScript(script: Script, driver: Driver, options: RunOptions = {}): Promise<Report> {
  const began = driver.now()
  const steps: StepReport[] = []
  const look = since(await driver.evidence())
  const stage: Stage = { driver, variables: new Map(), calls: new Map(), look, forbidden: new Forbidden() }
  const ok = await play(script.steps, [], ['steps'])
  for (const call of stage.calls.values()) call.abort()
  return { title: script.title, ok, steps, left: script.steps.length - new Set(steps.map((step) => step.place.split('.')[0])).size, ms: driver.now() - began }

  async function play(list: readonly Step[], above: readonly number[], pointer: readonly (string | number)[]): Promise<boolean> {
    for (const [index, step] of list.entries()) {
      if (step.only !== undefined && step.only !== driver.mode) continue
      const place = [...above, index + 1].join('.')
      if ('repeat' in step) {
        for (let turn = 1; turn <= step.repeat; turn += 1) {
          stage.variables.set(step.as, turn)
          if (!(await play(step.steps, [...above, index + 1, turn], [...pointer, index, 'steps']))) return false
        }
      } else if (!(await one(step, place, [...pointer, index]))) return false
    }
    return true
  }

  async function one(step: Step, place: string, pointer: readonly (string | number)[]): Promise<boolean> {
    const title = titleOf(step, stage.variables)
    options.onStep?.(place, title)
    const start = driver.now()
    let taken: Taken = {}
    let failure: Failure | null = null
    try {
      await options.gate?.(place)
      if (options.signal?.aborted) failure = { path: '', message: 'stopped' }
      else {
        taken = await takeStep(step, stage)
        failure = taken.failure ?? (await stage.forbidden.broken(driver, look))
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
