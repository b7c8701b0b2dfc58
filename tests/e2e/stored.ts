import type { Page } from 'playwright-core'
import type { Commit } from '../../src/bus/journal.ts'
import type { LogEntry } from '../../src/storage/logEntry.ts'

/**
 * What the page keeps in this browser, by key, read behind its back: everything, or what has keys that begin alike.
 * @param changed values to put there first
 */
export const storedValues = (page: Page, changed: Readonly<Record<string, unknown>> = {}, begin = ''): Promise<Readonly<Record<string, unknown>>> =>
  page.evaluate(async ([put, prefix]) => {
    const result = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
      })
    const database = await result(indexedDB.open('understudy'))
    try {
      const transaction = database.transaction('kv', 'readwrite')
      const store = transaction.objectStore('kv')
      for (const [key, value] of Object.entries(put)) store.put(value, key)
      const done = new Promise((resolve) => (transaction.oncomplete = resolve))
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
      const [keys, values] = await Promise.all([result(store.getAllKeys(range)), result(store.getAll(range))])
      // Until then a page that goes takes back what was put.
      await done
      return Object.fromEntries(keys.map((key, place) => [String(key), values[place] as unknown]))
    } finally {
      database.close()
    }
  }, [changed, begin] as const)

/** The stored commits, oldest first. */
export async function storedCommits(page: Page): Promise<readonly Commit[]> {
  const entries = Object.entries(await storedValues(page, {}, 'log/'))
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => (entry as LogEntry).commit)
}

/** What the audit says happened, by type. */
export const storedAudit = async (page: Page): Promise<readonly string[]> =>
  (await storedCommits(page)).flatMap(({ audit }) => (audit ? [audit.type] : []))
