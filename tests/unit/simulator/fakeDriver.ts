import type { Json } from '../../../simulator/json.ts'
import type { AuditRow, HostTool, JournalRow, Settled } from '../../../simulator/port.ts'
import type { Driver } from '../../../simulator/run/driver.ts'
import type { RunState } from '../../../simulator/run/runState.ts'
import type { Gesture } from '../../../simulator/script/types.ts'

export const hostTool = (name: string, more: Partial<HostTool> = {}): HostTool => ({
  name,
  title: '',
  description: `What ${name} does.`,
  inputSchema: { type: 'object' },
  annotations: {},
  ours: true,
  ...more,
})

export type Tool = (input: Json, signal: AbortSignal) => Promise<Json> | Json

/** A page for scripts that exists only in the test. Time passes when somebody rests. */
export function fakeDriver(tools: Record<string, Tool> = {}) {
  const journal: JournalRow[] = []
  const audit: AuditRow[] = []
  const actions: Gesture[] = []
  const calls: { readonly name: string; readonly input: Json }[] = []
  const reloads: RunState[] = []
  let time = 0
  const driver: Driver = {
    mode: 'native',
    list: () => Promise.resolve(Object.keys(tools).map((name) => hostTool(name))),
    start: (requests) =>
      Promise.resolve(
        requests.map(({ name, input }) => {
          calls.push({ name, input })
          const controller = new AbortController()
          const tool = tools[name]
          const aborted = new Promise<Settled>((resolve) =>
            controller.signal.addEventListener('abort', () => resolve({ rejected: { name: 'AbortError', message: 'gone' } })),
          )
          const answer = async (): Promise<Settled> =>
            tool ? { value: await tool(input, controller.signal) } : { rejected: { name: 'NotFoundError', message: `no ${name}` } }
          return { done: Promise.race([answer(), aborted]), abort: () => controller.abort() }
        }),
      ),
    human: (action) => {
      actions.push(action)
      return Promise.resolve(action.human === 'export' ? { format: 'file' } : null)
    },
    reload: (state) => {
      reloads.push(state())
      return Promise.resolve()
    },
    ready: () => {
      time += 1
      return Promise.resolve()
    },
    wait: (ms) => {
      time += ms
      return Promise.resolve()
    },
    evidence: () => Promise.resolve({ journal: [...journal], audit: [...audit], page: { rows: [] } }),
    fault: () => Promise.resolve(),
    now: () => time,
    rest: (ms) => {
      time += ms
      return Promise.resolve()
    },
  }
  return { driver, journal, audit, actions, calls, reloads }
}
