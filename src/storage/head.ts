import type { EntityDef } from '../bus/entity.ts'
import type { Commit } from '../bus/journal.ts'
import type { Patch } from '../bus/state.ts'
import { Records } from '../bus/table.ts'
import { Layout } from './layout.ts'
import type { LoadedState } from './loadState.ts'
import { logKey } from './keys.ts'
import { sealEntry, type LogEntry } from './logEntry.ts'
import type { Meta } from './meta.ts'
import type { StoragePort } from './port.ts'

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

/** Stores one commit as the next entry. Only under the lock, and only after the tail was read. */
export async function append(port: StoragePort, head: Head, tab: string, commit: Commit): Promise<void> {
  const entry = sealEntry({ seq: head.seq + 1, prev: head.hash, tab, commit })
  await port.set(logKey(entry.seq), entry).catch(async (error: unknown) => {
    if (!(error instanceof Error) || error.name !== 'DataCloneError') throw error
    // Something in it is no plain data (a view's proxy, say). Its JSON is, and has the same hash; refusing it
    // would hold up every later commit.
    await port.set(logKey(entry.seq), JSON.parse(JSON.stringify(entry)))
  })
  advance(head, entry)
}
