import type { FaultId, FaultSwitch } from '../faults/faults.ts'
import type { Json } from '../json.ts'
import type { Mode } from '../../src/webmcp/provider.ts'
import type { Evidence, HostTool, Settled } from '../port.ts'
import type { Gesture } from '../script/types.ts'
import type { RunState } from './runState.ts'

/** A call under way. */
export interface Call {
  readonly done: Promise<Settled>
  abort(): void
}

/** A call to make. */
export interface CallRequest {
  readonly name: string
  readonly input: Json
}

/** What plays a script: the page itself, or a browser driven from outside. */
export interface Driver {
  readonly mode: Mode
  list(): Promise<readonly HostTool[]>
  /** Begins calls, all in the same moment. */
  start(calls: readonly CallRequest[]): Promise<readonly Call[]>
  /**
   * Does what the person would do. Rejects, with the reason in words, when the page does not go along.
   * @returns what came of it for the script: the content of an exported file, else null
   */
  human(action: Gesture): Promise<Json>
  /**
   * Reloads the page, and waits until it works again.
   * @param state the run as it is now. Where the driver goes with its page it keeps that, and never resolves: the run goes on from it
   */
  reload(state: () => RunState): Promise<void>
  /** Waits until the page works. */
  ready(): Promise<void>
  /** Passes time, virtual where it can be. */
  wait(ms: number): Promise<void>
  evidence(): Promise<Evidence>
  fault(id: FaultId, to: FaultSwitch): Promise<void>
  /** How many tokens a text costs, where that is known. */
  readonly tokens?: (text: string) => number
  /** Milliseconds, for durations and limits. Real time, whatever the page's is. */
  now(): number
  /** Lets real time pass between two looks. */
  rest(ms: number): Promise<void>
}
