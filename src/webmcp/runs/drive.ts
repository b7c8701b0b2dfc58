import type { Fork } from '../../bus/bus.ts'
import type { AuditEvent, Commit } from '../../bus/journal.ts'
import { fail, type Problem } from '../../bus/results.ts'
import { interpret, type Pause, type Reply, type RunEnv } from '../../teach/procedure/interpret.ts'
import type { Outcome } from '../../teach/procedure/outcome.ts'
import type { Procedure } from '../../teach/procedure/types.ts'

/** How long a run may take, in milliseconds. */
export const RUN_MS = 30_000

export interface Driver {
  /** Lets the page's other work in, once. */
  pause(): Promise<void>
  clock(): number
  /** Why no further step may run, or null. */
  stopped(): Problem | null
  /** A step is about to run. */
  onStep(as: string): void
  /** What the commit that ends the run says in the audit. */
  auditOf(outcome: Outcome): AuditEvent
}

export interface Driven {
  readonly outcome: Outcome
  /** What was committed, in order, with the loop's row each was for. The one without a row ends the run. */
  readonly commits: readonly { readonly commit: Commit; readonly row?: string }[]
}

const GO: Reply = { go: true }

/**
 * Takes a procedure through its steps on a fork. Before each step it looks whether it may go on, lets the page
 * breathe, and looks again; it commits once at the end, or row by row where the procedure loops.
 */
export async function drive(procedure: Procedure, env: RunEnv, driver: Driver): Promise<Driven> {
  const commits: { readonly commit: Commit; readonly row?: string }[] = []
  const end = driver.clock() + RUN_MS

  const mayGoOn = (): Reply => {
    const problem = driver.stopped()
    if (problem) return { stop: problem }
    return driver.clock() > end ? { stop: fail('LIMIT', `The run took longer than ${RUN_MS / 1000} seconds.`).error } : GO
  }

  const commit = (fork: Fork, row?: string, audit?: AuditEvent): Reply => {
    const made = fork.commit(audit)
    if (!made.ok) return { stop: made.error }
    commits.push({ commit: made.value, ...(row === undefined ? {} : { row }) })
    return GO
  }

  const answer = async (pause: Pause): Promise<Reply> => {
    const before = mayGoOn()
    if ('stop' in before) return before
    switch (pause.at) {
      case 'row':
        return commit(env.fork, pause.id)
      case 'end':
        return commit(env.fork, undefined, driver.auditOf(pause.outcome))
      case 'step':
        driver.onStep(pause.as)
        await driver.pause()
        return mayGoOn()
    }
  }

  const steps = interpret(procedure, env)
  let next = steps.next()
  while (!next.done) next = steps.next(await answer(next.value))
  return { outcome: next.value, commits }
}
