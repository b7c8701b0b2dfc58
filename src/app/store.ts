import type { CatalogueIndex } from '../bus/command.ts'
import type { Rec } from '../bus/state.ts'
import { browserLock } from '../storage/lock.ts'
import { startStorage, type StartedStorage } from '../storage/startStorage.ts'
import { newId } from './ids.ts'
import { loadSample, opening, rememberDesk } from './opening.ts'

const lock = browserLock()

/** Opens what this browser keeps; a new desk begins with the sample tickets, which are loaded only then. */
export async function openDesk(index: CatalogueIndex): Promise<StartedStorage> {
  const initial = async (): Promise<Readonly<Record<string, readonly Rec[]>>> => (await (opening.sample ?? loadSample()))(Date.now())
  const started = await startStorage({ lock, entities: index.entities, newId, initial, opened: opening.storage })
  rememberDesk()
  return started
}

export { lock as deskLock }
