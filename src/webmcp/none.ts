import type { DegradedReason, Provider } from './provider.ts'

/** A registration that no host took: the page goes on without. */
export class NoHostError extends Error {
  override readonly name = 'NoHostError'
}

/**
 * The provider of a page without a host. Approved tools are kept and run from the library; nothing can be registered.
 * @param reason why there is none, for the page to say
 * @param offersBridge the bridge would be one, but the person has not allowed it
 */
export function createNoProvider(reason: DegradedReason, offersBridge = false): Provider {
  return {
    mode: 'degraded',
    reason,
    ...(offersBridge ? { offersBridge } : {}),
    register: () => Promise.reject(new NoHostError(`No host to register with (${reason}).`)),
    list: () => Promise.resolve([]),
    onToolChange: () => () => undefined,
  }
}
