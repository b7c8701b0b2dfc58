import { detectHost, type HostEnvironment } from './detect.ts'
import { createNoProvider } from './none.ts'
import type { Provider } from './provider.ts'

/** How each kind of host is reached. The bridge's is asynchronous: its code is loaded only when wanted. */
export interface ProviderFactories {
  native(): Provider | Promise<Provider>
  /** @param there a bridge is on the page already: nothing is loaded */
  bridge?(there: boolean): Provider | Promise<Provider>
  /** Whether the bridge may be loaded. Asked only where it would be; without it, it may. */
  mayLoadBridge?(): Promise<boolean>
}

/**
 * Finds the host and registers what must be first in its list. A host that refuses is no host: the page goes on
 * without, and says why. Never rejects.
 * @param registerFirst registers the fixed tools
 */
export async function connectHost(
  environment: HostEnvironment,
  factories: ProviderFactories,
  registerFirst: (provider: Provider) => Promise<void>,
): Promise<Provider> {
  const detected = detectHost(environment)
  if (detected.mode === 'degraded') return createNoProvider(detected.reason)
  try {
    const provider = await openHost(detected, factories)
    if (provider.mode !== 'degraded') await registerFirst(provider)
    return provider
  } catch (error) {
    return createNoProvider(isPolicy(error) ? 'policy' : 'error')
  }
}

async function openHost(
  detected: { readonly mode: 'native' | 'bridge'; readonly there?: boolean },
  { native, bridge, mayLoadBridge }: ProviderFactories,
): Promise<Provider> {
  if (detected.mode === 'native') return native()
  if (!bridge) return createNoProvider('absent')
  const there = detected.there ?? false
  if (!there && mayLoadBridge && !(await mayLoadBridge())) return createNoProvider('absent', true)
  return bridge(there)
}

const isPolicy = (error: unknown): boolean =>
  (error instanceof Error || error instanceof DOMException) && (error.name === 'NotAllowedError' || error.name === 'SecurityError')
