import type { Bus } from '../../bus/bus.ts'
import type { JsonObject } from '../../bus/json.ts'
import type { Session } from '../../bus/state.ts'
import { runToEnd } from '../../teach/procedure/runToEnd.ts'
import type { Procedure } from '../../teach/procedure/types.ts'
import type { DryRun } from '../library/types.ts'

export interface DryRunOptions {
  readonly on: DryRun['on']
  readonly args: JsonObject
  /** The records to copy; today's with an empty view when left out. */
  readonly session?: Session
  readonly me: string | null
}

/** What a procedure would do to a copy of some records. Nothing is committed, nothing is journalled. */
export function dryRun(bus: Bus, procedure: Procedure, { on, args, session, me }: DryRunOptions): DryRun {
  const context = { actor: 'system', source: 'dry run' } as const
  const fork = session ? bus.fork(context, session) : bus.fork(context)
  const { error, changes, unchanged } = runToEnd(procedure, { index: bus.index, fork, args, me, context })
  return {
    on,
    args,
    // A failed run of one record leaves nothing; of a loop, whole rows.
    changes,
    unchanged,
    error: error ? { code: error.code, message: error.message, ...(error.step === undefined ? {} : { step: error.step }) } : null,
  }
}
