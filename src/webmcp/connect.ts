import { detectHost, type HostEnvironment } from './detect.ts'
import { createNoProvider } from './none.ts'
import { pause } from './pause.ts'
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
 * @param report told of a refusal that came too late to make a difference
 */
export async function connectHost(
  environment: HostEnvironment,
  factories: ProviderFactories,
  registerFirst: (provider: Provider) => Promise<void>,
  report?: (where: string, error: unknown) => void,
): Promise<Provider> {
  const detected = detectHost(environment)
  if (detected.mode === 'degraded') return createNoProvider(detected.reason)
  try {
    const provider = await openHost(detected, factories)
    if (provider.mode === 'native') await registerFirst(provider)
    else if (provider.mode === 'bridge') await unlessRefused(registerFirst(provider), report)
    return provider
  } catch (error) {
    return createNoProvider(isPolicy(error) ? 'policy' : 'error')
  }
}

/**
 * The bridge refuses at once, and takes timers to accept: in a hidden tab a second and more for each tool. What was
 * asked for first stays first, so nobody needs to wait.
 */
async function unlessRefused(registering: Promise<void>, report?: (where: string, error: unknown) => void): Promise<void> {
  let over = false
  const first = registering.catch((error: unknown) => {
    if (!over) throw error
    report?.('fixed tools', error)
  })
  await Promise.race([first, pause()])
  over = true
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
