import type { CatalogueIndex } from '../bus/command.ts'
import { browserLock } from '../storage/lock.ts'
import { startStorage, type StartedStorage } from '../storage/startStorage.ts'
import { opening } from './opening.ts'

const lock = browserLock()

/** Opens what this browser keeps; a new desk begins with the sample tickets. */
export const openDesk = (index: CatalogueIndex): Promise<StartedStorage> =>
  startStorage({ lock, entities: index.entities, seed: opening.seed, initial: opening.sample, opened: opening.storage })

export { lock as deskLock }
