/**
 * Makes the database with its stores where there is none, ahead of the library that is to open it. The library would
 * look first whether there is one, close it, and open it a second time to put its stores in: with the stores there,
 * it looks once. What goes wrong here is not told; the library meets the same, and its errors are listened to.
 * @param begin called when the database is new, with the first of its stores: what is put there is part of making it, so
 * nobody ever sees it without. When it throws, the database is not made.
 */
export function makeDatabase(name: string, stores: readonly string[], begin?: (store: IDBObjectStore) => void): void {
  try {
    const request = indexedDB.open(name)
    request.onupgradeneeded = () => {
      const [first] = stores.map((store) => request.result.createObjectStore(store))
      try {
        if (first) begin?.(first)
      } catch {
        request.transaction?.abort()
      }
    }
    request.onsuccess = () => request.result.close()
    request.onerror = (event) => event.preventDefault()
  } catch {
    // As above.
  }
}
