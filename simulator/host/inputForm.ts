import type { CallerContext } from './hostClient.ts'

/** How a host wants the input of a call: as an object, or as its JSON text. */
export type InputForm = 'object' | 'text'

/** The tool the form is learnt with. It does nothing; lists leave it out. */
export const PROBE = 'simulator_probe'

/** Tries both forms on a tool without effects, registered for this moment only. */
export async function learnInputForm(context: CallerContext): Promise<InputForm> {
  const controller = new AbortController()
  let seen: unknown
  const probe = {
    name: PROBE,
    description: 'Does nothing. The simulator learns with it how this host takes input.',
    inputSchema: { type: 'object', properties: { form: { type: 'string' } } },
    annotations: { readOnlyHint: true },
    execute: (input: unknown) => {
      seen = input
      return Promise.resolve({ ok: true })
    },
  }
  try {
    const registered = Promise.resolve(context.registerTool(probe, { signal: controller.signal }))
    // It is there long before the bridge says so in a hidden tab; then the rest of what is said does not matter.
    registered.catch(() => undefined)
    const tool = (await findProbe(context)) ?? (await registered.then(() => findProbe(context)))
    await context.executeTool(tool, { form: 'object' })
    // A host that wants text may take the object all the same and hand on something else.
    return typeof seen === 'object' && (seen as { readonly form?: unknown } | null)?.form === 'object' ? 'object' : 'text'
  } catch {
    return 'text'
  } finally {
    controller.abort()
  }
}

async function findProbe(context: CallerContext): Promise<unknown> {
  const tools = await context.getTools()
  return Array.isArray(tools) ? tools.find((one: { readonly name?: unknown }) => one.name === PROBE) : undefined
}
