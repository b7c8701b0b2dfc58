import type { CatalogueIndex } from '../bus/command.ts'
import type { Rec } from '../bus/state.ts'
import { browserLock } from '../storage/lock.ts'
import { startStorage, type StartedStorage } from '../storage/startStorage.ts'
import { newId } from './ids.ts'

const lock = browserLock()

/** Set once this browser has a desk: then the sample tickets are not fetched beforehand. */
const KNOWN = 'understudy-desk'

/** Opens what this browser keeps; a new desk begins with the sample tickets, which are loaded only then. */
export async function openDesk(index: CatalogueIndex): Promise<StartedStorage> {
  const sample = isKnown() ? null : loadSample()
  const initial = async (): Promise<Readonly<Record<string, readonly Rec[]>>> => (await (sample ?? loadSample()))(Date.now())
  const started = await startStorage({ lock, entities: index.entities, newId, initial })
  remember()
  return started
}

/** While storage is still being asked: a page that needs the sample should not wait for one after the other. */
async function loadSample(): Promise<(now: number) => Readonly<Record<string, readonly Rec[]>>> {
  const { sampleRecords } = await import('../triage/seed/sampleRecords.ts')
  return sampleRecords
}

function isKnown(): boolean {
  try {
    return localStorage.getItem(KNOWN) !== null
  } catch {
    // Only a hint: without it the sample is fetched for nothing.
    return false
  }
}

function remember(): void {
  try {
    localStorage.setItem(KNOWN, '1')
  } catch {
    // As above.
  }
}

export { lock as deskLock }
