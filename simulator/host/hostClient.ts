import { isObject, plain, type Json, type JsonObject } from '../json.ts'
import type { Host, HostTool, Settled } from '../port.ts'
import { learnInputForm, PROBE, type InputForm } from './inputForm.ts'

/** The part of `document.modelContext` an agent in the page uses. */
export interface CallerContext {
  registerTool(tool: object, options: { readonly signal: AbortSignal }): unknown
  getTools(): unknown
  executeTool(tool: unknown, input: unknown, options?: { readonly signal: AbortSignal }): unknown
  addEventListener?(type: 'toolchange', listener: () => void): void
  removeEventListener?(type: 'toolchange', listener: () => void): void
}

export interface HostClientOptions {
  /** Reads `document.modelContext` afresh. */
  modelContext(): unknown
  readonly window?: unknown
  /** Whether every tool is to be listed twice. */
  readonly duplicated?: () => boolean
}

/** An agent in the page: lists and calls what the host offers, on any host. */
export function createHostClient(options: HostClientOptions): Host {
  const context = (): CallerContext | null => {
    const found = options.modelContext() as CallerContext | null | undefined
    return typeof found?.getTools === 'function' && typeof found.executeTool === 'function' ? found : null
  }
  let form: Promise<InputForm> | null = null

  async function handles(): Promise<readonly unknown[]> {
    const tools: unknown = await context()?.getTools()
    const all = (Array.isArray(tools) ? (tools as readonly unknown[]) : []).filter((tool) => nameOf(tool) !== PROBE)
    return options.duplicated?.() ? all.flatMap((tool) => [tool, tool]) : all
  }

  return {
    list: async () => (await handles()).map((tool) => listed(tool, options.window)),
    async call(name, input, signal, duplicate = 0) {
      const found = context()
      if (!found) return rejected('NotSupportedError', 'This page has no host that can be called.')
      const tool = (await handles()).filter((one) => nameOf(one) === name)[duplicate]
      if (tool === undefined) return rejected('NotFoundError', `The host lists no tool ${name}.`)
      // The form is learnt once, by a tool without effects: trying both on a real tool could run it twice.
      form ??= learnInputForm(found)
      const sent = (await form) === 'text' ? JSON.stringify(input) : input
      // Hosts do not agree on a signal that is aborted already.
      if (signal?.aborted) return rejected('AbortError', 'The call was aborted before it began.')
      try {
        return { value: given(await found.executeTool(tool, sent, ...(signal ? [{ signal }] : []))) }
      } catch (error) {
        const { name: kind, message } = error instanceof Error || error instanceof DOMException ? error : { name: 'Error', message: String(error) }
        return rejected(kind, message)
      }
    },
    onToolChange(listener) {
      const watched = context()
      watched?.addEventListener?.('toolchange', listener)
      return () => watched?.removeEventListener?.('toolchange', listener)
    },
  }
}

const rejected = (name: string, message: string): Settled => ({ rejected: { name, message } })

const nameOf = (tool: unknown): string => String((tool as { readonly name?: unknown }).name)

/** Member by member: later hosts give interface objects that can be neither spread nor cloned. */
function listed(tool: unknown, ownWindow: unknown): HostTool {
  const from = tool as Readonly<Record<'title' | 'description' | 'inputSchema' | 'annotations' | 'window', unknown>>
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  return {
    name: nameOf(tool),
    title: text(from.title),
    description: text(from.description),
    inputSchema: given(from.inputSchema),
    annotations: annotationsOf(from.annotations),
    ours: from.window === undefined || from.window === null || from.window === ownWindow,
  }
}

const HINTS = ['readOnlyHint', 'untrustedContentHint', 'consequentialHint', 'destructiveHint', 'idempotentHint', 'openWorldHint', 'debugging']

function annotationsOf(value: unknown): JsonObject {
  if (typeof value !== 'object' || value === null) return {}
  const from = value as Readonly<Record<string, unknown>>
  return Object.fromEntries(HINTS.flatMap((hint) => (typeof from[hint] === 'boolean' ? [[hint, from[hint]]] : [])))
}

/** What a host hands over: an object as itself or as its JSON text. */
function given(value: unknown): Json {
  if (typeof value !== 'string') return isObject(value) || Array.isArray(value) ? plain(value) : ((value ?? null) as Json)
  try {
    return JSON.parse(value) as Json
  } catch {
    return value
  }
}
