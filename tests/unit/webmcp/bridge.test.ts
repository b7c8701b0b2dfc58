import { describe, expect, it } from 'vitest'
import { forBridge } from '../../../src/webmcp/bridge/forBridge.ts'
import { openBridge } from '../../../src/webmcp/bridge/openBridge.ts'
import { watchPeers } from '../../../src/webmcp/bridge/watchPeers.ts'
import { connectHost, type ProviderFactories } from '../../../src/webmcp/connect.ts'
import { detectHost, type HostEnvironment } from '../../../src/webmcp/detect.ts'
import type { ToolDefinition } from '../../../src/webmcp/provider.ts'
import { FakeHost } from './fakeHost.ts'

const native = (): unknown => ({ registerTool: () => undefined })
const page = (over: Partial<HostEnvironment> = {}): HostEnvironment => ({
  search: '',
  isSecureContext: true,
  framed: false,
  modelContext: () => undefined,
  bridge: true,
  ...over,
})
const standIn = (mark: string) => (): unknown => ({ registerTool: () => undefined, [mark]: true })

const tool = (execute: ToolDefinition['execute'] = () => Promise.resolve({ ok: true })): ToolDefinition => ({
  name: 'look',
  description: 'Looks.',
  inputSchema: { type: 'object', properties: { a: { type: 'integer' } }, additionalProperties: false },
  annotations: { readOnlyHint: true, untrustedContentHint: true },
  execute,
})

describe('detectHost with a bridge', () => {
  it('loads it where there is no other host, or where the address wants it', () => {
    expect(detectHost(page())).toEqual({ mode: 'bridge' })
    expect(detectHost(page({ modelContext: native }))).toEqual({ mode: 'native' })
    expect(detectHost(page({ modelContext: native, search: '?webmcp=bridge' }))).toEqual({ mode: 'bridge' })
  })

  it.each([
    ['insecure', page({ isSecureContext: false, search: '?webmcp=bridge' })],
    ['framed', page({ framed: true, search: '?webmcp=bridge' })],
    ['off', page({ search: '?webmcp=off' })],
    ['absent', page({ search: '?webmcp=native' })],
  ])('case W23: does not where the page is %s', (reason, environment) => {
    expect(detectHost(environment)).toEqual({ mode: 'degraded', reason })
  })

  it.each(['__isBrowserMcpServer', '__isWebMCPPolyfill'])('case W04: takes what %s marks for a bridge that is there, and puts no second one over it', (mark) => {
    for (const search of ['', '?webmcp=bridge']) {
      expect(detectHost(page({ modelContext: standIn(mark), search }))).toEqual({ mode: 'bridge', there: true })
    }
    expect(detectHost(page({ modelContext: standIn(mark), search: '?webmcp=native' }))).toEqual({ mode: 'degraded', reason: 'absent' })
  })
})

describe('connectHost with a bridge', () => {
  function factories(allowed: boolean): { readonly opened: boolean[]; readonly factories: ProviderFactories } {
    const opened: boolean[] = []
    const bridge = (there: boolean) => {
      opened.push(there)
      return openBridge({ modelContext: () => new FakeHost(), clock: () => 0 })
    }
    return { opened, factories: { native: () => Promise.reject(new Error('asked')), bridge, mayLoadBridge: () => Promise.resolve(allowed) } }
  }
  const first = (): Promise<void> => Promise.resolve()

  it('loads nothing before the person allowed it, and says that it could', async () => {
    const { opened, factories: given } = factories(false)
    const provider = await connectHost(page(), given, () => Promise.reject(new Error('registered')))
    expect([provider.mode, provider.reason, provider.offersBridge, opened]).toEqual(['degraded', 'absent', true, []])
  })

  it('loads it once allowed', async () => {
    const { opened, factories: given } = factories(true)
    const provider = await connectHost(page(), given, first)
    expect([provider.mode, provider.offersBridge, opened]).toEqual(['bridge', undefined, [false]])
  })

  it('asks nobody for a bridge that is there already', async () => {
    const { opened, factories: given } = factories(false)
    expect((await connectHost(page({ modelContext: standIn('__isBrowserMcpServer') }), given, first)).mode).toBe('bridge')
    expect(opened).toEqual([true])
  })

  it('case W23: is degraded when its code cannot be loaded, or it does not start', async () => {
    const lost = await connectHost(page(), { ...factories(true).factories, bridge: () => Promise.reject(new Error('offline')) }, first)
    expect([lost.mode, lost.reason]).toEqual(['degraded', 'error'])
    expect(() => openBridge({ modelContext: () => undefined, start: () => undefined, clock: () => 0 })).toThrow('did not start')
  })
})

describe('case W20: connectHost with a bridge that takes its time', () => {
  const open = { native: () => Promise.reject(new Error('asked')), bridge: () => openBridge({ modelContext: () => new FakeHost(), clock: () => 0 }) }

  it('is not held up by what was asked for first', async () => {
    const provider = await connectHost(page(), open, () => new Promise(() => undefined))
    expect(provider.mode).toBe('bridge')
  })

  it('is degraded all the same when it refuses, as it does at once', async () => {
    const told: unknown[] = []
    const provider = await connectHost(page(), open, () => Promise.reject(new DOMException('no', 'NotAllowedError')), (...fault) => told.push(fault))
    expect([provider.mode, provider.reason, told]).toEqual(['degraded', 'policy', []])
  })

  it('has a refusal told that comes too late', async () => {
    const told: unknown[] = []
    let refuse = (_: Error): void => undefined
    const late = new Promise<void>((_, reject) => (refuse = reject))
    await connectHost(page(), open, () => late, (where, error) => told.push(where, error))
    const error = new Error('late')
    refuse(error)
    await late.catch(() => undefined)
    await Promise.resolve()
    expect(told).toEqual(['fixed tools', error])
  })
})

describe('openBridge', () => {
  it('case W20: in a hidden tab a tool is registered when it is there, not when everybody was told of all tools before it', async () => {
    const tool = (name: string): ToolDefinition => ({
      name,
      description: 'Does something.',
      inputSchema: { type: 'object' },
      annotations: { readOnlyHint: true, untrustedContentHint: false },
      execute: () => Promise.resolve({ ok: true }),
    })
    const host = new FakeHost()
    const { signal } = new AbortController()
    host.beforeResolve = () => new Promise(() => undefined)
    Object.assign(host, { listTools: () => [...host.tools.values()] })
    let hidden = true
    const bridge = openBridge({ modelContext: () => host, clock: () => 0, hidden: () => hidden })
    await Promise.all(['one', 'two'].map((name) => bridge.register(tool(name), signal)))
    await expect(bridge.register(tool('one'), signal)).rejects.toMatchObject({ name: 'InvalidStateError' })

    // Where it does not tell what it has, and wherever the page is on show, its own word is waited for.
    let said = (): void => undefined
    host.beforeResolve = () => new Promise((resolve) => (said = resolve))
    const waits = async (name: string): Promise<void> => {
      let done = false
      const registering = bridge.register(tool(name), signal).then(() => (done = true))
      await new Promise((resolve) => setTimeout(resolve, 5))
      expect(done).toBe(false)
      said()
      await registering
    }
    hidden = false
    await waits('three')
    hidden = true
    Object.assign(host, { listTools: undefined })
    await waits('four')
  })

  it('starts before it looks at what is there', () => {
    let host: FakeHost | undefined
    expect(openBridge({ modelContext: () => host, start: () => (host = new FakeHost()), clock: () => 0 }).mode).toBe('bridge')
  })

  it('case W01: runs a tool that is told of no abort, with input as object or as its text', async () => {
    const host = new FakeHost()
    const got: unknown[] = []
    const provider = openBridge({ modelContext: () => host, clock: () => 0 })
    const look = tool((input, signal) => {
      got.push([input, signal])
      return Promise.resolve({ ok: true })
    })
    await provider.register(look, new AbortController().signal)
    for (const input of [{ a: 1 }, '{"a":1}', '', undefined, 'no object', '7']) await host.call('look', input)
    expect(got).toEqual([{ a: 1 }, { a: 1 }, {}, {}, 'no object', '7'].map((input) => [input, undefined]))
  })

  it('tells who called last, and when', async () => {
    const host = new FakeHost()
    let now = 5
    const provider = openBridge({ modelContext: () => host, clock: () => now })
    let told = 0
    provider.peers?.onChange(() => (told += 1))
    await provider.register(tool(), new AbortController().signal)
    expect([provider.peers?.lastCall(), provider.peers?.client()]).toEqual([null, null])
    await host.call('look', {})
    now = 9
    expect(provider.peers?.lastCall()).toEqual({ tool: 'look', at: 5 })
    expect(told).toBe(1)
  })
})

describe('forBridge', () => {
  const host = { ...tool(), execute: () => Promise.resolve({}) }

  it('leaves checking the input to the tool, and the schema as it is', () => {
    const { inputSchema } = forBridge(host)
    expect(JSON.parse(JSON.stringify(inputSchema))).toEqual(host.inputSchema)
    const standard = Reflect.get(inputSchema, '~standard') as { validate(value: unknown): unknown; jsonSchema: { input(): unknown } }
    expect(standard.validate({ a: 'wrong' })).toEqual({ value: { a: 'wrong' } })
    expect(standard.jsonSchema.input()).toEqual(host.inputSchema)
    expect('~standard' in host.inputSchema).toBe(false)
  })

  it('says of a consequential tool what MCP clients understand', () => {
    expect(forBridge(host).annotations).toEqual(host.annotations)
    const grave = { ...host, annotations: { ...host.annotations, consequentialHint: true } }
    expect(forBridge(grave).annotations).toEqual({ ...grave.annotations, destructiveHint: true })
  })
})

describe('watchPeers', () => {
  it('names the client that introduced itself last, at most forty characters of it', () => {
    let name: unknown = undefined
    const server: { oninitialized?: () => void; getClientVersion(): object } = { getClientVersion: () => ({ name }) }
    let before = 0
    server.oninitialized = () => (before += 1)
    const peers = watchPeers({ mcpServer: { server } }, () => 0)
    let told = 0
    peers.onChange(() => (told += 1))
    expect(peers.client()).toBeNull()
    name = 'x'.repeat(50)
    server.oninitialized()
    expect([peers.client(), told, before]).toEqual(['x'.repeat(40), 1, 1])
    name = 7
    expect(peers.client()).toBeNull()
  })

  it.each([undefined, null, {}, { mcpServer: {} }, { mcpServer: { server: {} } }])('makes do with %j', (host) => {
    expect(watchPeers(host, () => 0).client()).toBeNull()
  })
})
