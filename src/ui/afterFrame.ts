/** A page nobody sees draws no frames: then so many milliseconds have to do. */
const UNSEEN = 250

/**
 * Does something once what is in the page now has been drawn, so that what comes first is seen first.
 * @returns calls it off
 */
export function afterFrame(work: () => void): () => void {
  const over = (): void => {
    cancelAnimationFrame(frame)
    clearTimeout(drawn)
    clearTimeout(unseen)
  }
  const run = (): void => {
    over()
    work()
  }
  let drawn: ReturnType<typeof setTimeout> | undefined
  const unseen = setTimeout(run, UNSEEN)
  const frame = requestAnimationFrame(() => {
    // Called before the frame is drawn; the task after it comes when it has been.
    drawn = setTimeout(run)
  })
  return over
}
