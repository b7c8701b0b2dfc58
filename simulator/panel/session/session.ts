import { inject, shallowRef, type InjectionKey, type ShallowRef } from 'vue'
import { loadTokens, type CountTokens } from '../../cost/tokens.ts'
import { watchPerson } from '../../page/watchPerson.ts'
import type { Simulation } from '../../start.ts'
import type { Dock, Part } from '../dock.ts'
import { createAgentRun, type AgentRun } from './agentRun.ts'
import { createLog, type Log } from './log.ts'
import { createKeptRuns, type KeptRuns } from './keptRuns.ts'
import { createToolList, type ToolList } from './toolList.ts'

/** What the parts of the panel share. */
export interface Session extends Simulation {
  readonly tools: ToolList
  readonly log: Log
  /** Runs that can be compared. */
  readonly runs: KeptRuns
  /** The script that plays. It outlasts the part of the panel that shows it. */
  readonly agent: AgentRun
  /** Null until the vocabulary is there. */
  readonly tokens: Readonly<ShallowRef<CountTokens | null>>
  readonly dock: Dock
  /** The tool the call form is about, by name and number among those of that name. */
  readonly chosen: ShallowRef<{ readonly name: string; readonly duplicate: number } | null>
  show(part: Part): void
}

export const SESSION: InjectionKey<Session> = Symbol('simulator session')

export function createSession(simulation: Simulation, dock: Dock): Session {
  const { host, page } = simulation
  const tokens = shallowRef<CountTokens | null>(null)
  const count = (): CountTokens | null => tokens.value
  const log = createLog(page, host, count)
  watchPerson(window, log.see)
  const tools = createToolList(host, count, log.tools)
  simulation.faults.onChange((id, { on, value }) => {
    log.note(`fault ${id} ${on ? 'on' : 'off'}`, { type: 'fault', fault: id, on, value })
    void tools.read()
  })
  void tools.read()
  void loadTokens().then((loaded) => {
    tokens.value = loaded
    return tools.read()
  })
  const shared = { ...simulation, tools, log, runs: createKeptRuns(), tokens, dock, chosen: shallowRef(null), show: (part: Part) => void (dock.part = part) }
  return { ...shared, agent: createAgentRun(shared) }
}

/** @throws outside the panel: a fault of the program */
export function useSession(): Session {
  const session = inject(SESSION)
  if (!session) throw new Error('The panel provides no session.')
  return session
}
