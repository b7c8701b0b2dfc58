import type { EntityDef } from '../bus/entity.ts'
import type { Rec } from '../bus/state.ts'
import { faultOf, StorageFault } from './fault.ts'
import { initialState, loadState, writeState, type LoadedState } from './loadState.ts'
import type { LockPort } from './lock.ts'
import { readMeta } from './meta.ts'
import { inMemory, openStorage, type OpenedStorage, type OpenOptions } from './openStorage.ts'
import type { StoragePort } from './port.ts'

export interface StartOptions extends OpenOptions {
  readonly lock: LockPort
  readonly entities: ReadonlyMap<string, EntityDef>
  /** The records of a store that is new: asked for only then. */
  readonly initial: () => Readonly<Record<string, readonly Rec[]>> | Promise<Readonly<Record<string, readonly Rec[]>>>
  readonly newId: () => string
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
 * Opens storage and loads it, or makes it, alone among all tabs: the lock is held until the first records of a new
 * store are written, while the page goes on with them. Never rejects for anything storage does: if it cannot be read
 * the page starts on memory with the initial records, and says so; what is stored stays untouched.
 */
export async function startStorage(options: StartOptions): Promise<StartedStorage> {
  const { lock, entities, initial, newId } = options
  const opening = options.opened ?? openStorage(options)
  const make = async (): Promise<LoadedState> => initialState(entities, await initial(), newId())
  try {
    return await new Promise<StartedStorage>((resolve, reject) => {
      const open = async (): Promise<void> => {
        // The turn is asked for while storage is being opened: neither waits for the other.
        const opened = await opening
        const found = await loadState(opened.port, entities)
        if (!found.fresh) { resolve({ ...opened, state: found }); return; }
        const state = await make()
        const first = new FirstWrite(opened.port, state, lock)
        resolve({ ...opened, state, written: () => first.done() })
        await first.attempted()
      }
      lock.run(open).catch(reject)
    })
  } catch (error) {
    const fault = faultOf(error)
    const kind = fault.kind === 'hung' || fault.kind === 'blocked' ? fault.kind : 'unavailable'
    return { ...inMemory(kind, `${fault.message} What you do here is kept only until this page is closed.`), state: await make() }
  }
}

/** The first records of a store on their way into it. */
class FirstWrite {
  private under: Promise<void>

  /** Writes, alone: whoever makes it holds the lock. A task later: the page is to show the records first. */
  constructor(
    private readonly port: StoragePort,
    private readonly state: LoadedState,
    private readonly lock: LockPort,
  ) {
    this.under = new Promise<void>((resolve) => setTimeout(resolve)).then(() => writeState(port, state))
  }

  /** Resolves when the first attempt is over. What goes wrong is told by `done`. */
  attempted(): Promise<void> {
    return this.under.catch(() => undefined)
  }

  /** Resolves when it is stored. Where the attempt before failed, makes another. */
  async done(): Promise<void> {
    try {
      await this.under
    } catch {
      this.under = this.lock.run(() => this.again())
      await this.under
    }
  }

  private async again(): Promise<void> {
    if ((await readMeta(this.port)) !== null) throw new StorageFault('replaced', 'Another tab has made the store meanwhile. Reload this page to go on with it.')
    await writeState(this.port, this.state)
  }
}
