import type { EntityDef } from '../bus/entity.ts'
import type { Rec } from '../bus/state.ts'
import { faultOf, StorageFault } from './fault.ts'
import { initialState, loadState, stateOf, writeState, type LoadedState } from './loadState.ts'
import type { LockPort } from './lock.ts'
import { readMeta } from './meta.ts'
import { inMemory, openStorage, type OpenedStorage, type OpenOptions } from './openStorage.ts'
import type { StoragePort } from './port.ts'
import type { SeedKeeper } from './storeSeed.ts'

export interface StartOptions extends OpenOptions {
  readonly lock: LockPort
  readonly entities: ReadonlyMap<string, EntityDef>
  /** The records of a store that is new: asked for only then. */
  readonly initial: () => Readonly<Record<string, readonly Rec[]>> | Promise<Readonly<Record<string, readonly Rec[]>>>
  /** What the store is made from, if it is new. */
  readonly seed: SeedKeeper
  /** Storage that is being opened already. Default: opened here. */
  readonly opened?: Promise<OpenedStorage>
}

export interface StartedStorage extends OpenedStorage {
  readonly state: LoadedState
  /**
   * For a store that is new: resolves once its first records are stored, and tries again when they could not be.
   * The page need not wait for it to show them; the commit log must.
   */
  readonly written?: () => Promise<void>
}

/**
 * Opens storage and loads it, alone among all tabs. A store that is new is shown before it is stored: where the database
 * itself was just made it is made as a whole, and there is nothing to wait for; else the lock is held until its first
 * records are written. Never rejects for anything storage does: if it cannot be read the page starts on memory with the
 * initial records, and says so; what is stored stays untouched.
 */
export async function startStorage(options: StartOptions): Promise<StartedStorage> {
  const { lock, entities, initial, seed } = options
  const opening = options.opened ?? openStorage(options)
  const make = async (): Promise<LoadedState> => initialState(entities, await initial(), seed.current().storeId)
  const asNew = ({ port, problem }: OpenedStorage, state: LoadedState, first: FirstWrite): StartedStorage => ({ port, problem, state, written: () => first.done() })
  try {
    return await new Promise<StartedStorage>((resolve, reject) => {
      const look = async (): Promise<void> => {
        // The turn is asked for while storage is being opened: neither waits for the other.
        const opened = await opening
        if (opened.made) return
        const found = await loadState(opened.port, entities)
        if (!found.fresh) { resolve({ ...opened, state: found }); return; }
        const state = await make()
        const first = new FirstWrite(opened.port, state, options, later().then(() => writeState(opened.port, state)))
        resolve(asNew(opened, state, first))
        await first.attempted()
      }
      lock.run(look).catch(reject)
      void opening.then((opened) => {
        if (!opened.made) return
        const state = stateOf(entities, opened.made.store)
        resolve(asNew(opened, state, new FirstWrite(opened.port, state, options, opened.made.stored)))
      })
    })
  } catch (error) {
    const fault = faultOf(error)
    const kind = fault.kind === 'hung' || fault.kind === 'blocked' ? fault.kind : 'unavailable'
    return { ...inMemory(kind, `${fault.message} What you do here is kept only until this page is closed.`), state: await make() }
  }
}

/** A task later: the page is to show the records before they are written. */
const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** The first records of a store on their way into it. */
class FirstWrite {
  /** @param under the first attempt */
  constructor(
    private readonly port: StoragePort,
    private readonly state: LoadedState,
    private readonly options: Pick<StartOptions, 'lock' | 'seed'>,
    private under: Promise<void>,
  ) {}

  /** Resolves when the first attempt is over. What goes wrong is told by `done`. */
  attempted(): Promise<void> {
    return this.under.catch(() => undefined)
  }

  /** Resolves when it is stored. Where the attempt before failed, makes another. */
  async done(): Promise<void> {
    const { lock, seed } = this.options
    try {
      await this.under
    } catch {
      seed.keep()
      this.under = lock.run(() => this.again())
      await this.under
    }
    seed.forget()
  }

  private async again(): Promise<void> {
    const found = await readMeta(this.port)
    if (found === null) return writeState(this.port, this.state)
    // From the same seed it is the same store.
    if (found === 'damaged' || found.storeId !== this.state.meta.storeId) {
      throw new StorageFault('replaced', 'Another tab has made the store meanwhile. Reload this page to go on with it.')
    }
  }
}
