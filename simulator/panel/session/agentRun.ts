import { shallowRef, triggerRef, type ShallowRef } from 'vue'
import type { Report, StepReport } from '../../run/report.ts'
import { runScript } from '../../run/runScript.ts'
import type { RunState } from '../../run/runState.ts'
import type { Script } from '../../script/types.ts'
import { keptText, readKept, RELOAD, type KeptScript, type ScriptSource } from './keptScript.ts'
import { panelDriver } from './panelDriver.ts'
import { restUnless } from './rest.ts'
import { readScriptFile } from './scripts.ts'
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
  /** The script of this run, or of the last. */
  readonly source: Readonly<ShallowRef<ScriptSource | null>>
  /** What became of a run the page before this one left, or null. */
  readonly afterReload: Readonly<ShallowRef<{ readonly goesOn: boolean; readonly words: string } | null>>
  /**
   * Plays from the start.
   * @param stepwise stops before each step
   */
  start(source: ScriptSource, script: Script, stepwise: boolean): Promise<void>
  /** Takes one step, then stops again. */
  step(): void
  /** Goes on without stopping. */
  go(): void
  stop(): void
}

/** A script played in the panel, one at a time. Goes on by itself with one that reloaded the page. */
export function createAgentRun(session: Omit<Session, 'agent'>): AgentRun {
  const { log, tab } = session
  const state = shallowRef<'idle' | 'running' | 'paused' | 'done'>('idle')
  const steps = shallowRef<AgentStep[]>([])
  const report = shallowRef<Report | null>(null)
  const asked = shallowRef<string | null>(null)
  const source = shallowRef<ScriptSource | null>(null)
  const afterReload = shallowRef<{ readonly goesOn: boolean; readonly words: string } | null>(null)
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

  function onStep(place: string, title: string, outcome?: StepReport): void {
    const known = steps.value.findIndex((one) => one.place === place)
    const next: AgentStep = { place, title, ...(outcome ? { report: outcome } : {}) }
    if (known < 0) steps.value.push(next)
    else steps.value[known] = next
    triggerRef(steps)
  }

  /** @param startedAt in milliseconds since 1970 */
  async function play(chosen: ScriptSource, script: Script, startedAt: number, from?: RunState): Promise<void> {
    controller = new AbortController()
    const { signal } = controller
    source.value = chosen
    steps.value = (from?.steps ?? []).map((step) => ({ place: step.place, title: step.title, report: step }))
    report.value = null
    state.value = 'running'
    // What a run that goes on did before is in the log again, and is of the run.
    const before = new Set(from ? [] : log.entries.value)
    const entries = () => log.entries.value.filter((entry) => !before.has(entry))

    async function leave(now: RunState): Promise<void> {
      const kept: KeptScript = { source: chosen, startedAt, leftAt: Date.now(), stepwise: stepping, state: now, entries: entries() }
      try {
        tab.leave(keptText(kept))
      } catch {
        throw new Error('The page is not reloaded: this tab keeps nothing, or has no room, so the run could not go on.')
      }
      tab.reload()
      await restUnless(RELOAD, signal)
      // Still here: nothing of it may be found by a page that comes some other time.
      tab.takeBack()
      throw new Error(signal.aborted ? 'stopped' : `The page did not reload within ${RELOAD / 1000} s.`)
    }

    report.value = await runScript(script, panelDriver(session, ask, { signal, leave }), { signal, gate, onStep, ...(from ? { from } : {}) })
    state.value = 'done'
    session.runs.keep(script.title, startedAt, entries())
  }

  /** A run the page before this one left goes on, or is let go of: it is never played from its start. */
  async function goOn(): Promise<void> {
    const found = readKept(tab)
    if (!found) return
    session.dock.open = true
    session.show('agent')
    const letGo = (reason: string, title = 'A script'): void => {
      state.value = 'idle'
      afterReload.value = { goesOn: false, words: `${title} reloaded the page and does not go on. ${reason} Nothing of it was played again.` }
    }
    source.value = 'kept' in found ? found.kept.source : found.source
    if (!('kept' in found)) {
      letGo(found.reason)
      return
    }
    const { kept, script } = found
    const { name, text } = kept.source
    // Nothing else may be started while the file is read.
    state.value = 'running'
    if (name !== '') {
      const now = await Promise.resolve(name).then(readScriptFile).catch(() => null)
      if (now !== text) {
        letGo('Its file was changed since.', `“${script.title}”`)
        return
      }
    }
    stepping = kept.stepwise
    log.goOn(kept.entries, kept.leftAt)
    afterReload.value = { goesOn: true, words: `Went on by itself after the page was reloaded in step ${kept.state.cursor.join('.')}.` }
    await play(kept.source, script, kept.startedAt, kept.state)
  }
  void goOn()

  return {
    state,
    steps,
    report,
    asked,
    source,
    afterReload,
    start(chosen, script, stepwise) {
      stepping = stepwise
      afterReload.value = null
      return play(chosen, script, Date.now())
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
