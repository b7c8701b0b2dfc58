import { inject, type InjectionKey, type ShallowRef } from 'vue'
import type { BridgeChoice } from '../app/bridgeChoice.ts'
import type { Bus } from '../bus/bus.ts'
import type { History } from '../bus/history.ts'
import type { Commit } from '../bus/journal.ts'
import type { ChainReport } from '../storage/checkChain.ts'
import type { Recorder } from '../teach/recording/recorder.ts'
import type { LiveRecording } from '../teach/recording/types.ts'
import type { Approvals } from '../webmcp/approvals/api.ts'
import type { Library } from '../webmcp/library/api.ts'
import type { Repairs } from '../webmcp/library/repair.ts'
import type { Provider } from '../webmcp/provider.ts'
import type { Registry } from '../webmcp/registry/api.ts'
import type { Runs } from '../webmcp/runs/api.ts'
import type { Showing } from './showing.ts'

/** Whether what is done here is kept, as the storage knows it. */
export interface Saving {
  /** Tries again now what storage refused. */
  retry(): void
  /** Told what the person must know about their own changes and stored data, a sentence each. */
  onTold(listener: (message: string) => void): () => void
  /** Null while everything is saved; else why not, in a sentence that says what to do. */
  problem(): string | null
  onChange(listener: () => void): () => void
}

/** The last commits, those of earlier page lives included. */
export interface CommitMemory {
  /** Oldest first. */
  all(): readonly Commit[]
  /** Whether those are all that were made since a time. */
  reachesTo(time: string): boolean
  onChange(listener: () => void): () => void
}

/** Stores running recordings step by step, and finds those that outlived their pages. */
export interface LiveKeeper {
  save(live: LiveRecording): void
  /** Forgets a recording, the one saved last unless named. */
  drop(recordingId?: string): void
  /** Forgets it as soon as all that was done so far is stored: what came of it is among that. */
  dropOnceStored(recordingId?: string): Promise<void>
  /** The one that was begun last of those that no page runs. */
  find(): Promise<LiveRecording | null>
  /** A recording as it stands now; null where a page runs it meanwhile, or it is gone. */
  claim(recordingId: string): Promise<LiveRecording | null>
}

/** The stored log, for the audit. */
export interface LogReader {
  /** Reads all that is kept of it and checks it link by link. Rejects where storage fails. */
  check(): Promise<ChainReport>
}

/** Where the person was in the list when the page before this one went. */
export interface Place {
  /** The row the list stands on. */
  readonly cursor: string | null
  /** How far the list is scrolled, in pixels. */
  readonly top: number
}

/** What the console works with, made once at boot. Stores read it; they own nothing. */
export interface Services {
  readonly bus: Bus
  readonly history: History
  readonly provider: Provider
  readonly saving: Saving
  readonly commits: CommitMemory
  readonly showing: Showing
  /** Left out where nothing was on show before, as in a new tab. */
  readonly place?: Place | undefined
  /** Left out where the build loads the bridge without asking. */
  readonly bridge?: BridgeChoice
}

/** What teaching and taught tools work with. Its code is loaded behind the console, so it comes a moment later. */
export interface Taught {
  readonly recorder: Recorder
  readonly library: Library
  readonly repairs: Repairs
  readonly approvals: Approvals
  readonly runs: Runs
  readonly registry: Registry
  readonly live: LiveKeeper
  readonly log: LogReader
}

/** The app provides the services under this key before it mounts. */
export const SERVICES: InjectionKey<Services> = Symbol('services')

/** The app provides an empty place under this key, and fills it once teaching is there. */
export const TAUGHT: InjectionKey<Readonly<ShallowRef<Taught | null>>> = Symbol('taught')

/** @throws when the app does not provide them: a fault of the program */
export function useServices(): Services {
  const services = inject(SERVICES)
  if (!services) throw new Error('The app provides no services.')
  return services
}

/** Teaching, as soon as it is there. For what is on the page from the first moment. */
export function useTaughtLater(): Readonly<ShallowRef<Taught | null>> {
  const place = inject(TAUGHT)
  if (!place) throw new Error('The app provides no place for teaching.')
  return place
}

/** Teaching, for what is mounted only once it is there. @throws when it is not: a fault of the program */
export function useTaught(): Taught {
  const { value } = useTaughtLater()
  if (!value) throw new Error('Teaching is not there yet.')
  return value
}
