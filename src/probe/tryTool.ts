/** What came of registering a tool. */
export type Attempt =
  | { readonly ok: true; readonly listed: boolean | null; readonly removed: boolean | null }
  /** The browser's name for the refusal, and its words. */
  | { readonly ok: false; readonly name: string; readonly message: string }

/** The tool's name is part of the page's contract. */
export const PROBE_TOOL = 'understudy_probe'

/** How long the list may take to follow, in milliseconds. */
const PATIENCE_MS = 2000

interface Host {
  registerTool(tool: object, options: { readonly signal: AbortSignal }): unknown
  getTools?(): unknown
}

/** Registers a tool that does nothing, looks whether it is listed, and takes it away again by its signal. Never rejects. */
export async function tryTool(value: object): Promise<Attempt> {
  const host = value as Host
  const controller = new AbortController()
  try {
    await host.registerTool(
      {
        name: PROBE_TOOL,
        description: 'Does nothing. Registered for a moment to see whether tools can be.',
        inputSchema: { type: 'object', properties: {}, additionalProperties: false },
        annotations: { readOnlyHint: true, untrustedContentHint: false },
        execute: () => Promise.resolve({ ok: true }),
      },
      { signal: controller.signal },
    )
    const listed = await isListed(host)
    controller.abort()
    return { ok: true, listed, removed: listed === true ? await leaves(host) : null }
  } catch (error) {
    controller.abort()
    const { name, message } = error instanceof Error || error instanceof DOMException ? error : { name: 'Error', message: String(error) }
    return { ok: false, name, message }
  }
}

/** Whether the list has the tool; null where there is no list. Listed tools are read member by member. */
async function isListed(host: Host): Promise<boolean | null> {
  const tools: unknown = await host.getTools?.()
  if (!Array.isArray(tools)) return null
  return tools.some((tool: { readonly name?: unknown }) => tool.name === PROBE_TOOL)
}

async function leaves(host: Host): Promise<boolean> {
  const end = performance.now() + PATIENCE_MS
  while ((await isListed(host)) === true) {
    if (performance.now() > end) return false
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return true
}
