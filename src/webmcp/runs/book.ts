import type { RunOutcome, RunView } from './api.ts'

const KEPT = 20

/** The runs the page shows: those under way and the last that ended. */
export class RunBook {
  private readonly running = new Map<string, RunView>()
  private ended: readonly RunView[] = []
  private readonly listeners = new Set<() => void>()

  start(view: RunView): void {
    this.put(view)
  }

  /** The step `as` is about to run; the one before it passed. */
  step(runId: string, as: string): void {
    const view = this.running.get(runId)
    if (!view) return
    this.put({ ...view, current: as, passed: passedWith(view) })
  }

  end(runId: string, finishedAt: string, outcome: RunOutcome): void {
    const view = this.running.get(runId)
    if (!view) return
    this.running.delete(runId)
    const closed = outcome.ok ? { current: null, passed: passedWith(view) } : {}
    this.ended = [Object.freeze({ ...view, ...closed, finishedAt, outcome }), ...this.ended].slice(0, KEPT)
    this.tell()
  }

  active(): readonly RunView[] {
    return [...this.running.values()]
  }

  finished(): readonly RunView[] {
    return this.ended
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  private put(view: RunView): void {
    this.running.set(view.runId, Object.freeze(view))
    this.tell()
  }

  private tell(): void {
    for (const listener of this.listeners) listener()
  }
}

const passedWith = ({ current, passed }: RunView): readonly string[] =>
  current === null || passed.includes(current) ? passed : [...passed, current]
