import type { Json } from '../bus/json.ts'
import { dropLive, saveLive, takeLive } from '../storage/liveRecording.ts'
import type { StoragePort } from '../storage/port.ts'
import type { LiveKeeper } from '../stores/services.ts'
import type { LiveRecording } from '../teach/recording/types.ts'
import { announceTab } from './tabLife.ts'

/** Keeps a running recording step by step, so that a reload in the middle of a demonstration loses nothing. */
export function keepLive(port: StoragePort, tabId: string, report: (where: string, error: unknown) => void): LiveKeeper {
  const living = announceTab(tabId, typeof navigator === 'undefined' ? undefined : navigator.locks)
  // One write at a time, and only the newest state: steps may come faster than storage takes them.
  let next: LiveRecording | null = null
  let writing: Promise<void> | null = null

  async function write(): Promise<void> {
    while (next) {
      const value = next
      next = null
      await saveLive(port, tabId, value as unknown as Json)
    }
  }

  return {
    save(value) {
      next = value
      // Storage that refuses says so through the log already; the recording itself goes on in memory.
      writing ??= write()
        .catch(() => undefined)
        .finally(() => {
          writing = null
        })
    },
    async drop(owner = tabId) {
      next = null
      await writing
      await dropLive(port, owner).catch((error: unknown) => report('running recording', error))
    },
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
