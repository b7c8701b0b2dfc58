import { shallowRef, triggerRef, type ShallowRef } from 'vue'
import type { Report, StepReport } from '../../run/report.ts'
import { runScript } from '../../run/runScript.ts'
import type { Script } from '../../script/types.ts'
import { panelDriver } from './panelDriver.ts'
import type { Session } from './session.ts'

/** A step as the table shows it. */
export interface AgentStep {
  readonly place: string
  readonly title: string
  /** Undefined while it is under way. */
  readonly report?: StepReport
}

export interface AgentRun {
  readonly state: Readonly<ShallowRef<'idle' | 'running' | 'paused' | 'done'>>
  readonly steps: Readonly<ShallowRef<readonly AgentStep[]>>
  readonly report: Readonly<ShallowRef<Report | null>>
  /** What the person is asked to do, or null. */
  readonly asked: Readonly<ShallowRef<string | null>>
  /**
   * Plays from the start.
   * @param elsewhere how to play it outside the page, in a sentence
   * @param stepwise stops before each step
   */
  start(script: Script, elsewhere: string, stepwise: boolean): Promise<void>
  /** Takes one step, then stops again. */
  step(): void
  /** Goes on without stopping. */
  go(): void
  stop(): void
}

/** A script played in the panel, one at a time. */
export function createAgentRun(session: Session): AgentRun {
  const state = shallowRef<'idle' | 'running' | 'paused' | 'done'>('idle')
  const steps = shallowRef<AgentStep[]>([])
  const report = shallowRef<Report | null>(null)
  const asked = shallowRef<string | null>(null)
  let controller = new AbortController()
  let stepping = false
  let release: (() => void) | null = null

  const gate = (): Promise<void> => {
    if (!stepping) return Promise.resolve()
    state.value = 'paused'
    return new Promise((resolve) => {
      release = () => {
        release = null
        state.value = 'running'
        resolve()
      }
    })
  }

  async function ask(what: string, done: () => Promise<void>): Promise<void> {
    asked.value = what
    try {
      await done()
    } finally {
      asked.value = null
    }
  }

  return {
    state,
    steps,
    report,
    asked,
    async start(script, elsewhere, stepwise) {
      controller = new AbortController()
      stepping = stepwise
      steps.value = []
      report.value = null
      state.value = 'running'
      const { signal } = controller
      const before = new Set(session.log.entries.value)
      const at = Date.now()
      report.value = await runScript(script, panelDriver(session, ask, { signal, elsewhere }), {
        signal,
        gate,
        onStep(place, title, outcome) {
          const known = steps.value.findIndex((one) => one.place === place)
          const next: AgentStep = { place, title, ...(outcome ? { report: outcome } : {}) }
          if (known < 0) steps.value.push(next)
          else steps.value[known] = next
          triggerRef(steps)
        },
      })
      state.value = 'done'
      session.runs.keep(script.title, at, session.log.entries.value.filter((entry) => !before.has(entry)))
    },
    step: () => release?.(),
    go() {
      stepping = false
      release?.()
    },
    stop() {
      controller.abort()
      release?.()
    },
  }
}

