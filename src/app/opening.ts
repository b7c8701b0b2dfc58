import { newStore } from '../storage/newStore.ts'
import { openStorage } from '../storage/openStorage.ts'
import { seedKeeper } from '../storage/storeSeed.ts'
import { sampleRecords } from '../triage/seed/sampleRecords.ts'
import { newId, tabIdOf } from './ids.ts'

const seed = seedKeeper(() => localStorage, () => ({ storeId: newId(), at: Date.now() }))

/** The sample tickets, their times counted back from when the store is made. */
const sample = () => sampleRecords(seed.current().at)

/**
 * Begun as soon as this module is there, which the built page sees to before its other scripts: the browser takes
 * its time to open a database, and most of that passes while they are still being read.
 */
export const opening = {
  storage: openStorage({ begin: () => newStore(sample(), seed.current().storeId) }),
  /**
   * Here although only a new desk begins with it. A file apart would be asked for once this one has run, and to know
   * whether it is needed, the page had to wait for the browser as well.
   */
  sample,
  seed,
  /** Here because the browser fetches what a tab keeps, too. */
  tabId: tabIdOf(() => sessionStorage),
}
