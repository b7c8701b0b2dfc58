import type { CatalogueIndex } from '../../bus/command.ts'
import { movesByItself } from '../../bus/entity.ts'
import type { JournalEntry } from '../../bus/journal.ts'
import { equalJson, type Json, type JsonObject } from '../../bus/json.ts'
import type { Problem } from '../../bus/results.ts'
import type { Patch } from '../../bus/state.ts'

/** What a run did to one field of one record, from before its first touch to after its last. */
export interface Change {
  readonly entity: string
  readonly id: string
  readonly field: string
  readonly from?: Json
  readonly to?: Json
}

/** Ids of a loop's rows, by what became of them. */
export interface LoopReport {
  readonly done: readonly string[]
  /** The guard did not hold (any more). */
  readonly skipped: readonly string[]
  readonly failed: readonly string[]
  /** After a failure or a stop, or beyond the loop's bound. */
  readonly notTried: readonly string[]
}

/** What a look-up found. */
export interface ReadResult {
  /** Kind of the rows, where the catalogue says. */
  readonly entity: string | null
  readonly rows: readonly JsonObject[]
  /** How many there are; more than the rows when the command was asked for some only. */
  readonly total: number
}

/** Why a run ended early, and where it stands. */
export type RunError = Problem & {
  /** Number of the step; absent when it ended before the first. */
  readonly step?: number
  readonly command?: string
  /** Of a loop: ids of rows that stay done. Else step numbers: always none, since a run of one record is all or nothing. */
  readonly applied: readonly (number | string)[]
  /** Of a loop: ids of the rows that were not done. Else the numbers of all steps. */
  readonly remaining: readonly (number | string)[]
}

/** How a run went. After an error only what was committed row by row is told as changed. */
export interface Outcome {
  readonly ok: boolean
  readonly error?: RunError
  /** Net, per record and field; volatile fields left out. */
  readonly changes: readonly Change[]
  /** Writes that found it already so. */
  readonly unchanged: number
  /** Writes dispatched. */
  readonly writes: number
  /** What was found, when the procedure writes nothing. */
  readonly result?: ReadResult
  readonly loop?: LoopReport
  /** What a plan threw, for the log: never for a caller. */
  readonly thrown?: unknown
}

/** The counts and changes of some entries. */
export function tally(entries: readonly JournalEntry[], index: CatalogueIndex): Pick<Outcome, 'changes' | 'unchanged' | 'writes'> {
  const writes = entries.filter((entry) => entry.effect === 'write')
  return {
    changes: netChanges(
      entries.flatMap((entry) => entry.patches),
      index,
    ),
    unchanged: writes.filter((entry) => entry.patches.length === 0).length,
    writes: writes.length,
  }
}

/** What patches come to, field by field, in the order first touched. Volatile fields and changes that cancel out are left out. */
export function netChanges(patches: readonly Patch[], index: CatalogueIndex): readonly Change[] {
  const net = new Map<
    string,
    { readonly entity: string; readonly id: string; readonly field: string; from: Json | undefined; to: Json | undefined }
  >()
  for (const patch of patches) {
    const entity = index.entity(patch.entity)
    for (const [field, from, to] of fieldsOf(patch)) {
      if (movesByItself(entity, field)) continue
      const key = JSON.stringify([patch.entity, patch.id, field])
      const known = net.get(key)
      if (known) known.to = to
      else net.set(key, { entity: patch.entity, id: patch.id, field, from, to })
    }
  }
  return [...net.values()]
    .filter(({ from, to }) => !equalJson(from, to))
    .map(({ from, to, ...place }) => ({ ...place, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }))
}

function fieldsOf(patch: Patch): readonly (readonly [string, Json | undefined, Json | undefined])[] {
  if (patch.op === 'update') return Object.entries(patch.fields).map(([field, { from, to }]) => [field, from, to])
  const created = patch.op === 'create'
  return Object.entries(patch.record).map(([field, value]) => [field, created ? undefined : value, created ? value : undefined])
}
