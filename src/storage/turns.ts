import type { LockPort } from './lock.ts'

/**
 * One thing at a time in this page, and alone among all tabs. Where nothing waits the lock is asked for at once, so that
 * its way to the browser and back begins before the page draws what is to be stored.
 */
export function inTurns(lock: LockPort): LockPort['run'] {
  let last: Promise<unknown> | null = null
  return (task) => {
    const turn = last ? last.then(() => lock.run(task)) : lock.run(task)
    const over: Promise<unknown> = turn
      .catch(() => undefined)
      .then(() => {
        if (last === over) last = null
      })
    last = over
    return turn
  }
}
