import type { Bus } from '../../bus/bus.ts'
import { fail, ok, type Result } from '../../bus/results.ts'
import type { By, Library } from '../library/api.ts'
import type { ToolRecord } from '../library/types.ts'
import { pause, waitByTimer } from '../pause.ts'
import type { ListedTool, Provider } from '../provider.ts'
import type { Runs } from '../runs/api.ts'
import { transact } from '../transact.ts'
import { LIVE_LIMIT, type Registry, type ToolStatus } from './api.ts'
import { Registration, type RegistrationPorts } from './registration.ts'
import { standingOf } from './standing.ts'

export interface RegistryOptions {
  readonly bus: Bus
  readonly library: Library
  readonly provider: Provider
  readonly runs: Pick<Runs, 'run' | 'revoke' | 'active'>
  readonly pause?: () => Promise<void>
  readonly wait?: (ms: number) => Promise<void>
  readonly report?: (where: string, error: unknown) => void
}

const OPERATOR: By = { actor: 'operator', source: 'library' }
const SYSTEM: By = { actor: 'system', source: 'registry' }

/**
 * Keeps the host's taught tools equal to the library's live ones, whoever changed the library: this page, another
 * tab, or storage taking a change back.
 */
export function createRegistry(options: RegistryOptions): Registry {
  const { bus, library, provider } = options
  const ports: RegistrationPorts = { provider, runs: options.runs, pause: options.pause ?? pause, wait: options.wait ?? waitByTimer }
  const registrations = new Map<string, Registration>()
  const settling = new Map<string, Promise<void>>()
  const endings = new Map<string, Promise<void>>()
  const listeners = new Set<() => void>()
  const undo: (() => void)[] = []
  let standing = standingOf(library)
  let hosted: readonly ListedTool[] = []

  const tell = (): void => {
    for (const listener of listeners) listener()
  }

  /** Ends what is not wanted any more, begins what is. Synchronous as far as ending goes. */
  function reconcile(audit: boolean): void {
    standing = standingOf(library)
    for (const [name, registration] of registrations) {
      if (standing.wanted.get(name)?.digest !== registration.digest) end(name, registration)
    }
    if (provider.mode !== 'degraded') {
      for (const tool of standing.wanted.values()) if (!registrations.has(tool.name)) begin(tool, audit)
    }
    tell()
  }

  function end(name: string, registration: Registration): void {
    registrations.delete(name)
    const ending = registration.end()
    endings.set(name, ending)
    void ending.finally(() => {
      if (endings.get(name) === ending) endings.delete(name)
    })
  }

  function begin(tool: ToolRecord, audit: boolean): void {
    const registration = new Registration(tool, ports)
    registrations.set(tool.name, registration)
    const start = async (): Promise<void> => {
      // The name is free only once its earlier registration has ended.
      await endings.get(tool.name)
      await registration.start()
      if (audit && registration.state === 'registered') bus.note({ type: 'registered', tool: tool.name, digest: tool.digest }, SYSTEM)
      tell()
    }
    settling.set(tool.name, start())
  }

  function statusOf(tool: ToolRecord): ToolStatus {
    const { name } = tool
    if (tool.state !== 'live') return { name, status: tool.state }
    if (standing.tampered.has(name)) {
      return { name, status: 'tampered', reason: 'It is not what was approved, so it is not registered. Publish its draft again.' }
    }
    if (standing.surplus.has(name)) {
      return { name, status: 'surplus', reason: `${LIVE_LIMIT} tools are live already. Disable one to make room for it.` }
    }
    const registration = registrations.get(name)
    if (!registration) return { name, status: 'stored', reason: 'There is no WebMCP host. It runs from the library.' }
    return { name, status: registration.state, ...(registration.reason === undefined ? {} : { reason: registration.reason }) }
  }

  const status = (name: string): ToolStatus | undefined => {
    const tool = library.tool(name)
    return tool && statusOf(tool)
  }

  const liveCount = (): number => library.tools().filter((tool) => tool.state === 'live').length

  function change(name: string, state: ToolRecord['state'], type: 'enabled' | 'disabled' | 'revoked', by: By): Result<null> {
    const tool = library.tool(name)
    if (!tool) return fail('NOT_FOUND', 'There is no such tool.')
    if (tool.state === state) return ok(null)
    const done = transact(bus, by, [['change_tool_state', { name, state }]], { type, tool: name, digest: tool.digest })
    return done.ok ? ok(null) : done
  }

  async function readHost(): Promise<void> {
    try {
      hosted = await provider.list()
      tell()
    } catch (error) {
      options.report?.('list of tools', error)
    }
  }

  return {
    provider,
    async restore() {
      // A second boot of the same page finds everything in place.
      if (undo.length > 0) return
      undo.push(
        library.onChange(() => reconcile(true)),
        provider.onToolChange(() => void readHost()),
      )
      reconcile(false)
      await Promise.allSettled(settling.values())
      const tools = [...registrations].filter(([, one]) => one.state === 'registered').map(([name]) => name)
      if (tools.length > 0) bus.note({ type: 'registered', detail: { tools } }, SYSTEM)
      await readHost()
    },
    statuses: () => library.tools().map(statusOf),
    status,
    liveCount,
    async whenSettled(name) {
      await settling.get(name)
      return status(name)
    },
    disable: (name, by = OPERATOR) => change(name, 'disabled', 'disabled', by),
    enable(name, by = OPERATOR) {
      if (library.tool(name)?.state !== 'live' && liveCount() >= LIVE_LIMIT) {
        return fail('LIMIT', `${LIVE_LIMIT} tools are live, and that is the most. Disable one first.`)
      }
      return change(name, 'live', 'enabled', by)
    },
    revoke: (name, by = OPERATOR) => change(name, 'revoked', 'revoked', by),
    hostTools: () => hosted,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dispose() {
      for (const stop of undo.splice(0)) stop()
      for (const [name, registration] of registrations) end(name, registration)
    },
  }
}
