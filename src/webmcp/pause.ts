/**
 * Lets other work of the page in, once. By `scheduler.yield()` or a message, never by a timer or a frame:
 * those crawl in a hidden tab.
 */
export function pause(): Promise<void> {
  const scheduler = (globalThis as { readonly scheduler?: { readonly yield?: () => Promise<void> } }).scheduler
  if (typeof scheduler?.yield === 'function') return scheduler.yield()
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

/** Resolves after some milliseconds. For waits that end an answer, never between the steps of a run. */
export const waitByTimer = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
