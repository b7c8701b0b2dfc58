import { StorageFault } from './fault.ts'

/** Lets one piece of work at a time touch the log. */
export interface LockPort {
  /** Runs the work once it is alone. Rejects with what the work rejects with, or a `hung` fault if its turn never comes. */
  run<T>(work: () => Promise<T>): Promise<T>
}

export interface LockOptions {
  /** Default `understudy-log`. */
  readonly name?: string
  /** Milliseconds to wait for the turn. Default 15,000: longer than any one call of another tab may take. */
  readonly waitMs?: number
}

/** Alone among all tabs, by the browser's Web Locks. The browser frees the lock of a tab that crashed. */
export function webLock(locks: Pick<LockManager, 'request'>, { name = 'understudy-log', waitMs = 15_000 }: LockOptions = {}): LockPort {
  return {
    async run<T>(work: () => Promise<T>): Promise<T> {
      const waiting = new AbortController()
      const timer = setTimeout(() => waiting.abort(new StorageFault('hung', 'Another tab has kept storage busy for too long.')), waitMs)
      // Held outside, because the types of `request` lose the type of the work.
      let result: { readonly value: T } | undefined
      await locks.request(name, { signal: waiting.signal }, async () => {
        clearTimeout(timer)
        result = { value: await work() }
      })
      if (!result) throw new StorageFault('failed', 'The browser gave no turn to write.')
      return result.value
    },
  }
}

/** Alone within this page: where the browser has no Web Locks (plain http), only one tab should write. */
export function pageLock(): LockPort {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(work) {
      const turn = last.then(work, work)
      last = turn.catch(() => undefined)
      return turn
    },
  }
}

/** Web Locks where the browser has them, else a lock within the page. */
export const browserLock = (options: LockOptions = {}): LockPort =>
  typeof navigator !== 'undefined' && 'locks' in navigator ? webLock(navigator.locks, options) : pageLock()
