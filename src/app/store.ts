import type { CatalogueIndex } from '../bus/command.ts'
import type { Rec } from '../bus/state.ts'
import { browserLock } from '../storage/lock.ts'
import { startStorage, type StartedStorage } from '../storage/startStorage.ts'
import { newId } from './ids.ts'

const lock = browserLock()

/** Opens what this browser keeps; a new desk begins with the sample tickets, which are loaded only then. */
export const openDesk = (index: CatalogueIndex): Promise<StartedStorage> =>
  startStorage({ lock, entities: index.entities, newId, initial: sampleDesk })

async function sampleDesk(): Promise<Readonly<Record<string, readonly Rec[]>>> {
  const { sampleRecords } = await import('../triage/seed/sampleRecords.ts')
  return sampleRecords(Date.now())
}

export { lock as deskLock }
