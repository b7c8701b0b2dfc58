import type { Scheduler } from './scheduler.ts'

/** Milliseconds before the next attempt: doubled each time, up to the last. */
const FIRST = 1_000
const LAST = 60_000

/** Plans the next attempt after one that failed, one at a time, each a while later than the one before. */
export class Backoff {
  private failures = 0
  private callOff = (): void => undefined

  constructor(private readonly scheduler: Scheduler) {}

  /** It failed: tries again later. */
  plan(attempt: () => void): void {
    this.callOff()
    this.callOff = this.scheduler.later(Math.min(FIRST * 2 ** this.failures, LAST), attempt)
    this.failures += 1
  }

  /** Calls off what is planned. */
  cancel(): void {
    this.callOff()
  }

  /** It worked: calls off what is planned, and begins anew. */
  reset(): void {
    this.callOff()
    this.failures = 0
  }
}
