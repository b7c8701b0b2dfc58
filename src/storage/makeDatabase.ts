/**
 * Makes the database with its stores where there is none, ahead of the library that is to open it. The library would
 * look first whether there is one, close it, and open it a second time to put its stores in: with the stores there,
 * it looks once. What goes wrong here is not told; the library meets the same, and its errors are listened to.
 */
export function makeDatabase(name: string, stores: readonly string[]): void {
  try {
    const request = indexedDB.open(name)
    request.onupgradeneeded = () => {
      for (const store of stores) request.result.createObjectStore(store)
    }
    request.onsuccess = () => request.result.close()
    request.onerror = (event) => event.preventDefault()
  } catch {
    // As above.
  }
}
