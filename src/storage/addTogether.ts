import type { StoragePort } from './port.ts'

/** An open database, and the one store in it. */
export interface OpenDatabase {
  readonly db: IDBDatabase
  readonly storeName: string
}

/**
 * The port's `add` as one transaction of IndexedDB, which is alone in its store from its first request to its last.
 * Rejects with the reason when the transaction is aborted, with nothing stored.
 */
export function addTogether({ db, storeName }: OpenDatabase, ...[values, guard]: Parameters<StoragePort['add']>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(storeName, 'readwrite')
    const store = transaction.objectStore(storeName)
    let refused = false
    let reason: Error | null = null
    transaction.oncomplete = () => resolve(true)
    transaction.onabort = () => {
      if (refused) resolve(false)
      else reject(reason ?? transaction.error ?? new Error('The transaction was aborted.'))
    }
    const look = store.get(guard.key)
    look.onsuccess = () => {
      refused = !guard.fits(look.result ?? null)
      if (refused) transaction.abort()
      // Everything is asked for: without this the browser would wait to hear so until the last is answered.
      else transaction.commit()
    }
    try {
      // Asked for before the look is answered: what it says can still take all of it back.
      for (const [key, value] of values) {
        const added = store.add(value, key)
        added.onerror = () => {
          refused ||= added.error?.name === 'ConstraintError'
          reason ??= added.error
        }
      }
    } catch (error) {
      // A value that is no plain data.
      reason = error instanceof Error ? error : new Error(String(error))
      transaction.abort()
    }
  })
}
