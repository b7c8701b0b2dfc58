import type { Scheduler } from './scheduler.ts'

/** How long a commit waits for company, in milliseconds. */
const WAIT = 20

/**
 * The wait of a commit that may wait for the next one, to be stored in one step with it. The turn to write is taken
 * meanwhile, so that the way to it costs nothing when the next one comes.
 */
export class Company {
  private callOff = (): void => undefined
  private resolve = (): void => undefined

  constructor(private readonly scheduler: Scheduler) {}

  /** Resolves when somebody came who does not wait, or nobody did for a moment. */
  wait(): Promise<void> {
    return new Promise((resolve) => {
      this.resolve = resolve
      this.callOff = this.scheduler.later(WAIT, resolve)
    })
  }

  /** Nobody waits any longer. */
  end(): void {
    this.callOff()
    this.resolve()
  }
}
