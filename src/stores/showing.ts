import type { Runs } from '../webmcp/runs/api.ts'

/** How long what a run does may stay unseen, in milliseconds: too short to be noticed, long enough for most runs to end. */
const UNSEEN = 30

/**
 * When views hear of changes: at once, save for those made while a tool runs. These they hear of together, once its
 * caller has the answer or after 30 ms, so that a call does not wait for the page to be drawn. What a person does is
 * never put off.
 */
export class Showing {
  /** A run is under way, or has just ended and its caller has no answer yet. */
  private held = false
  private readonly waiting = new Set<() => void>()
  private timer: ReturnType<typeof setTimeout> | undefined

  /**
   * From here on, runs put off what is shown of them. Comes before anybody else who follows the runs.
   * @param answered resolves once an answer that is ready has gone out
   */
  follow(runs: Pick<Runs, 'active' | 'onChange'>, answered: () => Promise<void>): void {
    const running = (): boolean => runs.active().length > 0
    runs.onChange(() => {
      this.held = true
      if (running()) return
      void answered().then(() => {
        this.held = running()
        if (!this.held) this.catchUp()
      })
    })
  }

  /** Has a listener told: now, or with all that was put off. Once, however often it is asked for meanwhile. */
  tell(listener: () => void): void {
    if (!this.held) {
      listener()
      return
    }
    this.waiting.add(listener)
    this.timer ??= setTimeout(() => this.catchUp(), UNSEEN)
  }

  /** Tells all that was put off. */
  catchUp(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    const told = [...this.waiting]
    this.waiting.clear()
    for (const listener of told) listener()
  }

  /** A source of changes, as views hear of it. */
  of(onChange: (listener: () => void) => () => void): (listener: () => void) => () => void {
    return (listener) => {
      const leave = onChange(() => this.tell(listener))
      return () => {
        leave()
        this.waiting.delete(listener)
      }
    }
  }
}
