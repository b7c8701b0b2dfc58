import type { Page } from 'playwright-core'
import type { JsonObject } from '../../src/bus/json.ts'

export interface ProtocolTool {
  readonly name: string
  readonly description: string
  readonly frameId: string
  readonly inputSchema: { readonly properties?: Readonly<Record<string, JsonObject>> }
}

interface Responded {
  readonly invocationId: string
  readonly status: string
  readonly output?: unknown
}

/** The protocol's types do not have the WebMCP domain yet. */
interface Wire {
  on(event: string, listener: (event: never) => void): unknown
  send(method: string, params?: object): Promise<unknown>
}

export interface ProtocolAgent {
  /** The tools there are now. */
  tools(): readonly ProtocolTool[]
  /** Waits for a tool that fits. */
  tool(fits: (name: string) => boolean): Promise<ProtocolTool>
  /** Calls and waits for the answer. @returns milliseconds, and the answer */
  call(tool: ProtocolTool, input: JsonObject): Promise<{ readonly ms: number; readonly output: JsonObject }>
  /** Starts to count the processor time of the page's main thread. */
  startClock(): Promise<void>
  /** Milliseconds of it since. */
  processorMs(): Promise<number>
}

/** An agent at a page over the DevTools protocol, with nothing between it and the clock. */
export async function attachAgent(page: Page): Promise<ProtocolAgent> {
  const wire = (await page.context().newCDPSession(page)) as unknown as Wire
  const tools = new Map<string, ProtocolTool>()
  const waiting = new Map<string, (event: Responded) => void>()
  const early = new Map<string, Responded>()
  wire.on('WebMCP.toolsAdded', (event: { readonly tools: readonly ProtocolTool[] }) => {
    for (const tool of event.tools) tools.set(tool.name, tool)
  })
  wire.on('WebMCP.toolResponded', (event: Responded) => {
    // An answer may come before the call's id is known here.
    const answer = waiting.get(event.invocationId)
    if (answer) answer(event)
    else early.set(event.invocationId, event)
  })
  await wire.send('WebMCP.enable')
  let started = 0
  const taskMs = async (): Promise<number> => {
    const { metrics } = (await wire.send('Performance.getMetrics')) as { metrics: readonly { readonly name: string; readonly value: number }[] }
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000
  }

  return {
    tools: () => [...tools.values()],
    async tool(fits) {
      for (;;) {
        const found = [...tools.values()].find(({ name }) => fits(name))
        if (found) return found
        await page.waitForTimeout(50)
      }
    },
    async call({ name, frameId }, input) {
      const start = performance.now()
      const { invocationId } = (await wire.send('WebMCP.invokeTool', { frameId, toolName: name, input })) as { invocationId: string }
      const event = early.get(invocationId) ?? (await new Promise<Responded>((resolve) => waiting.set(invocationId, resolve)))
      const ms = performance.now() - start
      waiting.delete(invocationId)
      early.delete(invocationId)
      const output = (typeof event.output === 'string' ? JSON.parse(event.output) : event.output) as JsonObject | null
      if (event.status !== 'Completed' || output?.['ok'] !== true) throw new Error(`${name}: ${event.status} ${JSON.stringify(output)}`)
      return { ms, output }
    },
    async startClock() {
      await wire.send('Performance.enable', { timeDomain: 'threadTicks' })
      started = await taskMs()
    },
    processorMs: async () => (await taskMs()) - started,
  }
}
