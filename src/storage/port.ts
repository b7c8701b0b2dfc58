/**
 * Where bytes rest. Every call may fail or never answer; callers of the port get a rejection after its
 * time-out, never a hang. Values are plain JSON data.
 */
export interface StoragePort {
  /** In words, for the page: `IndexedDB`, `memory`. */
  readonly kind: 'indexeddb' | 'memory'
  get(key: string): Promise<unknown>
  set(key: string, value: unknown): Promise<void>
  remove(key: string): Promise<void>
  /** All keys that begin with the prefix, sorted. */
  keys(prefix: string): Promise<readonly string[]>
}
