/**
 * `full`: no room. `hung`: no answer in time. `blocked`: the browser does not let the page store.
 * `replaced`: somebody put other data in its place. `failed`: anything else.
 */
export type FaultKind = 'full' | 'hung' | 'blocked' | 'replaced' | 'failed'

/** Why storage did not do what was asked, in words a person can read. */
export class StorageFault extends Error {
  override readonly name = 'StorageFault'

  constructor(
    readonly kind: FaultKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** localforage's one message for a missing, forbidden or failing IndexedDB; the cause is lost inside it. */
const NO_DRIVER = 'No available storage method found.'

/** Any error of a storage call as a fault. A full disk is known by its name alone: its message is empty. */
export function faultOf(error: unknown): StorageFault {
  if (error instanceof StorageFault) return error
  const { name, message } = error instanceof Error || error instanceof DOMException ? error : { name: '', message: String(error) }
  if (name === 'QuotaExceededError') return new StorageFault('full', 'The browser has no room left for this page.', { cause: error })
  if (message === NO_DRIVER || name === 'SecurityError') {
    return new StorageFault('blocked', 'The browser does not let this page store anything.', { cause: error })
  }
  return new StorageFault('failed', `Storage failed: ${message || name || 'no reason given'}`, { cause: error })
}
