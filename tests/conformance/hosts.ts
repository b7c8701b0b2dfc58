import { createHostClient } from '../../simulator/host/hostClient.ts'
import { learnInputForm, type InputForm } from '../../simulator/host/inputForm.ts'
import { openBridge } from '../../src/webmcp/bridge/openBridge.ts'
import { createNativeProvider } from '../../src/webmcp/native.ts'
import type { Provider, ToolDefinition } from '../../src/webmcp/provider.ts'
import { isPort, type HostName } from './assertion.ts'
import type { HostUnderTest, RawContext, Seen, Tool } from './hostUnderTest.ts'
import { PATIENCE } from './tools.ts'

const modelContext = (): unknown => (document as { readonly modelContext?: unknown }).modelContext

/** Puts the host of that name on the page, and gives a way to make it anew for each assertion. */
export async function openHost(name: HostName): Promise<(over: AbortSignal) => HostUnderTest> {
  const bridge = name === 'bridge' || name === 'port on bridge'
  if (bridge) (await import('../../src/webmcp/bridge/startBridge.ts')).startBridge(location.origin)
  const context = modelContext() as RawContext
  if (!isPort(name)) {
    const form = await learnInputForm(context)
    return (over) => rawHost(context, form, over)
  }
  const options = { modelContext, window, later }
  const provider = bridge ? openBridge({ ...options, clock: Date.now }) : createNativeProvider(options)
  return (over) => portHost(context, provider, over)
}

function later(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms * PATIENCE)
  return () => clearTimeout(timer)
}

/** `document.modelContext` itself. */
function rawHost(context: RawContext, form: InputForm, over: AbortSignal): HostUnderTest {
  const find = async (name: string): Promise<unknown> => (await context.getTools()).find((tool) => (tool as Seen).name === name)
  return {
    context,
    controller: () => controllerUntil(over),
    register: async (tool, signal = over) => context.registerTool(tool, { signal }),
    names: async () => (await context.getTools()).map((tool) => (tool as Seen).name),
    see: async (name) => ((await find(name)) as Seen | undefined) ?? null,
    async call(name, input = {}, signal) {
      const tool = await find(name)
      return context.executeTool(tool, form === 'text' ? JSON.stringify(input) : input, ...(signal ? [{ signal }] : []))
    },
    onToolChange(listener) {
      context.addEventListener('toolchange', listener, { signal: over })
      return () => context.removeEventListener('toolchange', listener)
    },
  }
}

/** Our port: its provider for what the page does, the simulator's client for what an agent does. */
function portHost(context: RawContext, provider: Provider, over: AbortSignal): HostUnderTest {
  const agent = createHostClient({ modelContext, window })
  return {
    context,
    controller: () => controllerUntil(over),
    register: (tool, signal = over) => provider.register(tool as Tool & ToolDefinition, signal),
    names: async () => (await provider.list()).map(({ name }) => name),
    see: async (name) => (await agent.list()).find((tool) => tool.name === name) ?? null,
    async call(name, input = {}, signal) {
      const settled = await agent.call(name, input, signal)
      if ('rejected' in settled) throw Object.assign(new Error(settled.rejected.message), { name: settled.rejected.name })
      return settled.value
    },
    onToolChange(listener) {
      const stop = provider.onToolChange(listener)
      over.addEventListener('abort', stop)
      return stop
    },
  }
}

function controllerUntil(over: AbortSignal): AbortController {
  const controller = new AbortController()
  over.addEventListener('abort', () => controller.abort())
  return controller
}
