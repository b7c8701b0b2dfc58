import { describe, expect, it } from 'vitest'
import { connectHost } from '../../../src/webmcp/connect.ts'
import { createNativeProvider } from '../../../src/webmcp/native.ts'
import { createNoProvider } from '../../../src/webmcp/none.ts'
import type { ToolDefinition } from '../../../src/webmcp/provider.ts'
import { FakeHost } from './fakeHost.ts'

const tool = (name: string, execute: ToolDefinition['execute'] = () => Promise.resolve({ ok: true })): ToolDefinition => ({
  name,
  description: 'Does something.',
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: true, untrustedContentHint: false },
  execute,
})

/** A provider whose timers fire when the test says so. */
function provided(host = new FakeHost()) {
  let due: (() => void) | null = null
  const provider = createNativeProvider({
    modelContext: () => host,
    window: 'this page',
    later(_ms, callback) {
      due = callback
      return () => (due = null)
    },
  })
  return { host, provider, fire: () => due?.(), isDue: () => due !== null }
}

describe('createNativeProvider', () => {
  it('case W01: runs a tool that is called with no second argument, and with no argument at all', async () => {
    const { host, provider } = provided()
    const got: unknown[] = []
    await provider.register(
      tool('look', (input, signal) => {
        got.push([input, signal])
        return Promise.resolve({ ok: true })
      }),
      new AbortController().signal,
    )
    const { signal } = new AbortController()
    await host.call('look', { a: 1 })
    await host.call('look')
    await host.call('look', null)
    await host.call('look', {}, { signal })
    expect(got).toEqual([
      [{ a: 1 }, undefined],
      [{}, undefined],
      [null, undefined],
      [{}, signal],
    ])
  })

  it('refuses a signal that has aborted, before the host sees it', async () => {
    const { host, provider } = provided()
    await expect(provider.register(tool('late'), AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
    expect(host.registered).toEqual([])
  })

  it('reads the host afresh for every registration', async () => {
    const first = new FakeHost()
    const second = new FakeHost()
    let current = first
    const provider = createNativeProvider({ modelContext: () => current })
    await provider.register(tool('one'), new AbortController().signal)
    current = second
    await provider.register(tool('two'), new AbortController().signal)
    expect([first.registered, second.registered]).toEqual([['one'], ['two']])
  })

  it('rejects with the host’s reason, thrown or rejected', async () => {
    const reason = new DOMException('no', 'NotAllowedError')
    const throws = createNativeProvider({
      modelContext: () => ({
        registerTool() {
          throw reason
        },
      }),
    })
    await expect(throws.register(tool('one'), new AbortController().signal)).rejects.toBe(reason)
    const { host, provider } = provided()
    host.refuse = () => reason
    await expect(provider.register(tool('one'), new AbortController().signal)).rejects.toBe(reason)
  })

  it('answers with a plain object when a tool throws, and reports it', async () => {
    const host = new FakeHost()
    const reported: unknown[] = []
    const provider = createNativeProvider({ modelContext: () => host, report: (_where, error) => reported.push(error) })
    const error = new Error('secret')
    await provider.register(tool('bad', () => Promise.reject(error)), new AbortController().signal)
    const answer = await host.call('bad', {})
    expect(answer).toMatchObject({ ok: false, error: { code: 'INTERNAL' } })
    expect(JSON.stringify(answer)).not.toContain('secret')
    expect(reported).toEqual([error])
  })

  it('lists what the host has, member by member, schemas as text or object', async () => {
    const { provider, host } = provided()
    const interfaceObject = Object.create({
      get name() {
        return 'mine'
      },
      get description() {
        return 'd'
      },
      get inputSchema() {
        return '{"type":"object"}'
      },
      get window() {
        return 'this page'
      },
    }) as object
    host.getTools = () =>
      Promise.resolve([
        interfaceObject,
        { name: 'theirs', description: 'e', inputSchema: { type: 'object' }, window: 'another page' },
        { name: 'odd', description: null, inputSchema: '{broken', window: null },
      ] as never)
    expect(await provider.list()).toEqual([
      { name: 'mine', description: 'd', inputSchema: { type: 'object' }, ours: true },
      { name: 'theirs', description: 'e', inputSchema: { type: 'object' }, ours: false },
      { name: 'odd', description: '', inputSchema: null, ours: true },
    ])
  })

  it('tells of many changes once, after the host is quiet, and stops listening with its last listener', async () => {
    const { host, provider, fire, isDue } = provided()
    let told = 0
    const stop = provider.onToolChange(() => (told += 1))
    await provider.register(tool('one'), new AbortController().signal)
    await provider.register(tool('two'), new AbortController().signal)
    expect(told).toBe(0)
    fire()
    expect(told).toBe(1)
    await provider.register(tool('three'), new AbortController().signal)
    stop()
    expect([isDue(), host.listening]).toEqual([false, 0])
  })
})

describe('connectHost', () => {
  const environment = { search: '', isSecureContext: true, framed: false, modelContext: () => new FakeHost(), bridge: false }
  const factories = { native: () => provided().provider }

  it.each([
    ['policy', 'NotAllowedError'],
    ['policy', 'SecurityError'],
    ['error', 'InvalidStateError'],
  ])('case W23: is degraded for %s when the host refuses with %s', async (reason, name) => {
    const provider = await connectHost(environment, factories, () => Promise.reject(new DOMException('no', name)))
    expect([provider.mode, provider.reason]).toEqual(['degraded', reason])
  })

  it('registers what comes first before it answers', async () => {
    const order: string[] = []
    const provider = await connectHost(environment, factories, () => {
      order.push('first')
      return Promise.resolve()
    })
    order.push(provider.mode)
    expect(order).toEqual(['first', 'native'])
  })

  it('does not ask a factory when nothing is to be registered', async () => {
    const provider = await connectHost({ ...environment, framed: true }, { native: () => Promise.reject(new Error('asked')) }, () =>
      Promise.reject(new Error('asked')),
    )
    expect(provider.reason).toBe('framed')
  })
})

describe('createNoProvider', () => {
  it('registers nothing, lists nothing, and says why', async () => {
    const provider = createNoProvider('insecure')
    await expect(provider.register(tool('one'), new AbortController().signal)).rejects.toMatchObject({ name: 'NoHostError' })
    expect([provider.mode, provider.reason, await provider.list()]).toEqual(['degraded', 'insecure', []])
  })
})
