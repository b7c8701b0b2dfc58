import type { Effect } from './command.ts'
import type { EvidenceMap } from './evidence.ts'
import type { Json, JsonObject } from './json.ts'
import type { Patch } from './state.ts'

/** Who acted. */
export type Actor = 'operator' | 'agent' | 'system'

/** The run a dispatch belongs to. */
export interface RunRef {
  readonly id: string
  readonly tool: string
}

/** Where a dispatch came from. */
export interface DispatchContext {
  readonly actor: Actor
  /** What carried it: `list`, `ticket`, `palette`, `tool`, `undo`, `import` … */
  readonly source: string
  readonly run?: RunRef
  readonly evidence?: EvidenceMap
}

/** One dispatched command, as the journal keeps it. */
export interface JournalEntry extends DispatchContext {
  /** Counts up over the page's life, from 1. */
  readonly seq: number
  readonly time: string
  readonly command: string
  readonly effect: Effect
  readonly input: JsonObject
  readonly output: Json
  readonly patches: readonly Patch[]
}

/** A version that was relied on. If it is another one at commit, the commit is stale. */
export interface ReadMark {
  readonly entity: string
  readonly id: string
  /** Null: there was no such record. */
  readonly version: number | null
}

/** Something that happened, for the audit. `type` is one of a closed list kept in the audit module. */
export interface AuditEvent {
  readonly type: string
  readonly tool?: string
  readonly digest?: string
  readonly detail?: JsonObject
}

/** What is stored as one record: all of it or nothing. */
export interface Commit {
  readonly id: string
  readonly time: string
  readonly actor: Actor
  readonly source: string
  readonly run?: RunRef
  readonly entries: readonly JournalEntry[]
  /** What the commit does to the records, in order; also for undo, which has no entries of commands. */
  readonly patches: readonly Patch[]
  readonly reads: readonly ReadMark[]
  /** May be undone by the person as one unit with others of the same run. */
  readonly undoable: boolean
  /** Ids of the commits this one takes back, or brings back. */
  readonly undoes?: readonly string[]
  readonly redoes?: readonly string[]
  readonly audit?: AuditEvent
}
