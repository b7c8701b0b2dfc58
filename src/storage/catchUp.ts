import type { EntityDef } from '../bus/entity.ts'
import type { Commit } from '../bus/journal.ts'
import { deepFreeze } from '../bus/json.ts'
import type { Patch } from '../bus/state.ts'
import { StorageFault } from './fault.ts'
import { advance, type Head } from './head.ts'
import { logKey } from './keys.ts'
import { readEntry } from './logEntry.ts'
import { readMeta } from './meta.ts'
import type { StoragePort } from './port.ts'

/** What other tabs did. `commit` is missing where only the outcome is known. */
export interface Foreign {
  readonly patches: readonly Patch[]
  readonly commit?: Commit
}

/** `recover.ts`, as it is handed in. */
export type Recovery = Pick<typeof import('./recover.ts'), 'putBack' | 'leap'>

export interface CaughtUp {
  readonly foreign: readonly Foreign[]
  /** Ids of commits of this tab that are stored although the write seemed to fail. */
  readonly own: readonly string[]
  readonly damaged: readonly string[]
}

/**
 * Reads what the log got since this tab last looked, and moves the head there.
 * @param isOwn whether a commit is one of this tab's that waits to be stored
 * @param recovery what is done where it cannot simply be read on: hardly ever wanted, so it comes later than the page
 * @throws `StorageFault` of kind `replaced` when the store is another one by now
 */
export async function catchUp(
  port: StoragePort,
  head: Head,
  entities: ReadonlyMap<string, EntityDef>,
  isOwn: (commitId: string) => boolean,
  recovery: () => Promise<Recovery>,
): Promise<CaughtUp> {
  const [meta, first] = await Promise.all([readMeta(port), port.get(logKey(head.seq + 1))])
  if (meta === null || meta === 'damaged') {
    await (await recovery()).putBack(port, head, entities)
    return { foreign: [], own: [], damaged: [] }
  }
  if (meta.storeId !== head.meta.storeId) {
    throw new StorageFault('replaced', 'The stored data was replaced meanwhile. Reload this page to go on with it.')
  }
  head.meta = meta
  if (isMissing(first) && meta.through > head.seq) return (await recovery()).leap(port, head, entities)
  // Everything is read before anything moves: a read that fails half-way must not leave the head ahead of memory.
  const values: unknown[] = []
  for (let value = first; !isMissing(value); value = await port.get(logKey(head.seq + values.length + 1))) values.push(value)
  return takeIn(head, values, isOwn)
}

function takeIn(head: Head, values: readonly unknown[], isOwn: (commitId: string) => boolean): CaughtUp {
  const foreign: Foreign[] = []
  const own: string[] = []
  const damaged: string[] = []
  for (const value of values) {
    const entry = readEntry(value, head.seq + 1)
    if (typeof entry === 'string') {
      damaged.push(`Entry ${head.seq + 1} of the log ${entry}; what it changed is missing here.`)
      head.seq += 1
      continue
    }
    advance(head, deepFreeze(entry))
    if (isOwn(entry.commit.id)) own.push(entry.commit.id)
    else foreign.push({ patches: entry.commit.patches, commit: entry.commit })
  }
  return { foreign, own, damaged }
}

const isMissing = (value: unknown): boolean => value === null || value === undefined
