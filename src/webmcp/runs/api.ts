import type { Actor } from '../../bus/journal.ts'
import type { JsonObject } from '../../bus/json.ts'
import type { Code } from '../../bus/results.ts'
import type { StepWords } from '../library/types.ts'

/** One run as the page shows it. */
export interface RunView {
  readonly runId: string
  readonly tool: string
  readonly title: string
  readonly actor: Actor
  readonly startedAt: string
  readonly finishedAt: string | null
  readonly steps: readonly StepWords[]
  /** `as` of the step under way; of the failing one after a failure; null before the first and after success. */
  readonly current: string | null
  /** Steps that ran, by `as`. */
  readonly passed: readonly string[]
  readonly outcome: RunOutcome | null
}

export type RunOutcome =
  | {
      readonly ok: true
      /** Fields changed, and writes that found it so already. */
      readonly changed: number
      readonly unchanged: number
      /** What a look-up found. */
      readonly rows: number
      /** False: in memory only. */
      readonly saved: boolean
      /** There is something to take back. */
      readonly undo: boolean
    }
  | { readonly ok: false; readonly code: Code; readonly message: string; readonly step?: number }

export interface RunCall {
  readonly actor: Actor
  /** Where the call came from, for the journal: `host`, `palette`, `library`. */
  readonly source?: string
  /** The caller's own, where the host gives one. */
  readonly signal?: AbortSignal | undefined
}

/** Executions of taught tools. */
export interface Runs {
  /** Runs a tool and resolves with the result of the contract, whatever happens. */
  run(toolName: string, input: unknown, call: RunCall): Promise<JsonObject>
  /** Runs that are under way, in the order they started. */
  active(): readonly RunView[]
  /** The last runs that ended, newest first, at most twenty. */
  finished(): readonly RunView[]
  /** The person's Stop: no further step, nothing more applied. */
  stop(runId: string): void
  /** Ends the tool's runs with `REVOKED`; resolves when their results are out. */
  revoke(toolName: string): Promise<void>
  /** Told when a run starts, takes a step or ends. */
  onChange(listener: () => void): () => void
}
