/**
 * Lets other work of the page in, once. By a message, never by a timer or a frame: those crawl in a hidden tab.
 * Nor by `scheduler.yield()`: what it goes on with comes before what the browser has to hand in, so that a host's
 * cancel reached the page only after the last step.
 */
export function pause(): Promise<void> {
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
