import type { Bus } from '../../bus/bus.ts'
import { canonical } from '../../bus/json.ts'
import { fail, ok, type Result } from '../../bus/results.ts'
import type { Answers, Edit } from '../../teach/generalize/types.ts'
import type { Recording } from '../../teach/recording/types.ts'
import { computeDraft, learn, type ComputePorts, type Learned } from './computeDraft.ts'
import type { DraftRecord, DraftView } from './types.ts'

export interface DraftViewsOptions extends ComputePorts {
  readonly bus: Bus
  readonly recording: (recordingId: string) => Recording | undefined
  readonly report?: (where: string, error: unknown) => void
}

interface Known<T> {
  readonly recordings: readonly Recording[]
  readonly value: T
}

/** How many things learned are remembered; a draft in work asks for the same few again and again. */
const KEPT = 64

/**
 * Computes drafts, and remembers: what was learned by the recordings (their very records), answers and edits; views
 * by the draft's record. Renaming a draft costs no learning.
 */
export class DraftViews {
  private readonly learned = new Map<string, Known<Result<Learned>>>()
  private readonly views = new WeakMap<DraftRecord, Known<DraftView>>()

  constructor(private readonly options: DraftViewsOptions) {}

  view(draft: DraftRecord): Result<DraftView> {
    const recordings = this.recordingsOf(draft.recordingIds)
    if (!recordings.ok) return recordings
    const known = this.views.get(draft)
    if (known && same(known.recordings, recordings.value)) return ok(known.value)
    const learned = this.learn(recordings.value, draft.answers, draft.edits)
    if (!learned.ok) return learned
    return this.guarded(() => {
      const value = computeDraft(draft, learned.value, this.options.bus.session.records, this.options)
      this.views.set(draft, { recordings: recordings.value, value })
      return ok(value)
    })
  }

  learnFrom(recordingIds: readonly string[], answers: Answers = {}, edits: readonly Edit[] = []): Result<Learned> {
    const recordings = this.recordingsOf(recordingIds)
    return recordings.ok ? this.learn(recordings.value, answers, edits) : recordings
  }

  /** The same of a recording that is not kept yet. */
  learnFromNew(recording: Recording): Result<Learned> {
    return this.learn([recording], {}, [])
  }

  /** What was learned of a recording holds for the copy of it that was kept. */
  keptAs(made: Recording, kept: Recording): void {
    for (const [key, known] of this.learned) {
      if (same(known.recordings, [made])) this.learned.set(key, { ...known, recordings: [kept] })
    }
  }

  private learn(recordings: readonly Recording[], answers: Answers, edits: readonly Edit[]): Result<Learned> {
    const key = canonical([recordings.map((recording) => recording.recordingId), answers, edits])
    const known = this.learned.get(key)
    if (known && same(known.recordings, recordings)) return known.value
    const value = this.guarded(() => learn(recordings, answers, edits, this.options))
    this.learned.delete(key)
    this.learned.set(key, { recordings, value })
    const [oldest] = this.learned.keys()
    if (this.learned.size > KEPT && oldest !== undefined) this.learned.delete(oldest)
    return value
  }

  private recordingsOf(recordingIds: readonly string[]): Result<readonly Recording[]> {
    const recordings = recordingIds.map((id) => this.options.recording(id))
    const missing = recordingIds.filter((_, place) => !recordings[place])
    if (missing.length > 0) return fail('NOT_FOUND', 'There is no such recording, or it cannot be read.', { path: 'recordingIds' })
    return ok(recordings.flatMap((recording) => recording ?? []))
  }

  /** A stored recording may be damaged deeper than anyone looked; that must end here and nowhere else. */
  private guarded<T>(compute: () => Result<T>): Result<T> {
    try {
      return compute()
    } catch (error) {
      this.options.report?.('draft', error)
      return fail('INTERNAL', 'This recording cannot be read, so nothing can be made of it. Show the task again.')
    }
  }
}

const same = (a: readonly Recording[], b: readonly Recording[]): boolean =>
  a.length === b.length && a.every((one, place) => one === b[place])
