import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Json, JsonObject } from '../../src/bus/json.ts'

/** A tool as the DevTools protocol tells an agent of it. */
export interface AgentTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
  readonly annotations: {
    readonly readOnly: boolean
    readonly untrustedContent: boolean
    readonly consequential: boolean
  }
  readonly frameId: string
}

/** How a call ended. `Gone`: the page navigated or closed, and no answer will come. */
export interface Answer {
  readonly status: 'Completed' | 'Error' | 'Canceled' | 'Gone'
  readonly output: Json
  readonly errorText?: string
}

export interface Invocation {
  readonly id: string
  readonly done: Promise<Answer>
  /** Asks the host to cancel, as an agent does that lost patience. */
  cancel(): Promise<void>
}

interface Responded {
  readonly invocationId: string
  readonly status: Answer['status']
  readonly output?: unknown
  readonly errorText?: string
}

/** A page draws what a call did once the answer has gone out: this much later it has, in milliseconds. */
const DRAWN_MS = 60

/** Waits for that by the page's own clock: where the page is slow, its timers are as late as what it draws by them. */
export async function drawn(page: Page): Promise<void> {
  // A page that left meanwhile draws nothing more.
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), DRAWN_MS).catch(() => undefined)
}

/** The part of a session used here; the protocol's types do not have the WebMCP domain yet. */
interface Wire {
  on(event: string, listener: (event: never) => void): unknown
  send(method: string, params?: object): Promise<unknown>
}

/** An agent that knows the page only through the browser's DevTools protocol: real native tools, real calls. */
export class Agent {
  private readonly known = new Map<string, AgentTool>()
  private readonly answers = new Map<string, PromiseWithResolvers<Answer>>()

  private constructor(
    private readonly page: Page,
    private readonly wire: Wire,
    private readonly mainFrame: string,
  ) {}

  static async attach(page: Page): Promise<Agent> {
    const session = await page.context().newCDPSession(page)
    const { frameTree } = await session.send('Page.getFrameTree')
    const agent = new Agent(page, session as unknown as Wire, frameTree.frame.id)
    agent.listen()
    page.once('close', () => agent.gone())
    await session.send('Page.enable')
    await agent.wire.send('WebMCP.enable')
    return agent
  }

  /** The tools there are now, by name. */
  tools(): readonly AgentTool[] {
    return [...this.known.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** Waits until a tool is offered. */
  async tool(name: string): Promise<AgentTool> {
    await expect.poll(() => [...this.known.keys()], { timeout: 10_000, message: `no tool ${name}` }).toContain(name)
    return this.known.get(name) as AgentTool
  }

  /** Waits until a tool is no longer offered. */
  async withoutTool(name: string): Promise<void> {
    await expect.poll(() => [...this.known.keys()], { timeout: 10_000, message: `${name} is still there` }).not.toContain(name)
  }

  /** Starts a call and goes on. @throws when the host knows no such tool */
  async start(name: string, input: Json = {}): Promise<Invocation> {
    const frameId = this.known.get(name)?.frameId ?? this.mainFrame
    const { invocationId: id } = (await this.wire.send('WebMCP.invokeTool', { frameId, toolName: name, input })) as { invocationId: string }
    return {
      id,
      done: this.answer(id).promise,
      cancel: async () => {
        await this.wire.send('WebMCP.cancelInvocation', { invocationId: id })
      },
    }
  }

  /** Calls and waits for the answer, however long that takes. */
  async call(name: string, input: Json = {}): Promise<Answer> {
    const { done } = await this.start(name, input)
    return done
  }

  /** Calls a tool that is expected to answer, and gives the answer's object once the page shows what came of it. */
  async ask(name: string, input: Json = {}): Promise<JsonObject> {
    const { status, output, errorText } = await this.call(name, input)
    await drawn(this.page)
    expect({ name, status, errorText }).toMatchObject({ name, status: 'Completed' })
    expect(output).toBeTypeOf('object')
    return output as JsonObject
  }

  private listen(): void {
    this.wire.on('WebMCP.toolsAdded', ({ tools }: { tools: readonly AgentTool[] }) => {
      for (const tool of tools) this.known.set(tool.name, tool)
    })
    this.wire.on('WebMCP.toolsRemoved', ({ tools }: { tools: readonly { name: string }[] }) => {
      for (const { name } of tools) this.known.delete(name)
    })
    this.wire.on('WebMCP.toolResponded', ({ invocationId, status, output, errorText }: Responded) => {
      this.answer(invocationId).resolve({ status, output: parsed(output), ...(errorText ? { errorText } : {}) })
    })
    // Nothing is said of a page that leaves: neither that its tools went nor that its calls ended.
    this.wire.on('Page.frameNavigated', ({ frame }: { frame: { id: string } }) => {
      if (frame.id === this.mainFrame) this.gone()
    })
  }

  /** An answer may come before the call's id is known here. */
  private answer(id: string): PromiseWithResolvers<Answer> {
    const known = this.answers.get(id) ?? withResolvers<Answer>()
    this.answers.set(id, known)
    return known
  }

  private gone(): void {
    this.known.clear()
    for (const { resolve } of this.answers.values()) resolve({ status: 'Gone', output: null })
    this.answers.clear()
  }
}

interface PromiseWithResolvers<T> {
  readonly promise: Promise<T>
  resolve(value: T): void
}

function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((settle) => (resolve = settle))
  return { promise, resolve }
}

/** Hosts hand an object over as itself or as its JSON text. */
function parsed(output: unknown): Json {
  if (typeof output !== 'string') return (output ?? null) as Json
  try {
    return JSON.parse(output) as Json
  } catch {
    return output
  }
}
