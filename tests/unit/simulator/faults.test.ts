import { describe, expect, it } from 'vitest'
import { createFaultBoard } from '../../../simulator/faults/faults.ts'
import { faultyProvider, type RunPort } from '../../../simulator/faults/faultyProvider.ts'
import { followSlowSteps } from '../../../simulator/faults/slowSteps.ts'
import { faultyStorage, type StorageCalls } from '../../../simulator/faults/faultyStorage.ts'
import type { Provider, ToolDefinition } from '../../../src/webmcp/provider.ts'

function memory() {
  const kept = new Map<string, string>()
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) }
}

const board = () => createFaultBoard(memory)

function provider() {
  const registered: ToolDefinition[] = []
  const made: Provider = {
    mode: 'native',
    register: (tool) => Promise.resolve(void registered.push(tool)),
    list: () => Promise.resolve(registered.map(({ name, description }) => ({ name, description, inputSchema: null, ours: true }))),
    onToolChange: () => () => undefined,
  }
  return { made, registered }
}

const definition = (name: string, execute: ToolDefinition['execute'] = () => Promise.resolve({ ok: true })): ToolDefinition => ({
  name,
  description: name,
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: false, untrustedContentHint: false },
  execute,
})

function runs() {
  const listeners = new Set<Parameters<RunPort['onRun']>[0]>()
  const told: string[] = []
  const port: RunPort = {
    onRun: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    revoke: (tool) => void told.push(`revoke ${tool}`),
    writeElsewhere: (candidates) => void told.push(`write ${candidates.join()}`),
  }
  const step = async (tool: string, steps: number): Promise<void> => {
    for (const listener of listeners) listener({ tool, steps, done: false })
    await Promise.resolve()
  }
  return { port, told, step, listeners }
}

describe('faults of the host', () => {
  it('are none while all switches are off', async () => {
    const { made, registered } = provider()
    const seen: unknown[] = []
    await faultyProvider(made, board(), () => null).register(definition('a', (input, signal) => Promise.resolve({ ok: seen.push(input, signal) > 0 })), new AbortController().signal)
    const { signal } = new AbortController()
    await registered[0]?.execute({ x: 1 }, signal)
    expect(seen).toEqual([{ x: 1 }, signal])
  })

  it('refuse the nth registration and only that, list twice, and keep the signal to themselves', async () => {
    const { made, registered } = provider()
    const faults = board()
    const faulty = faultyProvider(made, faults, () => null)
    const { signal } = new AbortController()
    faults.set('reject-registration', { on: true, value: 2 })
    await faulty.register(definition('a'), signal)
    await expect(faulty.register(definition('b'), signal)).rejects.toMatchObject({ name: 'InvalidStateError' })
    await faulty.register(definition('c', (_, given) => Promise.resolve({ signal: given !== undefined })), signal)
    expect(registered.map((tool) => tool.name)).toEqual(['a', 'c'])
    faults.set('duplicate-listing', { on: true, value: 0 })
    expect((await faulty.list()).map((tool) => tool.name)).toEqual(['a', 'a', 'c', 'c'])
    faults.set('no-signal', { on: true, value: 0 })
    expect(await registered[1]?.execute({}, signal)).toEqual({ signal: false })
  })

  it('come once, after the step they are set to, and only to the tool that runs', async () => {
    const { made, registered } = provider()
    const faults = board()
    const { port, told, step, listeners } = runs()
    faults.set('revoke-mid-run', { on: true, value: 2 })
    faults.set('other-tab-writes', { on: true, value: 1 })
    faults.set('abort-after-step', { on: true, value: 3 })
    let aborted = false
    const faulty = faultyProvider(made, faults, () => port)
    await faulty.register(
      definition('park', async (_, signal) => {
        await step('other', 9)
        await step('park', 1)
        await step('park', 2)
        expect(signal?.aborted).toBe(false)
        await step('park', 3)
        aborted = signal?.aborted === true
        return { ok: true }
      }),
      new AbortController().signal,
    )
    await registered[0]?.execute({ ticket: 'T-1', n: 4 }, undefined)
    expect(told).toEqual(['write T-1', 'revoke park'])
    expect(aborted).toBe(true)
    expect(listeners.size).toBe(0)
  })
})

describe('faults of storage', () => {
  it('refuse writes as a full disk does, and nothing else', async () => {
    const faults = board()
    const written: string[] = []
    const port = faultyStorage<StorageCalls & { readonly kind: string }>(
      {
        kind: 'memory',
        get: () => Promise.resolve(1),
        keys: () => Promise.resolve(['a']),
        set: (key: string) => Promise.resolve(void written.push(key)),
        add: (values: readonly (readonly [string, unknown])[]) => Promise.resolve(written.push(...values.map(([key]) => key)) > 0),
        remove: (key: string) => Promise.resolve(void written.push(key)),
      },
      faults,
    )
    faults.set('storage-failing', { on: true, value: 0 })
    await expect(port.set('a', 1)).rejects.toMatchObject({ name: 'QuotaExceededError', message: '' })
    await expect(port.add([['a', 1]], { key: 'b', fits: () => true })).rejects.toMatchObject({ name: 'QuotaExceededError' })
    await expect(port.remove('a')).rejects.toMatchObject({ name: 'QuotaExceededError' })
    expect(await port.get('a')).toBe(1)
    expect(port.kind).toBe('memory')
    faults.set('storage-failing', { on: false, value: 0 })
    await port.set('b', 1)
    expect(written).toEqual(['b'])
  })
})

describe('slow steps', () => {
  it('keep back what a page sends itself while the switch is on, and nothing once it is off', async () => {
    const due: { readonly act: () => void; readonly ms: number }[] = []
    const page = { MessageChannel, setTimeout: (act: () => void, ms: number) => due.push({ act, ms }) }
    const faults = board()
    followSlowSteps(page as unknown as Window & typeof globalThis, faults)
    expect(page.MessageChannel).toBe(MessageChannel)
    faults.set('slow-steps', { on: true, value: 700 })
    const { port1, port2 } = new page.MessageChannel()
    const arrived = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)))
    port2.postMessage('step')
    expect(due.map(({ ms }) => ms)).toEqual([700])
    due[0]?.act()
    expect(await arrived).toBe('step')
    port1.close()
    faults.set('slow-steps', { on: false, value: 700 })
    expect(page.MessageChannel).toBe(MessageChannel)
  })
})

describe('switches', () => {
  it('that are on outlast a reload of the tab', () => {
    const store = memory()
    const first = createFaultBoard(() => store)
    first.set('storage-slow', { on: true, value: 900 })
    first.set('no-signal', { on: true, value: 0 })
    first.set('no-signal', { on: false, value: 0 })
    const second = createFaultBoard(() => store)
    expect([second.on('storage-slow'), second.on('no-signal')]).toEqual([900, null])
  })

  it('work where the tab keeps nothing', () => {
    const faults = createFaultBoard(() => {
      throw new DOMException('', 'SecurityError')
    })
    faults.set('no-signal', { on: true, value: 0 })
    expect(faults.on('no-signal')).toBe(0)
  })
})
