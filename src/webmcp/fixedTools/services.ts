import type { Approvals } from '../approvals/api.ts'
import type { Library } from '../library/api.ts'
import type { Registry } from '../registry/api.ts'

/** What the fixed tools need once the page is ready. */
export interface FixedToolServices {
  readonly library: Library
  readonly approvals: Approvals
  readonly registry: Pick<Registry, 'whenSettled'>
}
