import type { Bus } from '../bus/bus.ts'
import type { Commit } from '../bus/journal.ts'
import type { JsonObject } from '../bus/json.ts'
import type { Result } from '../bus/results.ts'
import type { LibraryAudit } from './audit.ts'
import type { By } from './library/api.ts'

/**
 * Several commands and their audit event as one commit: all of it or nothing.
 * @returns the refusal of the first command that refused
 */
export function transact(
  bus: Bus,
  by: By,
  commands: readonly (readonly [id: string, input: JsonObject])[],
  audit?: LibraryAudit,
): Result<Commit> {
  const fork = bus.fork(by)
  for (const [id, input] of commands) {
    const done = fork.dispatch(id, input, by)
    if (!done.ok) return done
  }
  return fork.commit(audit)
}
