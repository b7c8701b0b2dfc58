import type { EntityDef } from '../bus/entity.ts'
import { patched, type Patch, type Rec } from '../bus/state.ts'
import type { Chunk } from './chunks.ts'
import type { LogEntry } from './logEntry.ts'

/**
 * The records of one entity after the tail of the log. A chunk that was rewritten before a crash may already
 * hold part of the tail, so each record takes only what is younger than its chunk.
 * @returns all records, and the ids of those the tail touched
 */
export function replay(
  entity: EntityDef,
  chunks: readonly Chunk[],
  tail: readonly LogEntry[],
): { readonly records: readonly Rec[]; readonly touched: ReadonlySet<string> } {
  const stored = chunks.length === 1 ? (chunks[0]?.records ?? []) : chunks.flatMap((chunk) => chunk.records)
  const patches = tail.flatMap(({ seq, commit }) =>
    commit.patches.filter((patch) => patch.entity === entity.name).map((patch) => ({ seq, patch })),
  )
  const touched = new Set(patches.map(({ patch }) => patch.id))
  if (touched.size === 0) return { records: stored, touched }
  const current = new Map<string, Rec | undefined>()
  const holds = new Map<string, number>()
  const idOf = (record: Rec): string => record[entity.idField] as string
  for (const chunk of chunks) {
    for (const record of chunk.records) {
      if (!touched.has(idOf(record))) continue
      current.set(idOf(record), record)
      holds.set(idOf(record), chunk.seq)
    }
  }
  for (const { seq, patch } of patches) {
    if (seq > (holds.get(patch.id) ?? 0)) current.set(patch.id, after(current.get(patch.id), patch))
  }
  const old = new Set(holds.keys())
  const kept = stored.map((record) => (old.has(idOf(record)) ? current.get(idOf(record)) : record))
  const made = [...current].map(([id, record]) => (old.has(id) ? undefined : record))
  return { records: [...kept, ...made].filter((record) => record !== undefined), touched }
}

/** A record after one patch. An update of a record that is not there leaves nothing there. */
function after(record: Rec | undefined, patch: Patch): Rec | undefined {
  if (patch.op === 'create') return patch.record
  return patch.op === 'remove' || !record ? undefined : patched(record, patch.fields)
}
