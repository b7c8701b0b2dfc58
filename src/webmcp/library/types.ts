import type { Json, JsonObject } from '../../bus/json.ts'
import type { Words } from '../../bus/words.ts'
import type { Compiled } from '../../teach/compile/types.ts'
import type { Answers, Check, Edit, Finding, Generalized, Question } from '../../teach/generalize/types.ts'
import type { Procedure } from '../../teach/procedure/types.ts'

/** What an author may say about a draft. Everything else about it is computed. */
export interface Authored {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Parameter key → what the author calls it. */
  readonly parameters: Readonly<Record<string, { readonly name?: string; readonly description?: string }>>
}

/** A draft as stored: its sources and what people said of it. The procedure is computed from these. */
export interface DraftRecord extends Authored {
  readonly draftId: string
  readonly version: number
  readonly label: string
  readonly recordingIds: readonly string[]
  readonly answers: Answers
  readonly edits: readonly Edit[]
  /** What a person worded: no agent words it anew. Missing where nobody did. */
  readonly byHand?: readonly (keyof Authored)[]
  readonly status: 'open' | 'published' | 'discarded'
  /** The last publish request, so that a later page can say what became of it. */
  readonly request: StoredRequest | null
  readonly createdAt: string
  readonly updatedAt: string
}

export type RequestState = 'waiting' | 'published' | 'rejected' | 'withdrawn'

export interface StoredRequest {
  readonly requestId: string
  readonly digest: string
  readonly state: RequestState
  /** The page that held the request; another page finding it `waiting` knows it is gone. */
  readonly pageId: string
  readonly reason?: string
}

export type { Compiled }

/** An approved tool as stored. Immutable but for `state` and what is known of its runs. */
export interface ToolRecord {
  readonly name: string
  readonly version: number
  readonly compiled: Compiled
  readonly procedure: Procedure
  readonly digest: string
  readonly draftId: string
  readonly recordingIds: readonly string[]
  readonly state: 'live' | 'disabled' | 'revoked'
  readonly approvedAt: string
  readonly updatedAt: string
  /** Since it was approved as it is now. */
  readonly runCount: number
  /** Of what stood in its place before it was approved anew. Missing where nothing did. */
  readonly earlierRuns?: number
  readonly lastRunAt: string | null
  readonly lastError: { readonly code: string; readonly message: string; readonly step?: number } | null
}

/** A draft with everything computed from it. */
export interface DraftView {
  readonly draft: DraftRecord
  readonly generalized: Generalized
  readonly checks: readonly Check[]
  readonly compiled: Compiled
  /** Of generalizing, verifying, compiling and linting together, worst first. */
  readonly findings: readonly Finding[]
  readonly questions: readonly Question[]
  readonly blocked: boolean
  readonly digest: string
  readonly steps: readonly StepWords[]
}

/** One line of the procedure in plain words. */
export interface StepWords {
  readonly as: string
  /** From 1. */
  readonly number: number
  /** How deep inside loops and branches. */
  readonly depth: number
  readonly words: Words
  /** Small print under the step: why it became so. */
  readonly why: readonly Words[]
}

/** What a procedure would do on a copy of some tickets. */
export interface DryRun {
  readonly on: 'demonstration' | 'today'
  /** The demonstration on whose state it ran. */
  readonly recordingId?: string
  readonly args: JsonObject
  readonly changes: readonly DryChange[]
  readonly unchanged: number
  readonly error: { readonly code: string; readonly message: string; readonly step?: number } | null
}

export interface DryChange {
  readonly entity: string
  readonly id: string
  readonly field: string
  readonly from?: Json
  readonly to?: Json
}

export interface ApprovalRequest {
  readonly requestId: string
  readonly draftId: string
  readonly digest: string
  readonly origin: 'agent' | 'operator'
  readonly requestedAt: string
  readonly state: RequestState
  readonly reason?: string
  /** Published, but kept in memory only. */
  readonly saved?: false
  /** What the person sees, and what is registered if they approve: bound by the digest. */
  readonly view: DraftView
  readonly dryRuns: readonly DryRun[]
}

/** How the approving gesture arrived, for the audit. */
export interface Gesture {
  readonly isTrusted: boolean
  readonly via: 'pointer' | 'key' | 'script'
  /** Milliseconds since the dialog showed. */
  readonly after: number
}
