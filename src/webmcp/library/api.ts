import type { DispatchContext } from '../../bus/journal.ts'
import type { Result } from '../../bus/results.ts'
import type { Answers, Edit } from '../../teach/generalize/types.ts'
import type { Recording } from '../../teach/recording/types.ts'
import type { Similar } from './joining.ts'
import type { Authored, DraftRecord, DraftView, ToolRecord } from './types.ts'

/** Who changes the library, and from where. */
export type By = Pick<DispatchContext, 'actor' | 'source'>

/** A stored record that cannot be read. It is shown and left alone; everything else goes on. */
export interface Damaged {
  readonly entity: 'recording' | 'draft' | 'tool'
  readonly id: string
  readonly reason: string
}

/** What may change about a draft. Members left out stay as they are. */
export interface DraftChange extends Partial<Authored> {
  readonly answers?: Answers
  readonly edits?: readonly Edit[]
  readonly recordingIds?: readonly string[]
}

/** What makes a draft when an agent or a person asks for one. */
export interface DraftRequest extends Omit<Authored, 'title' | 'parameters'> {
  readonly recordingIds: readonly string[]
  readonly title?: string
  readonly parameters?: Authored['parameters']
  readonly answers?: Answers
}

/** Recordings, drafts and tools of this desk. Every change is a commit of the bus with its audit event. */
export interface Library {
  /** Newest first. */
  recordings(): readonly Recording[]
  recording(recordingId: string): Recording | undefined
  /** Open and published ones, the last changed first. Discarded ones are left out. */
  drafts(): readonly DraftRecord[]
  draft(draftId: string): DraftRecord | undefined
  /** In the order they were approved; revoked ones are left out. */
  tools(): readonly ToolRecord[]
  /** Also a revoked one. */
  tool(name: string): ToolRecord | undefined
  damaged(): readonly Damaged[]

  /** Keeps a recording and makes a draft of it at once, with names suggested from its steps. */
  saveRecording(recording: Recording, by?: By): Result<{ readonly recording: Recording; readonly draft: DraftRecord }>
  /** `BLOCKED` while a draft or a tool still rests on it. */
  discardRecording(recordingId: string, by?: By): Result<null>
  /**
   * The draft of these recordings under this name: the one there is (an untouched suggestion counts as such),
   * changed as asked, or a new one. What a person answered, worded or changed by hand stays
   * in either. `LIMIT` for an agent that has made too many.
   */
  draftFrom(request: DraftRequest, by?: By): Result<DraftRecord>
  /** `BLOCKED` with the reason where the demonstrations contradict a change by hand; then nothing is another. */
  editDraft(draftId: string, change: DraftChange, by?: By): Result<DraftRecord>
  /** Puts a draft away; on request for good, with those of its recordings on which nothing else rests. */
  discardDraft(draftId: string, by?: By, withRecordings?: boolean): Result<null>
  /** What rests on a recording, in words, a draft left out if given; null when nothing does. */
  userOf(recordingId: string, but?: string): string | null
  /** A new draft of recordings that were kept, under names suggested from their steps. */
  draftAgain(recordingIds: readonly string[], by?: By): Result<DraftRecord>
  /** Other drafts that a draft's demonstrations may be further examples of, the best fit first. */
  similar(draftId: string): readonly Similar[]
  /**
   * Sharpens a draft with the demonstrations of another, which is then gone as a draft of its own. Fails with the
   * reason where one procedure does not explain all of them; then both stay as they are.
   */
  join(draftId: string, into: string, by?: By): Result<DraftRecord>
  /**
   * The other way: makes a demonstration of a draft a draft of its own again, called and answered as before it was
   * joined. `BLOCKED` with the reason where what was decided about the draft would no longer fit what is left of it;
   * then nothing is another.
   * @returns the draft of the one demonstration
   */
  takeApart(draftId: string, recordingId: string, by?: By): Result<DraftRecord>
  /** A draft with everything computed from it; cached until one of its records changes. */
  draftView(draftId: string): Result<DraftView>
  /** What these recordings would give, with nothing authored and nothing stored. */
  preview(recordingIds: readonly string[]): Result<DraftView>

  /** Told after recordings, drafts or tools changed, whoever changed them. */
  onChange(listener: () => void): () => void
  /** Stops following the bus. */
  dispose(): void
}
