import type { EntityDef } from '../bus/entity.ts'
import type { Commit } from '../bus/journal.ts'
import { deepFreeze, equalJson, type Json } from '../bus/json.ts'
import type { Patch, Rec } from '../bus/state.ts'
import type { Records } from '../bus/table.ts'
import { StorageFault } from './fault.ts'
import { advance, headOf, type Head } from './head.ts'
import { CHUNK, LOG, logKey } from './keys.ts'
import { loadState, writeInitial } from './loadState.ts'
import { readEntry } from './logEntry.ts'
import { readMeta, writeMeta } from './meta.ts'
import type { StoragePort } from './port.ts'

/** What other tabs did. `commit` is missing where only the outcome is known. */
export interface Foreign {
  readonly patches: readonly Patch[]
  readonly commit?: Commit
}

export interface CaughtUp {
  readonly foreign: readonly Foreign[]
  /** Ids of commits of this tab that are stored although the write seemed to fail. */
  readonly own: readonly string[]
  readonly damaged: readonly string[]
}

/**
 * Reads what the log got since this tab last looked, and moves the head there.
 * @param isOwn whether a commit is one of this tab's that waits to be stored
 * @throws `StorageFault` of kind `replaced` when the store is another one by now
 */
export async function catchUp(
  port: StoragePort,
  head: Head,
  entities: ReadonlyMap<string, EntityDef>,
  isOwn: (commitId: string) => boolean,
): Promise<CaughtUp> {
  const [meta, first] = await Promise.all([readMeta(port), port.get(logKey(head.seq + 1))])
  if (meta === null || meta === 'damaged') {
    await putBack(port, head, entities)
    return { foreign: [], own: [], damaged: [] }
  }
  if (meta.storeId !== head.meta.storeId) {
    throw new StorageFault('replaced', 'The stored data was replaced meanwhile. Reload this page to go on with it.')
  }
  head.meta = meta
  if (isMissing(first) && meta.through > head.seq) return leap(port, head, entities)
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

/**
 * The store's own description is gone. With the data still there it is written again; with everything gone
 * (the person cleared the site's data, another tab deleted the database) what this tab knows is, since going
 * on without it would store changes to nothing.
 */
async function putBack(port: StoragePort, head: Head, entities: ReadonlyMap<string, EntityDef>): Promise<void> {
  const [log, chunks] = await Promise.all([port.keys(LOG), port.keys(CHUNK)])
  if (log.length + chunks.length > 0) {
    head.meta = { ...head.meta, generation: head.meta.generation + 1 }
    return writeMeta(port, head.meta)
  }
  const records = Object.fromEntries([...entities.keys()].map((name) => [name, head.stored.list(name)]))
  const state = await writeInitial(port, entities, records, head.meta.storeId, head.seq)
  Object.assign(head, headOf({ ...state, lastHash: head.hash }, entities, head.stored))
}

/** This tab slept while the log moved on and was trimmed: takes the whole state instead of the commits. */
async function leap(port: StoragePort, head: Head, entities: ReadonlyMap<string, EntityDef>): Promise<CaughtUp> {
  const state = await loadState(port, entities)
  const patches = [...entities.values()].flatMap((entity) => differences(entity, head.stored, state.records[entity.name] ?? []))
  Object.assign(head, headOf(state, entities))
  return { foreign: [{ patches }], own: [], damaged: state.damaged }
}

/** The patches that lead from one state of an entity to another. */
function differences(entity: EntityDef, before: Records, after: readonly Rec[]): readonly Patch[] {
  const patches: Patch[] = []
  const ids = new Set<string>()
  for (const record of after) {
    const id = record[entity.idField] as string
    ids.add(id)
    const was = before.get(entity.name, id)
    if (!was) patches.push({ op: 'create', entity: entity.name, id, record })
    else if (!equalJson(was, record)) patches.push({ op: 'update', entity: entity.name, id, fields: changedFields(was, record) })
  }
  for (const record of before.list(entity.name)) {
    const id = record[entity.idField] as string
    if (!ids.has(id)) patches.push({ op: 'remove', entity: entity.name, id, record })
  }
  return patches
}

function changedFields(was: Rec, is: Rec): Record<string, { from?: Json; to?: Json }> {
  const fields: Record<string, { from?: Json; to?: Json }> = {}
  for (const field of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const from = was[field]
    const to = is[field]
    if (!equalJson(from, to)) fields[field] = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
  }
  return fields
}
