import type { Json } from '../bus/json.ts'
import { dropLive, saveLive, takeLive } from '../storage/liveRecording.ts'
import type { StoragePort } from '../storage/port.ts'
import type { LiveKeeper } from '../stores/services.ts'
import type { LiveRecording } from '../teach/recording/types.ts'
import { announceTab } from './tabLife.ts'

export interface LeavingKeeper extends LiveKeeper {
  /** What is on its way to storage: the recording, null where it is to be forgotten, undefined where nothing is. */
  unstored(): Json | null | undefined
}

/** Keeps a running recording step by step, so that a reload in the middle of a demonstration loses nothing. */
export function keepLive(port: StoragePort, tabId: string, report: (where: string, error: unknown) => void): LeavingKeeper {
  const living = announceTab(tabId, typeof navigator === 'undefined' ? undefined : navigator.locks)
  // One write at a time, and only the newest state: steps may come faster than storage takes them.
  let next: LiveRecording | null = null
  let writing: Promise<void> | null = null
  let unstored: Json | null | undefined

  async function write(): Promise<void> {
    while (next) {
      const value = next
      next = null
      await saveLive(port, tabId, value as unknown as Json)
    }
  }

  /** Unless it was forgotten meanwhile. */
  function stored(): void {
    if (unstored !== null) unstored = undefined
  }

  return {
    save(value) {
      next = value
      unstored = value as unknown as Json
      // Storage that refuses says so through the log already; the recording itself goes on in memory.
      writing ??= write()
        .then(stored, () => undefined)
        .finally(() => {
          writing = null
        })
    },
    async drop(owner = tabId) {
      next = null
      if (owner === tabId) unstored = null
      await writing
      await dropLive(port, owner).catch((error: unknown) => report('running recording', error))
      if (unstored === null) unstored = undefined
    },
    unstored: () => unstored,
    async find() {
      try {
        const alive = await living()
        const found = await takeLive(port, (tab) => tab !== tabId && alive.has(tab))
        return found && { tabId: found.tabId, value: found.value as unknown as LiveRecording }
      } catch (error) {
        report('running recording', error)
        return null
      }
    },
  }
}
