import localforage from 'localforage'
import { addTogether, type OpenDatabase } from './addTogether.ts'
import { makeDatabase } from './makeDatabase.ts'
import { faultOf, StorageFault } from './fault.ts'
import { putNew, type MadeStore, type NewStore } from './newStore.ts'
import type { StoragePort } from './port.ts'
import { withTimeout } from './withTimeout.ts'

/** The part of a localforage instance the port uses. */
export type Instance = Pick<LocalForage, 'ready' | 'getItem' | 'setItem' | 'removeItem' | 'keys'>

export interface LocalforageOptions {
  /** Name of the database. Default `understudy`. */
  readonly name?: string
  /** Milliseconds to wait for the database to open. Default 3,000. */
  readonly readyMs?: number
  /** Milliseconds to wait for any other call. Default 10,000. */
  readonly callMs?: number
  /** What a new database begins with: asked for only then. Without it, with nothing. */
  readonly begin?: () => NewStore
  /** The instance to use instead of a new one. */
  readonly instance?: Instance
}

export interface OpeningPort extends StoragePort {
  /** Resolves once the database is open. Rejects with a `StorageFault`. */
  ready(): Promise<void>
  /** Resolves, before `ready` does, where there was no database and it is being made; else never. */
  readonly made?: Promise<MadeStore>
}

/**
 * IndexedDB through one localforage instance with one store: a second store would raise the version of the
 * database, and another open tab could then make this one hang. Every call is raced against a timer, since an
 * `open()` that never answers hangs for ever, and every error comes out as a `StorageFault`.
 */
export function localforagePort(options: LocalforageOptions = {}): OpeningPort {
  const { name = 'understudy', readyMs = 3_000, callMs = 10_000 } = options
  const { instance, made } = options.instance ? { instance: options.instance } : openInstance(name, options.begin)
  const call = async <T>(what: string, ms: number, start: () => Promise<T>): Promise<T> => {
    try {
      return await withTimeout(start(), ms, what)
    } catch (error) {
      throw faultOf(error)
    }
  }
  return {
    kind: 'indexeddb',
    ...(made ? { made } : {}),
    ready: () => call('Opening storage', readyMs, () => instance.ready()),
    get: (key) => call('Reading from storage', callMs, () => instance.getItem<unknown>(key)),
    set: (key, value) =>
      call('Writing to storage', callMs, async () => {
        await instance.setItem(key, value)
      }),
    add: (values, guard) =>
      call('Writing to storage', callMs, async () => {
        await instance.ready()
        try {
          return await addTogether(databaseOf(instance), values, guard)
        } catch (error) {
          if (!isLost(error)) throw error
          // The browser closed the connection; reading makes the library open another.
          await instance.getItem(guard.key)
          return addTogether(databaseOf(instance), values, guard)
        }
      }),
    remove: (key) => call('Writing to storage', callMs, () => instance.removeItem(key)),
    keys: (prefix) =>
      call('Reading from storage', callMs, async () => (await instance.keys()).filter((key) => key.startsWith(prefix)).sort()),
  }
}

const STORE = 'kv'
/** Where the library tries whether the browser can store blobs; it makes this one with the first of its own. */
const BLOBS = 'local-forage-detect-blob-support'

function openInstance(name: string, begin?: () => NewStore): { readonly instance: Instance; readonly made: Promise<MadeStore> } {
  const made = new Promise<MadeStore>((resolve) => makeDatabase(name, [STORE, BLOBS], begin && ((into) => resolve(putNew(begin(), into)))))
  return { instance: localforage.createInstance({ name, storeName: STORE, driver: localforage.INDEXEDDB }), made }
}

/** The database an instance has open: no part of its documented interface, but what its own plugins stand on. */
function databaseOf(instance: Instance): OpenDatabase {
  const { db, storeName } = (Reflect.get(instance, '_dbInfo') ?? {}) as Partial<OpenDatabase>
  if (!db || storeName === undefined) throw new StorageFault('failed', 'Storage is not open.')
  return { db, storeName }
}

const isLost = (error: unknown): boolean => error instanceof DOMException && (error.name === 'InvalidStateError' || error.name === 'NotFoundError')
