/** Something went wrong that no result could say. `where` is a part of the page, in words. */
export interface Fault {
  readonly where: string
  readonly error: unknown
}

const listeners = new Set<(fault: Fault) => void>()

/**
 * The one place unexpected errors end: the console of the browser for whoever debugs, and a notice for the
 * person. Expected outcomes are results and never come here.
 */
export function reportFault(where: string, error: unknown): void {
  console.error(`Understudy, ${where}:`, error)
  for (const listener of listeners) listener({ where, error })
}

/** Told of every fault; the shell shows it. */
export function onFault(listener: (fault: Fault) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Routes what nobody caught into the sink, until the returned function is called. */
export function catchStrays(target: Window): () => void {
  const onError = (event: ErrorEvent): void => reportFault('page', event.error ?? event.message)
  const onRejection = (event: PromiseRejectionEvent): void => reportFault('page', event.reason)
  target.addEventListener('error', onError)
  target.addEventListener('unhandledrejection', onRejection)
  return () => {
    target.removeEventListener('error', onError)
    target.removeEventListener('unhandledrejection', onRejection)
  }
}
