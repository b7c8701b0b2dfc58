import type { Provider } from '../src/webmcp/provider.ts'
import { createFaultBoard, type FaultBoard } from './faults/faults.ts'
import { faultyProvider } from './faults/faultyProvider.ts'
import { faultyStorage, type StorageCalls } from './faults/faultyStorage.ts'
import { followHiddenTab } from './faults/hiddenTab.ts'
import { followSlowSteps } from './faults/slowSteps.ts'
import { createHostClient } from './host/hostClient.ts'
import { offerHandle } from './page/handle.ts'
import { openTab, type Tab } from './page/tab.ts'
import type { Host, SimulatorPage } from './port.ts'

/** The simulator before the page is up: what it puts between the page and its ports. */
export interface Simulator {
  /** The provider with the switched-on faults. */
  provider(provider: Provider): Provider
  /** The storage with the switched-on faults. */
  storage<Port extends StorageCalls>(port: Port): Port
  /** Shows the panel and lets runners from outside in. Once, when the page is up. */
  show(page: SimulatorPage): Promise<void>
}

/** What every part of the panel works with. */
export interface Simulation {
  readonly page: SimulatorPage
  readonly host: Host
  readonly faults: FaultBoard
  readonly tab: Tab
}

/** Starts the simulator in a page, before its boot makes anything. */
export function startSimulator(window: Window & typeof globalThis): Simulator {
  const faults = createFaultBoard(() => window.sessionStorage)
  const tab = openTab(window)
  let shown: SimulatorPage | null = null
  followHiddenTab(window, faults)
  followSlowSteps(window, faults)
  return {
    provider: (provider) => faultyProvider(provider, faults, () => shown),
    storage: (port) => faultyStorage(port, faults),
    async show(page) {
      shown = page
      const host = createHostClient({ modelContext: page.modelContext, window, duplicated: () => faults.on('duplicate-listing') !== null })
      offerHandle(window, page, host, faults)
      const { mountPanel } = await import('./panel/mountPanel.ts')
      mountPanel(window, { page, host, faults, tab })
    },
  }
}
