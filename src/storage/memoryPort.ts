import type { StoragePort } from './port.ts'

/** Storage that ends with the page: the console works on it where there is no other. Values are frozen data, kept as they are. */
export function memoryPort(): StoragePort {
  const values = new Map<string, unknown>()
  return {
    kind: 'memory',
    get: (key) => Promise.resolve(values.get(key) ?? null),
    set: (key, value) => Promise.resolve(void values.set(key, value)),
    add(added, guard) {
      const may = guard.fits(values.get(guard.key) ?? null) && !added.some(([key]) => values.has(key))
      if (may) for (const [key, value] of added) values.set(key, value)
      return Promise.resolve(may)
    },
    remove: (key) => Promise.resolve(void values.delete(key)),
    keys: (prefix) => Promise.resolve([...values.keys()].filter((key) => key.startsWith(prefix)).sort()),
  }
}
