import type { Json, JsonObject } from '../../src/bus/json.ts'

/** What a page may hand to a host as a tool; tests hand over less, more and other than that too. */
export interface Tool {
  readonly name: string
  readonly title?: string
  readonly description: string
  readonly inputSchema?: object
  readonly outputSchema?: object
  readonly annotations?: object
  execute(input: unknown, second?: unknown): unknown
}

/** A tool as an agent sees it in a host's list. */
export interface Seen {
  readonly name: string
  readonly title: Json
  readonly description: string
  readonly inputSchema: Json
  readonly annotations: JsonObject
}

/** `document.modelContext` as it is. */
export interface RawContext extends EventTarget {
  ontoolchange: ((event: Event) => void) | null
  registerTool(tool?: unknown, options?: unknown): unknown
  getTools(): Promise<unknown[]>
  executeTool(tool?: unknown, input?: unknown, options?: unknown): unknown
}

/** One host, raw or behind our port, for one assertion. All it registered goes when the assertion is over. */
export interface HostUnderTest {
  /** Registers as the host takes it; until the assertion is over when no signal is given. */
  register(tool: Tool, signal?: AbortSignal): Promise<unknown>
  /** Names in the order the host lists them. */
  names(): Promise<string[]>
  /** A tool as the host lists it to an agent. */
  see(name: string): Promise<Seen | null>
  /** Calls a tool as an agent does, in the form this host takes input. Rejects as the host does. */
  call(name: string, input?: Json, signal?: AbortSignal): Promise<unknown>
  /** Told as often as the host tells. */
  onToolChange(listener: () => void): () => void
  /** Aborted when the assertion is over, at the latest. */
  controller(): AbortController
  /** For what only a raw host has. */
  readonly context: RawContext
}
