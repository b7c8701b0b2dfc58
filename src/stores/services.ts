import { inject, type InjectionKey } from 'vue'
import type { Bus } from '../bus/bus.ts'
import type { History } from '../bus/history.ts'
import type { Recorder } from '../teach/recording/recorder.ts'
import type { Approvals } from '../webmcp/approvals/api.ts'
import type { Library } from '../webmcp/library/api.ts'
import type { Provider } from '../webmcp/provider.ts'
import type { Registry } from '../webmcp/registry/api.ts'
import type { Runs } from '../webmcp/runs/api.ts'

/** Whether what is done here is kept, as the storage knows it. */
export interface Saving {
  /** Null while everything is saved; else why not, in a sentence that says what to do. */
  problem(): string | null
  onChange(listener: () => void): () => void
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
}

/** The app provides the services under this key before it mounts. */
export const SERVICES: InjectionKey<Services> = Symbol('services')

/** @throws when the app does not provide them: a fault of the program */
export function useServices(): Services {
  const services = inject(SERVICES)
  if (!services) throw new Error('The app provides no services.')
  return services
}
