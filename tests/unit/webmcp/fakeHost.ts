import type { JsonObject } from '../../../src/bus/json.ts'

/** A tool as a host of this test holds it. */
export interface HostedTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: unknown
  readonly window?: unknown
  execute(input: unknown, options?: { readonly signal?: AbortSignal }): Promise<JsonObject>
}

/** An implementation of `document.modelContext` to test against: native behaviour, with faults on demand. */
export class FakeHost {
  readonly tools = new Map<string, HostedTool>()
  readonly registered: string[] = []
  refuse: ((name: string) => Error | null) | null = null
  /** Called before a registration resolves. */
  beforeResolve: (() => Promise<void>) | null = null
  private readonly listeners = new Set<() => void>()

  async registerTool(tool: HostedTool, options: { readonly signal: AbortSignal }): Promise<void> {
    const refused = this.refuse?.(tool.name)
    if (refused) throw refused
    if (this.tools.has(tool.name)) throw new DOMException('duplicate', 'InvalidStateError')
    this.tools.set(tool.name, tool)
    this.registered.push(tool.name)
    options.signal.addEventListener('abort', () => {
      if (this.tools.get(tool.name) === tool) this.tools.delete(tool.name)
      this.changed()
    })
    this.changed()
    await this.beforeResolve?.()
  }

  getTools(): Promise<readonly HostedTool[]> {
    return Promise.resolve([...this.tools.values()].sort((a, b) => (a.name < b.name ? -1 : 1)))
  }

  addEventListener(_type: 'toolchange', listener: () => void): void {
    this.listeners.add(listener)
  }

  removeEventListener(_type: 'toolchange', listener: () => void): void {
    this.listeners.delete(listener)
  }

  get listening(): number {
    return this.listeners.size
  }

  call(name: string, ...args: [input?: unknown, options?: { readonly signal?: AbortSignal }]): Promise<JsonObject> {
    const tool = this.tools.get(name)
    if (!tool) throw new Error(`The host has no tool ${name}.`)
    return tool.execute(...(args as [unknown]))
  }

  private changed(): void {
    for (const listener of this.listeners) listener()
  }
}
