import { isObject, type Json, type JsonObject } from '../bus/json.ts'
import type { ListedTool, Mode, Provider, ToolDefinition } from './provider.ts'

/** How long the host's list must be quiet before it is read again, in milliseconds. */
const QUIET_MS = 50

/** The parts of the browser's `modelContext` used here. It is an event target where it tells of changes. */
interface ModelContext {
  registerTool(tool: object, options: { readonly signal: AbortSignal }): unknown
  getTools?(): unknown
  addEventListener?(type: 'toolchange', listener: () => void): void
  removeEventListener?(type: 'toolchange', listener: () => void): void
}

export interface ModelContextOptions {
  /** Reads `document.modelContext` afresh: the bridge replaces it, and a kept reference then goes stale. */
  modelContext(): unknown
  /** The window this page's own tools belong to; frames of the same origin share one list. */
  readonly window?: unknown
  /** Calls back after some milliseconds; gives a way to call it off. */
  readonly later?: (ms: number, callback: () => void) => () => void
  /** Where what a tool threw is told; the caller learns only that it did. */
  readonly report?: (where: string, error: unknown) => void
  /** Gives a tool the members one kind of host wants beside or in place of the usual ones. */
  readonly shape?: (tool: HostTool) => HostTool
  /** Told of each call as it comes in. */
  readonly onCall?: (tool: string) => void
}

/** A tool as `registerTool` takes it. */
export interface HostTool extends Omit<ToolDefinition, 'execute'> {
  execute(input: unknown, options?: { readonly signal?: AbortSignal }): Promise<JsonObject>
}

/** Whatever stands at `document.modelContext`, behind our port. Here hosts become alike. */
export function createModelContextProvider(mode: Exclude<Mode, 'degraded'>, options: ModelContextOptions): Provider {
  const host = (): ModelContext => options.modelContext() as ModelContext
  const later = options.later ?? laterByTimer
  const shape = options.shape ?? ((tool) => tool)
  const listeners = new Set<() => void>()
  let callOff: (() => void) | null = null
  let watched: ModelContext | null = null

  const changed = (): void => {
    callOff?.()
    callOff = later(QUIET_MS, () => {
      callOff = null
      for (const listener of listeners) listener()
    })
  }

  return {
    mode,
    async register(tool, signal) {
      // Some versions take an aborted signal for "do nothing", others reject; this makes them agree.
      if (signal.aborted) throw new DOMException(`The registration of ${tool.name} was ended before it began.`, 'AbortError')
      await host().registerTool(shape(asHostTool(tool, options)), { signal })
    },
    async list() {
      const tools = await host().getTools?.()
      return Array.isArray(tools) ? tools.map((tool) => listed(tool, options.window)) : []
    },
    onToolChange(listener) {
      listeners.add(listener)
      if (!watched) {
        watched = host()
        watched.addEventListener?.('toolchange', changed)
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        watched?.removeEventListener?.('toolchange', changed)
        watched = null
        callOff?.()
        callOff = null
      }
    },
  }
}

/** The tool as the host takes it. Never throws from `execute`: thrown messages are lost on the way to the caller. */
function asHostTool(tool: ToolDefinition, { report, onCall }: ModelContextOptions): HostTool {
  return {
    name: tool.name,
    ...(tool.title === undefined ? {} : { title: tool.title }),
    description: tool.description,
    inputSchema: tool.inputSchema,
    ...(tool.outputSchema === undefined ? {} : { outputSchema: tool.outputSchema }),
    annotations: tool.annotations,
    execute: async (input, options) => {
      onCall?.(tool.name)
      try {
        // A host may leave out the second parameter. Where it also tells of no abort, Stop and revoke still reach the run.
        return await tool.execute(inputOf(input), options?.signal)
      } catch (error) {
        report?.(tool.name, error)
        return { ok: false, error: { code: 'INTERNAL', message: 'The page failed to answer.', retryable: false } }
      }
    },
  }
}

/** What the tool was called with: nothing at all means no arguments, and some hosts hand on the text of an object. */
function inputOf(given: unknown): unknown {
  if (given === undefined || given === '') return {}
  if (typeof given !== 'string') return given
  try {
    const parsed: unknown = JSON.parse(given)
    return typeof parsed === 'object' && parsed !== null ? parsed : given
  } catch {
    // No object in any form: the check of the input says so, with the path.
    return given
  }
}

/** Reads a listed tool member by member: later hosts give interface objects that can be neither spread nor cloned. */
function listed(tool: unknown, ownWindow: unknown): ListedTool {
  const from = tool as Readonly<Record<'name' | 'description' | 'inputSchema' | 'window', unknown>>
  return {
    name: String(from.name),
    description: typeof from.description === 'string' ? from.description : '',
    inputSchema: schemaOf(from.inputSchema),
    ours: from.window === undefined || from.window === null || ownWindow === undefined || from.window === ownWindow,
  }
}

/** A string in older versions, an object in later ones, null or absent where there is none. */
function schemaOf(schema: unknown): Json {
  if (typeof schema !== 'string') return isObject(schema) ? schema : null
  try {
    return JSON.parse(schema) as Json
  } catch {
    return null
  }
}

function laterByTimer(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}
