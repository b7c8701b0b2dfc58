import type { FaultBoard } from './faults.ts'

/** The part of the storage port that can go wrong. */
export interface StorageCalls {
  get(key: string): Promise<unknown>
  set(key: string, value: unknown): Promise<void>
  add(values: readonly (readonly [key: string, value: unknown])[], guard: { readonly key: string; fits(value: unknown): boolean }): Promise<boolean>
  remove(key: string): Promise<void>
  keys(prefix: string): Promise<readonly string[]>
}

/** Storage on which the switches of the board take effect. */
export function faultyStorage<Port extends StorageCalls>(port: Port, board: FaultBoard): Port {
  const slowly = async <T>(call: () => Promise<T>): Promise<T> => {
    const ms = board.on('storage-slow')
    if (ms !== null) await new Promise((resolve) => setTimeout(resolve, ms))
    return call()
  }
  // As browsers tell of a full disk: by the name alone.
  const writing = <T>(call: () => Promise<T>): Promise<T> =>
    slowly(() => (board.on('storage-failing') === null ? call() : Promise.reject(new DOMException('', 'QuotaExceededError'))))
  return {
    ...port,
    get: (key) => slowly(() => port.get(key)),
    keys: (prefix) => slowly(() => port.keys(prefix)),
    set: (key, value) => writing(() => port.set(key, value)),
    add: (values, guard) => writing(() => port.add(values, guard)),
    remove: (key) => writing(() => port.remove(key)),
  }
}
