import type { FaultBoard } from './faults.ts'

/** The part of the storage port that can go wrong. */
export interface StorageCalls {
  get(key: string): Promise<unknown>
  set(key: string, value: unknown): Promise<void>
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
  const writing = (call: () => Promise<void>): Promise<void> =>
    slowly(() => (board.on('storage-failing') === null ? call() : Promise.reject(new DOMException('', 'QuotaExceededError'))))
  return {
    ...port,
    get: (key) => slowly(() => port.get(key)),
    keys: (prefix) => slowly(() => port.keys(prefix)),
    set: (key, value) => writing(() => port.set(key, value)),
    remove: (key) => writing(() => port.remove(key)),
  }
}
