/** When work is done later. Each call gives back what cancels it. */
export interface Scheduler {
  later(ms: number, work: () => void): () => void
  /** When the page has nothing better to do. */
  idle(work: () => void): () => void
}

/** The browser's timers; where it has no idle callback, a second's pause. */
export function browserScheduler(): Scheduler {
  const later: Scheduler['later'] = (ms, work) => {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  }
  return {
    later,
    idle(work) {
      if (typeof requestIdleCallback === 'undefined') return later(1_000, work)
      const handle = requestIdleCallback(work, { timeout: 30_000 })
      return () => cancelIdleCallback(handle)
    },
  }
}
