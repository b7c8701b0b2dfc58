import type { CommitLog } from '../storage/commitLogApi.ts'
import type { StartedStorage } from '../storage/startStorage.ts'
import type { Saving } from '../stores/services.ts'

export interface TellingSaving extends Saving {
  /** Something the person must be told about what they did, once. */
  tell(message: string): void
}

/** What the page says about saving: the reason it works in memory, or why storage refuses just now. */
export function savingOf(log: CommitLog, storage: StartedStorage): TellingSaving {
  const listeners = new Set<() => void>()
  const told = new Set<(message: string) => void>()
  // Said before anyone listens: kept until somebody does.
  let unsaid: readonly string[] = storage.state.damaged
  log.onStatus(() => {
    for (const listener of listeners) listener()
  })
  return {
    problem: () => (log.status.saved ? null : (storage.problem?.message ?? log.status.reason)),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    retry: () => void log.retry(),
    tell(message) {
      if (told.size === 0) unsaid = [...unsaid, message]
      for (const listener of told) listener(message)
    },
    onTold(listener) {
      told.add(listener)
      for (const message of unsaid) listener(message)
      unsaid = []
      return () => told.delete(listener)
    },
  }
}
