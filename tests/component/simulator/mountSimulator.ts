import { mount, type VueWrapper } from '@vue/test-utils'
import type { Json } from '../../../simulator/json.ts'
import { createFaultBoard } from '../../../simulator/faults/faults.ts'
import { createHostClient } from '../../../simulator/host/hostClient.ts'
import { createDock } from '../../../simulator/panel/dock.ts'
import Panel from '../../../simulator/panel/Panel.vue'
import { createSession, SESSION, type Session } from '../../../simulator/panel/session/session.ts'
import type { Tab } from '../../../simulator/page/tab.ts'
import type { SimulatorPage } from '../../../simulator/port.ts'
import { fakePage } from '../../unit/simulator/fakePage.ts'

export interface FakeTool {
  readonly name: string
  readonly description?: string
  readonly inputSchema?: Json
  readonly execute: (input: unknown, signal: AbortSignal | undefined) => unknown
}

/** A host in memory that behaves as the browser's own. */
export function memoryHost() {
  const tools = new Map<string, FakeTool>()
  const listeners = new Set<() => void>()
  const tell = (): void => listeners.forEach((listener) => listener())
  const context = {
    registerTool(tool: FakeTool, { signal }: { readonly signal: AbortSignal }) {
      tools.set(tool.name, tool)
      tell()
      signal.addEventListener('abort', () => {
        tools.delete(tool.name)
        tell()
      })
      return Promise.resolve()
    },
    getTools: () => Promise.resolve([...tools.values()].sort((a, b) => (a.name < b.name ? -1 : 1))),
    executeTool: (tool: FakeTool, input: unknown, options?: { readonly signal?: AbortSignal }) =>
      Promise.race([
        (async () => {
          const value = await tool.execute(input, options?.signal)
          return typeof value === 'object' ? JSON.stringify(value) : value
        })(),
        new Promise((_, reject) => options?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))),
      ]),
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }
  const add = (tool: FakeTool): (() => void) => {
    const controller = new AbortController()
    void context.registerTool(tool, { signal: controller.signal })
    return () => controller.abort()
  }
  return { context, add }
}

export interface MountedPanel {
  readonly wrapper: VueWrapper
  readonly session: Session
}

/** A tab that leaves what it is given in `next`, and reloads nothing. */
export function fakeTab(left: string | null = null, more: Partial<Tab> = {}): Tab & { next: string | null; reloaded: number } {
  const tab = {
    left,
    arrival: { reloaded: true, at: Date.now() },
    leave: (text: string) => void (tab.next = text),
    takeBack: () => void (tab.next = null),
    reload: () => void (tab.reloaded += 1),
    ...more,
    next: null as string | null,
    reloaded: 0,
  }
  return tab
}

/** The panel over a host in memory and a page with nothing behind it. */
export function mountPanelOver(host: ReturnType<typeof memoryHost> | null, page: Partial<SimulatorPage> = {}, tab: Tab = fakeTab()): MountedPanel {
  localStorage.clear()
  const simulated = fakePage({ modelContext: () => host?.context ?? null, ...page })
  const session = createSession(
    { page: simulated, host: createHostClient({ modelContext: simulated.modelContext }), faults: createFaultBoard(() => sessionStorage), tab },
    createDock(window),
  )
  return { wrapper: mount(Panel, { attachTo: document.body, global: { provide: { [SESSION as symbol]: session } } }), session }
}
