import type { Result } from '../../bus/results.ts'
import type { By } from '../library/api.ts'
import type { ListedTool, Provider } from '../provider.ts'

/** How many taught tools may be live at once. */
export const LIVE_LIMIT = 16

/** Where a stored tool stands with the host. */
export interface ToolStatus {
  readonly name: string
  /**
   * `registered` with the host · `registering` · `stored`: approved, but there is no host · `disabled` and `revoked` by a person ·
   * `surplus`: beyond the limit · `tampered`: not what was approved · `failed`: the host refused it.
   */
  readonly status: 'registered' | 'registering' | 'stored' | 'disabled' | 'revoked' | 'surplus' | 'tampered' | 'failed'
  /** One sentence for the library, where the status needs one. */
  readonly reason?: string
}

/** Taught tools as registered with the host: follows what the library says, one controller a tool. */
export interface Registry {
  readonly provider: Provider
  /** Registers all live tools in parallel and from then on follows the library. Resolves when each has settled. */
  restore(): Promise<void>
  statuses(): readonly ToolStatus[]
  status(name: string): ToolStatus | undefined
  /** How many taught tools count against the limit. */
  liveCount(): number
  /** Resolves when the tool is registered, or cannot be. */
  whenSettled(name: string): Promise<ToolStatus | undefined>
  disable(name: string, by?: By): Result<null>
  /** `LIMIT` when as many are live as may be. */
  enable(name: string, by?: By): Result<null>
  /** For good: the name becomes free. */
  revoke(name: string, by?: By): Result<null>
  /** The host's own list, as last read. */
  hostTools(): readonly ListedTool[]
  /** Told when a status or the host's list changed. */
  onChange(listener: () => void): () => void
  /** Ends every registration, by signal alone. */
  dispose(): void
}
