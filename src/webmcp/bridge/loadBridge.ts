import type { ModelContextOptions } from '../modelContext.ts'
import type { Provider } from '../provider.ts'
import { openBridge } from './openBridge.ts'

export interface LoadOptions extends Pick<ModelContextOptions, 'modelContext' | 'report'> {
  readonly page: Window
  /** A bridge is on the page already: it is used as it is, and none of our own is loaded. */
  readonly there: boolean
}

/** Loads the bridge's code, which is large and comes only here, and opens it. Rejects when it cannot be loaded or started. */
export async function loadBridge({ modelContext, report, page, there }: LoadOptions): Promise<Provider> {
  const hidden = (): boolean => page.document.hidden
  const common = { modelContext, window: page, clock: Date.now, hidden, ...(report ? { report } : {}) }
  if (there) return openBridge(common)
  const { startBridge } = await import('./startBridge.ts')
  return openBridge({ ...common, start: () => startBridge(page.location.origin) })
}
