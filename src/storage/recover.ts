import type { EntityDef } from '../bus/entity.ts'
import { equalJson, type Json } from '../bus/json.ts'
import type { Patch, Rec } from '../bus/state.ts'
import type { Records } from '../bus/table.ts'
import type { CaughtUp } from './catchUp.ts'
import { headOf, type Head } from './head.ts'
import { CHUNK, LOG } from './keys.ts'
import { loadState, writeInitial } from './loadState.ts'
import { writeMeta } from './meta.ts'
import type { StoragePort } from './port.ts'

/**
 * The store's own description is gone. With the data still there it is written again; with everything gone
 * (the person cleared the site's data, another tab deleted the database) what this tab knows is, since going
 * on without it would store changes to nothing.
 */
export async function putBack(port: StoragePort, head: Head, entities: ReadonlyMap<string, EntityDef>): Promise<void> {
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
export async function leap(port: StoragePort, head: Head, entities: ReadonlyMap<string, EntityDef>): Promise<CaughtUp> {
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
