import { Client, type CallToolResult, type Transport } from '@modelcontextprotocol/client'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Json, JsonObject } from '../../src/bus/json.ts'
import { drawn, type Agent, type AgentTool, type Answer, type Invocation } from './harnessAgent.ts'

/** What an agent can do, on whichever host. */
export type AnyAgent = Pick<Agent, keyof Agent>

/** How long a call may take: longer than any tool waits for a person. */
const CALL_MS = 120_000

/** The bridge's messages between windows, carried to this process and back. Made anew for every life of the page. */
class PageTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: NonNullable<Transport['onmessage']>

  constructor(private readonly page: Page) {}

  start = (): Promise<void> => Promise.resolve()

  async send(message: object): Promise<void> {
    await this.page.evaluate(
      (payload) => window.postMessage({ channel: 'mcp-default', type: 'mcp', direction: 'client-to-server', payload }, location.origin),
      message,
    )
  }

  close(): Promise<void> {
    this.onclose?.()
    return Promise.resolve()
  }
}

/** A real MCP client in this process, at the other end of the page's bridge. */
export class BridgeAgent implements AnyAgent {
  private known = new Map<string, AgentTool>()
  private readonly waiting = new Set<(answer: Answer) => void>()
  private client: Client | null = null
  private transport: PageTransport | null = null
  private calls = 0
  /** Why the page's bridge could not be greeted, said where its tools are missed. */
  private readonly troubles: string[] = []

  private constructor(
    private readonly page: Page,
    private name: string,
  ) {}

  /** Attaches to a page that has, or will have, a bridge; also after it is loaded anew. @param name how the client calls itself */
  static async attach(page: Page, name = 'A test agent'): Promise<BridgeAgent> {
    const agent = new BridgeAgent(page, name)
    await page.exposeFunction('mcpFromPage', (payload: unknown) => agent.hear(payload))
    await page.addInitScript(listen)
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) agent.gone()
    })
    page.once('close', () => agent.gone())
    await page.evaluate(listen)
    await page.evaluate(sayHello)
    return agent
  }

  tools(): readonly AgentTool[] {
    return [...this.known.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  async tool(name: string): Promise<AgentTool> {
    await expect.poll(() => [...this.known.keys(), ...this.troubles], { timeout: 10_000, message: `no tool ${name}` }).toContain(name)
    return this.known.get(name) as AgentTool
  }

  async withoutTool(name: string): Promise<void> {
    await expect.poll(() => [...this.known.keys()], { timeout: 10_000, message: `${name} is still there` }).not.toContain(name)
  }

  start(name: string, input: Json = {}): Promise<Invocation> {
    const { client } = this
    if (!client) return Promise.reject(new Error('The page has no bridge.'))
    const controller = new AbortController()
    const done = new Promise<Answer>((resolve) => {
      this.waiting.add(resolve)
      const options = { timeout: CALL_MS, signal: controller.signal }
      const call = client.callTool({ name, arguments: input as JsonObject }, options).then(answerOf, (error: unknown): Answer => ({
        status: controller.signal.aborted ? 'Canceled' : 'Error',
        output: null,
        errorText: String(error),
      }))
      void call.then((answer) => {
        this.waiting.delete(resolve)
        resolve(answer)
      })
    })
    this.calls += 1
    return Promise.resolve({
      id: String(this.calls),
      done,
      cancel: () => {
        controller.abort()
        return Promise.resolve()
      },
    })
  }

  async call(name: string, input: Json = {}): Promise<Answer> {
    const { done } = await this.start(name, input)
    return done
  }

  async ask(name: string, input: Json = {}): Promise<JsonObject> {
    const { status, output, errorText } = await this.call(name, input)
    await drawn(this.page)
    expect({ name, status, errorText }).toMatchObject({ name, status: 'Completed' })
    expect(output).toBeTypeOf('object')
    return output as JsonObject
  }

  /** Goes away without a word, as a closed side panel does; what it asked for is never answered. */
  vanish(): void {
    this.transport = null
    this.gone()
  }

  /** Another client that comes to the same page afterwards. */
  async successor(name: string): Promise<BridgeAgent> {
    this.name = name
    await this.page.evaluate(sayHello)
    return this
  }

  private hear(payload: unknown): void {
    if (payload === 'mcp-server-ready') void this.connect()
    else if (typeof payload === 'object') this.transport?.onmessage?.(payload as never)
  }

  private async connect(): Promise<void> {
    if (this.client) return
    const client = (this.client = new Client({ name: this.name, version: '1' }))
    this.transport = new PageTransport(this.page)
    const read = async (): Promise<void> => {
      const { tools } = await client.listTools()
      if (this.client === client) this.known = new Map(tools.map((tool) => [tool.name, agentTool(tool)]))
    }
    try {
      await client.connect(this.transport)
      // Only now: what changes while it is being greeted is in the list it reads first.
      client.setNotificationHandler('notifications/tools/list_changed', () => void read().catch(() => {}))
      await read()
    } catch (error) {
      // The page may go while it is being greeted, before that is known here; the next one is greeted anew.
      if (this.client === client) this.troubles.push(String(error))
    }
  }

  private gone(): void {
    this.client = null
    this.transport = null
    this.known.clear()
    for (const resolve of this.waiting) resolve({ status: 'Gone', output: null })
    this.waiting.clear()
  }
}

/** Runs in the page: a bridge that is there answers that it is ready. */
function sayHello(): void {
  window.postMessage({ channel: 'mcp-default', type: 'mcp', direction: 'client-to-server', payload: 'mcp-check-ready' }, location.origin)
}

/** Runs in the page, before its scripts: hands on what the bridge says. */
function listen(): void {
  if (Reflect.get(window, 'mcpListening') === true) return
  Reflect.set(window, 'mcpListening', true)
  addEventListener('message', ({ source, data }: MessageEvent<{ channel?: string; direction?: string; payload?: unknown } | null>) => {
    if (source !== window || data?.channel !== 'mcp-default' || data.direction !== 'server-to-client') return
    void (Reflect.get(window, 'mcpFromPage') as (payload: unknown) => Promise<void>)(data.payload)
  })
}

function agentTool(tool: { name: string; description?: string | undefined; inputSchema: object; annotations?: object | undefined }): AgentTool {
  const hints = (tool.annotations ?? {}) as { readonly readOnlyHint?: boolean; readonly destructiveHint?: boolean }
  return {
    name: tool.name,
    description: tool.description ?? '',
    inputSchema: tool.inputSchema as JsonObject,
    // That content is untrusted is not said over MCP; the results say it themselves.
    annotations: { readOnly: hints.readOnlyHint ?? false, untrustedContent: false, consequential: hints.destructiveHint ?? false },
    frameId: '',
  }
}

function answerOf(result: CallToolResult): Answer {
  const [first] = result.content
  const text = first?.type === 'text' ? first.text : ''
  if (result.isError) return { status: 'Error', output: null, errorText: text }
  expect(JSON.parse(text), 'text and structure say the same').toEqual(result.structuredContent)
  return { status: 'Completed', output: result.structuredContent as Json }
}
