import type { EntityDef } from '../../bus/entity.ts'
import type { ListView, Rec, State } from '../../bus/state.ts'
import { MAX_ROWS, rowOf } from './project.ts'
import type { RecordedEvidenceMap, ViewSnapshot } from './types.ts'

/** How many ids of a list a snapshot keeps. */
export const MAX_IDS = 200

export interface SnapshotOptions {
  readonly viewId: string
  /** Where each part of the query came from, `kept` resolved. */
  readonly evidence: RecordedEvidenceMap
  /** The step that set the list; none where it stood before Teach. */
  readonly step?: string | undefined
}

/** The list on show as it stands: its query, its first rows with their displayed values, its length. */
export function snapshotView(list: ListView, records: State, entity: EntityDef, { viewId, evidence, step }: SnapshotOptions): ViewSnapshot {
  return {
    viewId,
    ...(step === undefined ? {} : { step }),
    entity: list.entity,
    command: list.command,
    query: list.query,
    evidence,
    total: list.ids.length,
    rows: recordsOf(list, records, MAX_ROWS).map((record) => rowOf(record, entity)),
    ids: list.ids.slice(0, MAX_IDS),
  }
}

/** The records of a list as they are now, in its order; ids that are gone are passed over. */
export function recordsOf(list: ListView, records: Pick<State, 'get'>, most = Infinity): readonly Rec[] {
  const found: Rec[] = []
  for (const id of list.ids) {
    if (found.length >= most) break
    const record = records.get(list.entity, id)
    if (record) found.push(record)
  }
  return found
}
