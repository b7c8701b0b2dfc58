import { detectHost, type HostEnvironment } from './detect.ts'
import { createNoProvider } from './none.ts'
import type { Provider } from './provider.ts'

/** How each kind of host is reached. The bridge's is asynchronous: its code is loaded only when wanted. */
export interface ProviderFactories {
  native(): Provider | Promise<Provider>
  bridge?(): Provider | Promise<Provider>
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
  const factory = detected.mode === 'native' ? factories.native : factories.bridge
  if (!factory) return createNoProvider('absent')
  try {
    const provider = await factory()
    await registerFirst(provider)
    return provider
  } catch (error) {
    return createNoProvider(isPolicy(error) ? 'policy' : 'error')
  }
}

const isPolicy = (error: unknown): boolean =>
  (error instanceof Error || error instanceof DOMException) && (error.name === 'NotAllowedError' || error.name === 'SecurityError')
