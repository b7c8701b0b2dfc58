import type { PeerWatch } from '../provider.ts'

/** The part of the bridge's server that knows its client. Every member may be missing in another version of it. */
interface Server {
  oninitialized?: (() => void) | undefined
  getClientVersion?(): { readonly name?: unknown } | undefined
}

/** The longest name shown of a client that can call itself anything. */
const NAME_LENGTH = 40

export interface Peers extends PeerWatch {
  /** A tool was called. */
  called(tool: string): void
}

/**
 * Follows who talks through the bridge, as far as it knows. It is told when a client introduces itself, never when
 * one leaves: so the last call is what shows whether anybody is still there.
 * @param host what the bridge put at `document.modelContext`
 */
export function watchPeers(host: unknown, clock: () => number): Peers {
  const listeners = new Set<() => void>()
  let last: { readonly tool: string; readonly at: number } | null = null
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  const server = (host as { readonly mcpServer?: { readonly server?: Server } } | null | undefined)?.mcpServer?.server
  if (server) {
    const before = server.oninitialized
    server.oninitialized = () => {
      before?.()
      tell()
    }
  }
  return {
    client() {
      const name = server?.getClientVersion?.()?.name
      return typeof name === 'string' && name !== '' ? name.slice(0, NAME_LENGTH) : null
    },
    lastCall: () => last,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    called(tool) {
      last = { tool, at: clock() }
      tell()
    },
  }
}
