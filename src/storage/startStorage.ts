import type { EntityDef } from '../bus/entity.ts'
import type { Rec } from '../bus/state.ts'
import { faultOf } from './fault.ts'
import { loadState, writeInitial, type LoadedState } from './loadState.ts'
import type { LockPort } from './lock.ts'
import { inMemory, openStorage, type OpenedStorage, type OpenOptions } from './openStorage.ts'
import type { StoragePort } from './port.ts'

export interface StartOptions extends OpenOptions {
  readonly lock: LockPort
  readonly entities: ReadonlyMap<string, EntityDef>
  /** The records of a store that is new: asked for only then. */
  readonly initial: () => Readonly<Record<string, readonly Rec[]>> | Promise<Readonly<Record<string, readonly Rec[]>>>
  readonly newId: () => string
}

export interface StartedStorage extends OpenedStorage {
  readonly state: LoadedState
}

/**
 * Opens storage and loads it, or makes it, alone among all tabs. Never rejects for anything storage does: if it
 * fails half-way the page starts on memory with the initial records, and says so; what is stored stays untouched.
 */
export async function startStorage(options: StartOptions): Promise<StartedStorage> {
  const { lock, entities, initial, newId } = options
  const opened = await openStorage(options)
  const load = async (port: StoragePort): Promise<LoadedState> => {
    const state = await loadState(port, entities)
    return state.fresh ? writeInitial(port, entities, await initial(), newId()) : state
  }
  try {
    return { ...opened, state: await lock.run(() => load(opened.port)) }
  } catch (error) {
    const fault = faultOf(error)
    const kind = fault.kind === 'hung' || fault.kind === 'blocked' ? fault.kind : 'unavailable'
    const memory = inMemory(kind, `${fault.message} What you do here is kept only until this page is closed.`)
    return { ...memory, state: await load(memory.port) }
  }
}
