import { faultOf, type FaultKind } from './fault.ts'
import { localforagePort, type LocalforageOptions, type OpeningPort } from './localforagePort.ts'
import { memoryPort } from './memoryPort.ts'
import { migrate, type Migration } from './migrations.ts'
import type { MadeStore } from './newStore.ts'
import type { StoragePort } from './port.ts'

/** Why the page works in memory. `newer`: the stored data is of a later version. */
export interface StorageProblem {
  readonly kind: 'blocked' | 'hung' | 'unavailable' | 'newer'
  /** One sentence for the page. */
  readonly message: string
}

export interface OpenedStorage {
  readonly port: StoragePort
  readonly problem: StorageProblem | null
  /** What storage begins with, where there was none: nobody needs to wait for it to be read. */
  readonly made?: MadeStore
}

export interface OpenOptions extends LocalforageOptions {
  /** Makes the port. Default: IndexedDB through localforage. */
  readonly connect?: (options: LocalforageOptions) => OpeningPort
  /** Whether the browser has IndexedDB at all; tells `unavailable` from `blocked`. */
  readonly hasIndexedDb?: () => boolean
  readonly migrations?: readonly Migration[]
}

const NEVER = new Promise<never>(() => undefined)

/**
 * Opens storage within its time-outs, falls back to memory, and brings an older format up to date.
 * Never rejects: whatever happens the page has somewhere to write, and says if that will not last.
 */
export async function openStorage(options: OpenOptions = {}): Promise<OpenedStorage> {
  const { connect = localforagePort, hasIndexedDb = browserHasIndexedDb, migrations } = options
  try {
    const port = connect(options)
    const made = await Promise.race([port.made ?? NEVER, port.ready()])
    if (made) return { port, problem: null, made }
    const refused = await migrate(port, migrations)
    if (refused !== null) return inMemory('newer', refused)
    return { port, problem: null }
  } catch (error) {
    const fault = faultOf(error)
    return inMemory(problemKind(fault.kind, hasIndexedDb), `${fault.message} What you do here is kept only until this page is closed.`)
  }
}

export const inMemory = (kind: StorageProblem['kind'], message: string): OpenedStorage => ({
  port: memoryPort(),
  problem: { kind, message },
})

function problemKind(kind: FaultKind, hasIndexedDb: () => boolean): StorageProblem['kind'] {
  if (kind === 'hung') return 'hung'
  return kind === 'blocked' && hasIndexedDb() ? 'blocked' : 'unavailable'
}

function browserHasIndexedDb(): boolean {
  try {
    return typeof globalThis.indexedDB !== 'undefined'
  } catch {
    // The getter itself throws where storage is forbidden: there is one, but not for this page.
    return true
  }
}
