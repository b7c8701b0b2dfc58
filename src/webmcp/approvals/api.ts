import type { JsonObject } from '../../bus/json.ts'
import type { Result } from '../../bus/results.ts'
import type { ApprovalRequest, DraftRecord, DryRun, Gesture, ToolRecord } from '../library/types.ts'

/** Approving by a gesture sooner than this after the dialog showed does nothing, in milliseconds. */
export const INERT_MS = 500

/** Requests to publish, each bound to the digest of what the person sees. */
export interface Approvals {
  /** Those that wait, in the order they came. */
  waiting(): readonly ApprovalRequest[]
  /** One of this page, whatever became of it. */
  request(requestId: string): ApprovalRequest | undefined
  /**
   * What became of the last request for a draft. One that waits in another page that is still open says so in its
   * reason; one whose page has gone counts as withdrawn.
   * @returns null when nobody asked yet
   */
  lastOf(draftId: string): Pick<ApprovalRequest, 'requestId' | 'state' | 'reason' | 'digest'> | null
  /** Whether the last request for a draft waits in another page that is still open. */
  waitsElsewhere(draftId: string): boolean
  /** Open drafts whose request waited in a page that has gone, and was answered by nobody. */
  leftBehind(): readonly DraftRecord[]
  /** Withdraws such a request for good; its draft is kept. Fails with `NOT_FOUND` where there is none. */
  letGo(draftId: string): Result<null>
  /**
   * Asks the person. The same draft, unchanged and waiting, gives the same request.
   * Fails with `NOT_FOUND`, `BLOCKED` (the findings are in the draft's view), `LIMIT`, or `INVALID_INPUT` for a taken name.
   */
  open(draftId: string, origin: 'agent' | 'operator'): Result<ApprovalRequest>
  /**
   * Publishes exactly what was shown. A gesture that is not a person's, or comes too early, is refused and noted;
   * a request that no longer waits stays as it is. Both say so in the error.
   */
  approve(requestId: string, gesture: Gesture): Result<ToolRecord>
  reject(requestId: string, gesture: Gesture, reason?: string): Result<null>
  withdraw(requestId: string, reason: string): Result<null>
  /**
   * What the person at the request says to one of its questions, whatever was proposed. The same request then asks about
   * what comes of it, under the digest of that; fails as `approve` does, and then nothing is another.
   */
  answer(requestId: string, questionId: string, choice: string, gesture: Gesture): Result<ApprovalRequest>
  /** Runs the request's procedure on a copy of today's tickets with these arguments, and keeps the outcome with the request. */
  dryRun(requestId: string, args: JsonObject): Result<DryRun>
  /** Resolves once the request no longer waits; after an approval, once it is stored. */
  answered(requestId: string): Promise<ApprovalRequest>
  /** Told when a request came, changed or was answered. */
  onChange(listener: () => void): () => void
  dispose(): void
}
