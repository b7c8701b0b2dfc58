import { createBus, type Bus } from '../../src/bus/bus.ts'
import { CatalogueIndex } from '../../src/bus/command.ts'
import type { Rec } from '../../src/bus/state.ts'
import { createCommitLog } from '../../src/storage/commitLog.ts'
import type { CommitLog } from '../../src/storage/commitLogApi.ts'
import { browserLock } from '../../src/storage/lock.ts'
import { startStorage, type StartedStorage } from '../../src/storage/startStorage.ts'
import { seedKeeper } from '../../src/storage/storeSeed.ts'
import { tabSignal } from '../../src/storage/tabSignal.ts'
import { noteEntity, notes, notesCatalogue } from '../fixtures/notes.ts'

const catalogue = { ...notesCatalogue, entities: notesCatalogue.entities.map((entity) => (entity === noteEntity ? { ...noteEntity, chunk: 1000 } : entity)) }
const { entities } = new CatalogueIndex(catalogue)

/** What the tests drive in a real browser: a page that is nothing but a bus over storage. */
export class StoragePage {
  private constructor(
    readonly started: StartedStorage,
    readonly bus: Bus,
    readonly log: CommitLog,
    /** Milliseconds from nothing to a bus. */
    readonly took: number,
  ) {}

  static async open(count: number): Promise<StoragePage> {
    const began = performance.now()
    const lock = browserLock()
    const seed = seedKeeper(() => localStorage, () => ({ storeId: crypto.randomUUID(), at: 0 }))
    const started = await startStorage({ lock, entities, initial: () => ({ note: notes(count) }), seed })
    const bus = createBus({
      catalogue,
      // Inputs come from the test alone.
      validatorFor: () => () => null,
      clock: () => Date.now(),
      newId: () => crypto.randomUUID(),
      records: started.state.records,
    })
    const took = performance.now() - began
    const signal = tabSignal()
    const log = createCommitLog({ bus, port: started.port, lock, start: started.state, recovery: () => import('../../src/storage/recover.ts'),
      written: started.written, tabId: crypto.randomUUID(), ...(signal ? { signal } : {}) })
    return new StoragePage(started, bus, log, took)
  }

  title(noteId: string, title: string): string {
    const result = this.bus.dispatch('set_title', { noteId, title }, { actor: 'operator', source: 'test' })
    return result.ok ? (result.value.commit?.id ?? '') : ''
  }

  note(noteId: string): Rec | undefined {
    return this.bus.session.records.get('note', noteId)
  }

  count(): number {
    return this.bus.session.records.list('note').length
  }
}

declare global {
  var StoragePage: typeof import('./storageEntry.ts').StoragePage
  var desk: StoragePage
}

globalThis.StoragePage = StoragePage
