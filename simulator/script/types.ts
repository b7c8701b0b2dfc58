import type { FaultId } from '../faults/faults.ts'
import type { Json, JsonObject } from '../json.ts'

/** What an agent and a person do at one page, and what must come of it. The format's own words stand in `script.schema.json`. */
export interface Script {
  readonly $schema?: string
  readonly title: string
  readonly description?: string
  /** `virtual`: waits pass at once where the page's time can be moved. */
  readonly clock?: 'real' | 'virtual'
  readonly steps: readonly Step[]
}

interface Noted {
  /** For whoever reads the script and its table. */
  readonly note?: string
  /** The host this step is for, where hosts are known to differ. Left out on the other. */
  readonly only?: 'native' | 'bridge'
}

export interface ListStep extends Noted {
  readonly list: { readonly includes?: readonly string[]; readonly excludes?: readonly string[]; readonly count?: number }
  readonly as?: string
}

export interface CallStep extends Noted {
  readonly call: string
  readonly input?: Json
  readonly as?: string
  readonly expect?: Json
  /** Goes on without the answer; `await` it by its `as`. */
  readonly background?: true
  /** Milliseconds after which the caller gives up. */
  readonly abortAfter?: number
}

/** Calls that begin in the same moment. The step ends with the last answer. */
export interface TogetherStep extends Noted {
  readonly together: readonly CallStep[]
}

export interface AwaitStep extends Noted {
  readonly await: string
  readonly expect?: Json
}

export interface AbortStep extends Noted {
  readonly abort: string
}

export interface ExpectStep extends Noted {
  readonly expect: Json
  /** What is looked at: a value, or the `journal`, the `audit`, the `page` or the names of the `tools` as they are by then. */
  readonly of: Json
  /** Milliseconds it may take. */
  readonly within?: number
}

export interface ForbidStep extends Noted {
  /** From here on: no such tool in the list, no such call of this script, nothing like it in journal or audit. */
  readonly forbid: { readonly tool?: Json; readonly call?: Json; readonly journal?: Json; readonly audit?: Json }
}

export interface WaitForToolStep extends Noted {
  readonly waitForTool: string
  /** Waits until it is no longer there. */
  readonly gone?: true
  readonly within?: number
}

export type HumanAction =
  | { readonly human: 'reload' }
  | { readonly human: 'wait'; readonly ms: number }
  | Gesture

/** What a person does with keys and clicks. */
export type Gesture =
  | { readonly human: 'teach' | 'stop' | 'dismiss' | 'approve' | 'reject' }
  | { readonly human: 'open'; readonly ticket: string }
  | { readonly human: 'set'; readonly field: string; readonly to: readonly string[] }
  | { readonly human: 'filter'; readonly filter: string; readonly to: readonly string[] }
  | { readonly human: 'press'; readonly keys: string }
  | { readonly human: 'type'; readonly text: string }
  | { readonly human: 'click'; readonly hook: string }
  | { readonly human: 'fill'; readonly hook: string; readonly text: string }
  | { readonly human: 'answer'; readonly choice: string }
  | { readonly human: 'see'; readonly hook: string; readonly gone?: true; readonly text?: string }
  | { readonly human: 'export'; readonly as?: string }
  | { readonly human: 'drop' | 'choose'; readonly file: Json; readonly name?: string }
  | { readonly human: 'disable' | 'enable' | 'revoke'; readonly tool: string }

export type HumanStep = Noted & HumanAction

export interface LetStep extends Noted {
  readonly let: JsonObject
}

export interface RepeatStep extends Noted {
  readonly repeat: number
  /** Name of the count, from 1. */
  readonly as: string
  readonly steps: readonly Step[]
}

export interface FaultStep extends Noted {
  readonly fault: FaultId
  readonly on: boolean
  readonly value?: number
}

export type Step = ListStep | CallStep | TogetherStep | AwaitStep | AbortStep | ExpectStep | ForbidStep | WaitForToolStep | HumanStep | LetStep | RepeatStep | FaultStep
