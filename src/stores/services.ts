import { inject, type InjectionKey } from 'vue'
import type { Bus } from '../bus/bus.ts'
import type { History } from '../bus/history.ts'
import type { Commit } from '../bus/journal.ts'
import type { Recorder } from '../teach/recording/recorder.ts'
import type { LiveRecording } from '../teach/recording/types.ts'
import type { Approvals } from '../webmcp/approvals/api.ts'
import type { Library } from '../webmcp/library/api.ts'
import type { Provider } from '../webmcp/provider.ts'
import type { Registry } from '../webmcp/registry/api.ts'
import type { Runs } from '../webmcp/runs/api.ts'

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
  onChange(listener: () => void): () => void
}

/** Stores a running recording step by step, and finds one that outlived its page. */
export interface LiveKeeper {
  save(live: LiveRecording): void
  /** Forgets the recording of a tab, this one unless named. */
  drop(tabId?: string): Promise<void>
  find(): Promise<{ readonly tabId: string; readonly value: LiveRecording } | null>
}

/** What the views work with, made once at boot. Stores read it; they own nothing. */
export interface Services {
  readonly bus: Bus
  readonly history: History
  readonly recorder: Recorder
  readonly library: Library
  readonly approvals: Approvals
  readonly runs: Runs
  readonly registry: Registry
  readonly provider: Provider
  readonly saving: Saving
  readonly commits: CommitMemory
  readonly live: LiveKeeper
}

/** The app provides the services under this key before it mounts. */
export const SERVICES: InjectionKey<Services> = Symbol('services')

/** @throws when the app does not provide them: a fault of the program */
export function useServices(): Services {
  const services = inject(SERVICES)
  if (!services) throw new Error('The app provides no services.')
  return services
}
