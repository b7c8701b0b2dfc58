import type { Actor } from '../../bus/journal.ts'
import type { Evidence } from '../../bus/evidence.ts'
import type { FieldReads } from '../../bus/trackReads.ts'
import type { Json, JsonObject } from '../../bus/json.ts'

/** Evidence as kept: `kept` is resolved to what it stood for, and what was so before Teach says so. */
export type RecordedEvidence = Exclude<Evidence, { how: 'kept' }> & {
  /** This part of a query stood before the recording began. */
  readonly beforeTeach?: true
  /** With `focus`/`opened`: id of the step that opened it. */
  readonly step?: string
}

export type RecordedEvidenceMap = Readonly<Record<string, RecordedEvidence>>

/** A record's displayed fields, its id among them. */
export type Row = JsonObject

/** A list as it stood, stored once and referred to by id. */
export interface ViewSnapshot {
  readonly viewId: string
  /** The step that set it; absent where it stood before Teach, or nobody of the demonstration set it. */
  readonly step?: string
  readonly entity: string
  /** Command that made it, its complete query, and where each part of the query came from. */
  readonly command: string
  readonly query: JsonObject
  readonly evidence: RecordedEvidenceMap
  readonly total: number
  /** At most 50, the first ones. */
  readonly rows: readonly Row[]
  /** Ids of the full list, at most 200, the first ones. */
  readonly ids: readonly string[]
}

/** Something true of a row: the alphabet in which a choice can be told. */
export interface Literal {
  readonly field: string
  readonly op: '=' | '!=' | 'contains' | 'lacks' | 'empty' | 'not-empty'
  readonly value?: Json
}

/** What the full list says about one chosen row, counted at the moment of choice. */
export interface Witness {
  readonly id: string
  /** Place in the full list, from 0, and its length. */
  readonly ordinal: number
  readonly total: number
  /** By ordered field: how many rows come strictly before (smaller), after (larger), and share its value (others). */
  readonly ranks: Readonly<Record<string, { readonly smaller: number; readonly larger: number; readonly ties: number }>>
  /** Literals true of the row but not of all rows, with how many of the full list satisfy each (the row itself included). */
  readonly literals: readonly { readonly literal: Literal; readonly count: number }[]
  /**
   * Pairs of those, by index, with how many rows satisfy both: only pairs that narrow. A pair that is not
   * listed holds for as many rows as the rarer of the two.
   */
  readonly pairs: readonly { readonly of: readonly [number, number]; readonly count: number }[]
}

/** A field of a record before and after a step. */
export interface StepChange {
  readonly entity: string
  readonly id: string
  readonly field: string
  readonly before?: Json
  readonly after?: Json
}

/** One dispatched command of the demonstration. */
export interface Step {
  /** Stable within the recording: `s1`, `s2` … in the order dispatched. */
  readonly stepId: string
  readonly command: string
  readonly input: JsonObject
  /** Ids and displayed fields of what came back; lists cut at 50 rows. */
  readonly output: Json
  /** How many rows the output really had, where rows were cut. */
  readonly outputCut?: { readonly shown: number; readonly total: number }
  /** The list on show when the step began, if any. */
  readonly view?: string
  /** Leaf path of a record the step names → what the list on show says about that choice. */
  readonly choices: Readonly<Record<string, Witness>>
  readonly evidence: RecordedEvidenceMap
  readonly changes: readonly StepChange[]
  readonly reads: readonly FieldReads[]
  /** Ids of the steps this one takes back or brings back (undo, redo). Such a step has no command of the catalogue. */
  readonly reverts?: readonly string[]
  readonly restores?: readonly string[]
  readonly actor: Actor
  readonly time: string
  /** The person struck it out while teaching. */
  readonly struck?: true
}

/** What stood when Teach was pressed. */
export interface StartView {
  /** View on show, among `views`. */
  readonly view?: string
  /** The open record, if one was open. */
  readonly focus?: { readonly entity: string; readonly id: string }
  /** Whose console it was: id of the person acting, if known. */
  readonly me?: string
}

/** First-seen values of everything read, written, shown or chosen: entity → id → record. */
export type Slice = Readonly<Record<string, Readonly<Record<string, JsonObject>>>>

/** One demonstration, raw: everything that was done between Teach and Stop. Never edited afterwards. */
export interface Recording {
  readonly format: 'understudy/recording'
  readonly version: 1
  readonly recordingId: string
  readonly label: string
  readonly startedAt: string
  readonly endedAt: string
  readonly start: StartView
  readonly views: Readonly<Record<string, ViewSnapshot>>
  readonly slice: Slice
  readonly steps: readonly Step[]
  /** What had to be cut to stay within 64 kB, in words. */
  readonly cuts: readonly string[]
  /** The recording it was made of, and the steps that were shown again since. */
  readonly repairs?: { readonly recordingId: string; readonly steps: readonly string[] }
}

/** A recording that goes on, as stored after each step: enough to go on with it after a reload. */
export interface LiveRecording {
  readonly format: 'understudy/live-recording'
  readonly version: 1
  readonly recordingId: string
  readonly startedAt: string
  readonly start: StartView
  readonly views: Readonly<Record<string, ViewSnapshot>>
  readonly slice: Slice
  readonly steps: readonly Step[]
  readonly cuts: readonly string[]
  /** Commit id → the steps it stands for, so that an undo after the reload finds them. */
  readonly commits: Readonly<Record<string, readonly string[]>>
  /** Where the list on show and the open record came from. */
  readonly standing: Standing
  /** What is to come of it, for whoever goes on with it; the recorder only keeps it. Left out for a task of its own. */
  readonly purpose?: JsonObject
}

/** What is known of the list on show and of the open record: which step made them, and from what. */
export interface Standing {
  readonly list?: {
    readonly command: string
    readonly query: JsonObject
    readonly evidence: RecordedEvidenceMap
    readonly step?: string
    /** Its snapshot, once there is one. */
    readonly view?: string
  }
  readonly focus?: { readonly entity: string; readonly id: string; readonly step?: string }
}

/** The demonstration after normalising: what generalizing works on. Steps keep their ids. */
export interface Trace {
  readonly recordingId: string
  readonly start: StartView
  readonly views: Readonly<Record<string, ViewSnapshot>>
  readonly slice: Slice
  readonly steps: readonly Step[]
  /** Steps that were shown again since, in place of what stood there. */
  readonly shownAgain?: readonly string[]
}
