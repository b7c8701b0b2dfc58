/** Says to other tabs that the log grew. It carries nothing: they read the log themselves. */
export interface TabSignal {
  post(): void
  listen(listener: () => void): () => void
}

/**
 * The signal over a BroadcastChannel, or undefined where the browser has none: tabs then see each other's
 * commits with their own next one.
 */
export function tabSignal(name = 'understudy-log'): (TabSignal & { close(): void }) | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined
  const channel = new BroadcastChannel(name)
  return {
    post: () => channel.postMessage('grew'),
    listen(listener) {
      channel.addEventListener('message', listener)
      return () => channel.removeEventListener('message', listener)
    },
    close: () => channel.close(),
  }
}
