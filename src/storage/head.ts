import type { EntityDef } from '../bus/entity.ts'
import type { Commit } from '../bus/journal.ts'
import type { Patch } from '../bus/state.ts'
import { Records } from '../bus/table.ts'
import { Layout } from './layout.ts'
import type { LoadedState } from './loadState.ts'
import { StorageFault } from './fault.ts'
import { logKey, META } from './keys.ts'
import { sealEntry, type LogEntry } from './logEntry.ts'
import { asMeta, type Meta } from './meta.ts'
import type { Guard, StoragePort } from './port.ts'

/** Where this tab stands in the log, and the records as they are stored up to there: without what still waits. */
export interface Head {
  seq: number
  hash: string
  meta: Meta
  stored: Records
  layout: Layout
  /** Records changed by the log since the chunks were written: entity → ids. */
  readonly touched: Map<string, Set<string>>
  /** Chunks that still hold damaged records. */
  unclean: LoadedState['unclean']
  /** How many entries and patches of the log are not in the chunks. */
  tail: { entries: number; patches: number }
}

/** The head right after a load. Takes the bus's own records where nothing has changed them yet, so they are indexed once. */
export function headOf(state: LoadedState, entities: ReadonlyMap<string, EntityDef>, records?: Records): Head {
  const head: Head = {
    seq: state.lastSeq,
    hash: state.lastHash,
    meta: state.meta,
    stored: records ?? Records.of(entities, state.records),
    layout: new Layout(state.meta.generation, state.chunks, entities),
    touched: new Map(),
    unclean: state.unclean,
    tail: { entries: state.commits.length, patches: 0 },
  }
  for (const { commit } of state.commits) touch(head, commit.patches)
  return head
}

export function touch(head: Head, patches: readonly Patch[]): void {
  for (const { entity, id } of patches) head.touched.set(entity, (head.touched.get(entity) ?? new Set()).add(id))
  head.tail.patches += patches.length
}

/** Goes on to the next entry of the log. */
export function advance(head: Head, { seq, hash, commit }: LogEntry): void {
  head.seq = seq
  head.hash = hash
  head.stored = head.stored.apply(commit.patches)
  head.tail.entries += 1
  touch(head, commit.patches)
}

/**
 * Stores commits as the next entries, a record each, all of them or none. Only under the lock.
 * @returns false when the head is not at the end of the log, or the store is not as this tab knows it: then `catchUp` comes first
 */
export async function append(port: StoragePort, head: Head, tab: string, commits: readonly Commit[]): Promise<boolean> {
  const { storeId, generation } = head.meta
  const guard: Guard = {
    key: META,
    fits: (value) => {
      const meta = asMeta(value)
      return meta !== null && meta !== 'damaged' && meta.storeId === storeId && meta.generation === generation && meta.through <= head.seq
    },
  }
  const entries: LogEntry[] = []
  for (const commit of commits) {
    const { seq, hash: prev } = entries.at(-1) ?? head
    entries.push(sealEntry({ seq: seq + 1, prev, tab, commit }))
  }
  const values = entries.map((entry) => [logKey(entry.seq), entry] as const)
  const added = await port.add(values, guard).catch((error: unknown) => {
    const cause = error instanceof StorageFault ? error.cause : error
    if (!(cause instanceof Error) || cause.name !== 'DataCloneError') throw error
    // Something in it is no plain data (a view's proxy, say). Its JSON is, and has the same hash; refusing it
    // would hold up every later commit.
    return port.add(JSON.parse(JSON.stringify(values)) as typeof values, guard)
  })
  if (added) for (const entry of entries) advance(head, entry)
  return added
}
