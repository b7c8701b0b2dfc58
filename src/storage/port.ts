/** What a value must still be for something to be added beside it. */
export interface Guard {
  readonly key: string
  fits(value: unknown): boolean
}

/**
 * Where bytes rest. Every call may fail or never answer; callers of the port get a rejection after its
 * time-out, never a hang. Values are plain JSON data.
 */
export interface StoragePort {
  /** In words, for the page: `IndexedDB`, `memory`. */
  readonly kind: 'indexeddb' | 'memory'
  get(key: string): Promise<unknown>
  set(key: string, value: unknown): Promise<void>
  /**
   * Looks and stores in one step that nobody comes between: the values, if the guarded one fits and none of their keys
   * is taken. All of them or none.
   * @returns whether they were stored
   */
  add(values: readonly (readonly [key: string, value: unknown])[], guard: Guard): Promise<boolean>
  remove(key: string): Promise<void>
  /** All keys that begin with the prefix, sorted. */
  keys(prefix: string): Promise<readonly string[]>
}
