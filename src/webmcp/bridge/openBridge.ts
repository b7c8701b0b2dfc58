import { createModelContextProvider, type ModelContextOptions } from '../modelContext.ts'
import type { Provider } from '../provider.ts'
import { forBridge } from './forBridge.ts'
import { watchPeers } from './watchPeers.ts'

export interface BridgeOptions extends Pick<ModelContextOptions, 'modelContext' | 'window' | 'later' | 'report'> {
  /** Puts the bridge on the page; left out where one is there already. */
  readonly start?: () => void
  readonly clock: () => number
}

/**
 * The bridge behind our port. To be opened before anything is registered: tools that were there first cannot be
 * called through it.
 * @throws when it did not take its place, or what it starts with throws
 */
export function openBridge({ start, clock, ...options }: BridgeOptions): Provider {
  start?.()
  const host = options.modelContext()
  if (typeof (host as { readonly registerTool?: unknown } | null | undefined)?.registerTool !== 'function') {
    throw new Error('The bridge did not start.')
  }
  const peers = watchPeers(host, clock)
  const { called, ...watch } = peers
  return { ...createModelContextProvider('bridge', { ...options, shape: forBridge, onCall: called }), peers: watch }
}
