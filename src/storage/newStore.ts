import type { Rec } from '../bus/state.ts'
import type { Chunk } from './chunks.ts'
import { chunkKey, META } from './keys.ts'
import type { Meta } from './meta.ts'
import { FORMAT } from './migrations.ts'

/** What a store begins with. */
export interface NewStore {
  readonly records: Readonly<Record<string, readonly Rec[]>>
  readonly chunks: ReadonlyMap<string, readonly Chunk[]>
  readonly meta: Meta
}

/** A new store that is being stored. */
export interface MadeStore {
  readonly store: NewStore
  /** Resolves once it is stored, as a whole; rejects where nothing is. */
  readonly stored: Promise<void>
}

/** A store with its first records, all of an entity in one chunk. Needs no catalogue: made while that is still being read. */
export function newStore(records: Readonly<Record<string, readonly Rec[]>>, storeId: string): NewStore {
  const chunks = new Map(Object.entries(records).map(([entity, all]) => [entity, [{ entity, chunk: 0, seq: 0, records: all }]]))
  return { records, chunks, meta: { format: FORMAT, storeId, generation: 1, through: 0 } }
}

/** Puts a new store where there is nothing, in the transaction the place itself is made in. */
export function putNew(store: NewStore, into: IDBObjectStore): MadeStore {
  for (const { entity, chunk, seq, records } of [...store.chunks.values()].flat()) into.put({ seq, records }, chunkKey(entity, chunk))
  into.put(store.meta, META)
  const { transaction } = into
  const stored = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('The transaction was aborted.'))
  })
  // Who does not wait for it has not asked to be told.
  stored.catch(() => undefined)
  return { store, stored }
}
