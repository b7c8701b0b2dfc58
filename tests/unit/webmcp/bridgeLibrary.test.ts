// @vitest-environment happy-dom
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/bus/json.ts'
import { openBridge } from '../../../src/webmcp/bridge/openBridge.ts'
import { startBridge } from '../../../src/webmcp/bridge/startBridge.ts'
import { pause } from '../../../src/webmcp/pause.ts'
import type { Provider, ToolDefinition } from '../../../src/webmcp/provider.ts'

/** What the library puts at `document.modelContext`, as far as these tests use it. */
interface Host {
  getTools(): Promise<readonly { readonly name: string }[]>
  executeTool(tool: object, input: string): Promise<string>
}

const modelContext = (): unknown => Reflect.get(document, 'modelContext')
const host = (): Host => modelContext() as Host

async function call(name: string, input: JsonObject = {}): Promise<unknown> {
  const listed = (await host().getTools()).find((tool) => tool.name === name)
  if (!listed) throw new Error(`The bridge has no tool ${name}.`)
  return JSON.parse(await host().executeTool(listed, JSON.stringify(input)))
}

const names = async (): Promise<readonly string[]> => (await host().getTools()).map((tool) => tool.name)

const tool = (name: string, execute: ToolDefinition['execute'] = () => Promise.resolve({ ok: true })): ToolDefinition => ({
  name,
  description: 'Does something.',
  inputSchema: { type: 'object', properties: { a: { type: 'integer' } }, additionalProperties: false },
  annotations: { readOnlyHint: false, untrustedContentHint: true },
  execute,
})

const open = (): Provider => openBridge({ modelContext, window, start: () => startBridge(location.origin), clock: () => 0 })

describe('the bridge’s own library behind the port', () => {
  // The bridge stays for the life of its page; what a test registers ends with the test.
  let controller = new AbortController()
  afterEach(() => {
    controller.abort()
    controller = new AbortController()
  })
  // The library announces what ended some timers later, with events of this environment: it must not be gone by then.
  afterAll(() => new Promise((resolve) => setTimeout(resolve, 250)))

  it('registers, lists, calls and ends by signal', async () => {
    const provider = open()
    const got: unknown[] = []
    await provider.register(
      tool('look', (input, signal) => {
        got.push([input, signal])
        return Promise.resolve({ ok: true, rows: [] })
      }),
      controller.signal,
    )
    expect(await provider.list()).toEqual([
      { name: 'look', description: 'Does something.', inputSchema: tool('look').inputSchema, ours: true },
    ])
    expect(await call('look', { a: 1 })).toEqual({ ok: true, rows: [] })
    // Not checked on the way: what is wrong with it, the tool says.
    expect(await call('look', { b: 'x' })).toEqual({ ok: true, rows: [] })
    expect(got).toEqual([
      [{ a: 1 }, undefined],
      [{ b: 'x' }, undefined],
    ])
    controller.abort()
    expect(await names()).toEqual([])
  })

  it('case W09: torn down and set up again under the same names, in one go and by signal only', async () => {
    const provider = open()
    for (let round = 0; round < 3; round += 1) {
      const life = new AbortController()
      const results = await Promise.allSettled(['one', 'two', 'three'].map((name) => provider.register(tool(name), life.signal)))
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
      expect(await names()).toEqual(['one', 'three', 'two'])
      life.abort()
    }
    expect(await names()).toEqual([])
  })

  it('case W03: opened twice, it is the same bridge, with every tool once', async () => {
    const first = open()
    await first.register(tool('one'), controller.signal)
    const second = open()
    await expect(second.register(tool('one'), controller.signal)).rejects.toMatchObject({ name: 'InvalidStateError' })
    await second.register(tool('two'), controller.signal)
    expect(await names()).toEqual(['one', 'two'])
  })

  it('lets a result out that was there a turn before its registration ended', async () => {
    const provider = open()
    let finish = (_: JsonObject): void => undefined
    const finished = new Promise<JsonObject>((resolve) => (finish = resolve))
    await provider.register(tool('slow', () => finished), controller.signal)
    const answer = call('slow')
    // The listing in `call` takes a timer's turn.
    await new Promise((resolve) => setTimeout(resolve, 5))
    finish({ ok: false, error: { code: 'REVOKED' } })
    await pause()
    controller.abort()
    expect(await answer).toEqual({ ok: false, error: { code: 'REVOKED' } })
  })

  it('tells of changes of its list', async () => {
    const due: (() => void)[] = []
    const provider = openBridge({
      modelContext,
      window,
      start: () => startBridge(location.origin),
      clock: () => 0,
      later(_, callback) {
        due.push(callback)
        return () => undefined
      },
    })
    let told = 0
    provider.onToolChange(() => (told += 1))
    await provider.register(tool('one'), controller.signal)
    await expect.poll(() => due.length).toBeGreaterThan(0)
    due.at(-1)?.()
    expect(told).toBe(1)
  })
})
