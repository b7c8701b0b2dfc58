import type { Json } from '../../bus/json.ts'
import type { Rec, State } from '../../bus/state.ts'
import type { Recording } from '../../teach/recording/types.ts'
import type { Damaged } from './api.ts'
import { draftFault, recordingFault, toolFault } from './faults.ts'
import type { DraftRecord, ToolRecord } from './types.ts'

/** The library's records as they can be read, and those that cannot. */
export interface Shelf {
  readonly recordings: ReadonlyMap<string, Recording>
  readonly drafts: ReadonlyMap<string, DraftRecord>
  readonly tools: ReadonlyMap<string, ToolRecord>
  readonly damaged: readonly Damaged[]
}

/** Checked records are frozen and replaced by change, so each is looked at once. */
const faults = new WeakMap<Rec, string | null>()

/** Reads the library out of the records. What is damaged is set aside, whatever it is: nothing here throws. */
export function shelfOf(records: State): Shelf {
  const damaged: Damaged[] = []
  function read<T>(entity: Damaged['entity'], idField: string, faultOf: (record: Json) => string | null): ReadonlyMap<string, T> {
    const found = new Map<string, T>()
    for (const record of records.list(entity)) {
      const fault = faults.get(record) ?? faultOf(record)
      faults.set(record, fault)
      const id = record[idField] as string
      if (fault === null) found.set(id, record as unknown as T)
      else damaged.push({ entity, id, reason: `This ${entity} ${fault}.` })
    }
    return found
  }
  return {
    recordings: read<Recording>('recording', 'recordingId', recordingFault),
    drafts: read<DraftRecord>('draft', 'draftId', draftFault),
    tools: read<ToolRecord>('tool', 'name', toolFault),
    damaged,
  }
}
