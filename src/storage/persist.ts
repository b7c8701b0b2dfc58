import { ASKED } from './keys.ts'
import type { StoragePort } from './port.ts'

/** The part of `navigator.storage` that is asked. */
export type Persistence = Pick<StorageManager, 'persist' | 'persisted'>

/**
 * Asks the browser, once in the life of the store, not to clear it when space runs short. Some browsers ask
 * the person, so it is not asked again after a refusal.
 * @returns whether the data is kept; never rejects, since nothing depends on the answer
 */
export async function askToPersist(port: StoragePort, storage: Persistence | undefined): Promise<boolean> {
  try {
    if (!storage) return false
    if (await storage.persisted()) return true
    if ((await port.get(ASKED)) === true) return false
    await port.set(ASKED, true)
    return await storage.persist()
  } catch {
    return false
  }
}
