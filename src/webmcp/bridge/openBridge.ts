import { createModelContextProvider, type ModelContextOptions } from '../modelContext.ts'
import { waitByTimer } from '../pause.ts'
import type { Provider } from '../provider.ts'
import { forBridge } from './forBridge.ts'
import { watchPeers } from './watchPeers.ts'

export interface BridgeOptions extends Pick<ModelContextOptions, 'modelContext' | 'window' | 'later' | 'report'> {
  /** Puts the bridge on the page; left out where one is there already. */
  readonly start?: () => void
  readonly clock: () => number
  /** Whether the page is in the background, where each timer takes a second. Without it, it never is. */
  readonly hidden?: () => boolean
}

/**
 * The bridge behind our port. To be opened before anything is registered: tools that were there first cannot be
 * called through it.
 * @throws when it did not take its place, or what it starts with throws
 */
export function openBridge({ start, clock, hidden = () => false, ...options }: BridgeOptions): Provider {
  start?.()
  const host = options.modelContext()
  if (typeof (host as { readonly registerTool?: unknown } | null | undefined)?.registerTool !== 'function') {
    throw new Error('The bridge did not start.')
  }
  const peers = watchPeers(host, clock)
  const { called, ...watch } = peers
  const provider = createModelContextProvider('bridge', { ...options, shape: forBridge, onCall: called })
  const register: Provider['register'] = (tool, signal) => {
    const announced = provider.register(tool, signal)
    if (!hidden()) return announced
    return Promise.race([announced, listedOr(announced, () => isListed(options.modelContext(), tool.name))])
  }
  return { ...provider, register, peers: watch }
}

/**
 * The bridge has a tool after one timer, but says so only when it has told everybody of all tools before it, a timer or
 * two each: most of a minute for a library in a hidden tab. A timer set after its own comes after it.
 */
async function listedOr(announced: Promise<void>, isThere: () => boolean): Promise<void> {
  await waitByTimer(0)
  if (!isThere()) await announced
}

function isListed(host: unknown, name: string): boolean {
  const list = (host as { readonly listTools?: () => readonly { readonly name: string }[] } | null)?.listTools?.() ?? []
  return list.some((tool) => tool.name === name)
}
