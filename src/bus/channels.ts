/** Something listeners are told of. */
export interface Channel<T> {
  /** @returns how to stop listening */
  on(listener: (event: T) => void): () => void
  /** Puts an event in the queue; `flush` tells it. */
  post(event: T): void
}

export interface Channels {
  channel<T>(): Channel<T>
  /** Tells everything in the queue. Called by a listener it returns at once: the flush under way goes on with what came. */
  flush(): void
}

/**
 * Channels that share one queue, so that listeners hear of things in the order they happened, also when one of
 * them makes more happen. What happened is done by then: a listener that throws neither stops the others nor the
 * caller; its error surfaces as an uncaught one, where the page's error sink finds it.
 */
export function createChannels(): Channels {
  const queue: (() => void)[] = []
  let flushing = false
  return {
    channel<T>(): Channel<T> {
      const listeners = new Set<(event: T) => void>()
      return {
        on(listener) {
          listeners.add(listener)
          return () => void listeners.delete(listener)
        },
        post(event) {
          for (const listener of listeners) queue.push(() => listeners.has(listener) && listener(event))
        },
      }
    },
    flush() {
      if (flushing) return
      flushing = true
      for (let tell = queue.shift(); tell; tell = queue.shift()) {
        try {
          tell()
        } catch (error) {
          queueMicrotask(() => {
            throw error
          })
        }
      }
      flushing = false
    },
  }
}
