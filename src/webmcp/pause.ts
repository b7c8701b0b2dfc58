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

/** How long an answer takes from the page to its caller, in milliseconds, on a machine that is busy with other things too. */
const ON_ITS_WAY = 12

/**
 * Resolves once an answer that is ready has gone out. It leaves the page for the browser, and some hosts hand it on
 * through the page's own thread: drawing that begins right after it would keep it there. In a hidden tab, where
 * timers crawl, nothing is drawn.
 */
export const answerGone = (): Promise<void> =>
  typeof document === 'undefined' || document.hidden ? pause() : waitByTimer(ON_ITS_WAY)
