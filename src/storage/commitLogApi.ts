import type { Bus } from '../bus/bus.ts'
import type { Commit } from '../bus/journal.ts'
import type { Recovery } from './catchUp.ts'
import type { LoadedState } from './loadState.ts'
import type { LockPort } from './lock.ts'
import type { StoragePort } from './port.ts'
import type { Scheduler } from './scheduler.ts'
import type { Outcome } from './settling.ts'
import type { TabSignal } from './tabSignal.ts'

export interface LogStatus {
  /** False while anything is only in memory because storage would not take it, or there is none. */
  readonly saved: boolean
  readonly kind: StoragePort['kind']
  /** Why not, in words. */
  readonly reason: string | null
  /** How many commits wait to be stored. */
  readonly pending: number
}

export interface CommitLogOptions {
  readonly bus: Bus
  readonly port: StoragePort
  readonly lock: LockPort
  /** As loaded, or written by `writeInitial`. The bus holds exactly its records: make the log before the first commit. */
  readonly start: LoadedState
  readonly tabId: string
  /** Resolves once the store of `start` is there to append to, and tries again when it is not. */
  readonly written?: (() => Promise<void>) | undefined
  /** Default: the browser's timers. */
  readonly scheduler?: Scheduler
  /** Whether a commit may wait a moment for the next one, to be stored in one step with it. Default: none may. */
  readonly mayWait?: (commit: Commit) => boolean
  /** What is done when the store was emptied, or went on without this tab for long. */
  readonly recovery: () => Promise<Recovery>
  /** Tells other tabs, and hears from them, that the log grew. */
  readonly signal?: TabSignal
  /** Commits of other tabs that are now in memory. */
  readonly onForeign?: (commits: readonly Commit[]) => void
  /** A commit of this tab was taken back, because another tab's came first. */
  readonly onRolledBack?: (commit: Commit, reason: string) => void
  /** Something went wrong that costs nobody anything now, in words: for the audit. */
  readonly onProblem?: (message: string) => void
  /** How many entries and how many patches the log holds before chunks are rewritten. */
  readonly compactAfter?: { readonly entries: number; readonly patches: number }
  /** How many entries of the log are kept for history and audit. Default 1,000. */
  readonly keepEntries?: number
}

export interface CommitLog {
  readonly status: LogStatus
  /** The commits that wait to be stored, in their order. */
  readonly waiting: readonly Commit[]
  onStatus(listener: (status: LogStatus) => void): () => void
  /** Whether somebody who asks about a waiting commit is told at once: that it is in memory only, for now. */
  isAnswered(commitId: string): boolean
  /** What became of a commit: stored, in memory only (for now), or taken back. Resolves at the first answer. */
  settled(commitId: string): Promise<Outcome>
  /** Stores what waits, also while storage refuses. Resolves when all is stored, or storage refused again. */
  flush(): Promise<LogStatus>
  /** As `flush`: the person asked. */
  retry(): Promise<LogStatus>
  /** Takes in what other tabs stored. @returns whether storage could be read */
  refresh(): Promise<boolean>
  /** Rewrites chunks now. Otherwise done when idle, once the log has grown. */
  compact(): Promise<void>
  dispose(): void
}
