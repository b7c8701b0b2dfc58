import { describe, expect, it } from 'vitest'
import { localforagePort, type OpeningPort } from '../../../src/storage/localforagePort.ts'
import { openStorage } from '../../../src/storage/openStorage.ts'
import { startStorage, type StartOptions } from '../../../src/storage/startStorage.ts'
import { pageLock } from '../../../src/storage/lock.ts'
import { seedKeeper, type SeedKeeper } from '../../../src/storage/storeSeed.ts'
import { notes } from '../../fixtures/notes.ts'
import { contents, entities, faultyPort, openTab, quota, type FaultyPort } from '../../support/storage.ts'
import { textArea } from '../../support/textArea.ts'

const connected = (port: FaultyPort, ready: () => Promise<void> = () => Promise.resolve()): OpeningPort => Object.assign(port, { ready })
/** What a store is made from, kept by itself. */
const seedOf = (storeId: string, area = textArea()): SeedKeeper => seedKeeper(() => area, () => ({ storeId, at: 0 }))
const never = (): Promise<never> => new Promise<never>(() => undefined)

describe('openStorage', () => {
  it('case P17: without IndexedDB the page gets memory, and says why', async () => {
    expect('indexedDB' in globalThis).toBe(false)
    const { port, problem } = await openStorage({})
    expect(port.kind).toBe('memory')
    expect(problem).toEqual({
      kind: 'unavailable',
      message: 'The browser does not let this page store anything. What you do here is kept only until this page is closed.',
    })
  })

  it('case P17: where the browser has IndexedDB but denies it, says blocked', async () => {
    expect((await openStorage({ hasIndexedDb: () => true })).problem?.kind).toBe('blocked')
    const denied = connected(faultyPort(), () => Promise.reject(new DOMException('', 'SecurityError')))
    expect((await openStorage({ connect: () => denied, hasIndexedDb: () => true })).problem?.kind).toBe('blocked')
  })

  it('a database that never opens is given up', async () => {
    const instance = { ready: never, getItem: never, setItem: never, removeItem: never, keys: never }
    const { port, problem } = await openStorage({ instance, readyMs: 5 })
    expect(port.kind).toBe('memory')
    expect(problem).toMatchObject({ kind: 'hung' })
    expect(problem?.message).toContain('Opening storage got no answer')
  })

  it('leaves data of a newer version untouched, and works in memory', async () => {
    const stored = faultyPort(new Map([['meta', { format: 99, storeId: 'x', generation: 1, through: 0 }]]))
    const { port, problem } = await openStorage({ connect: () => connected(stored) })
    expect(port.kind).toBe('memory')
    expect(problem).toMatchObject({ kind: 'newer' })
    expect(problem?.message).toContain('format 99')
    expect(stored.writes).toEqual([])
  })

  it('brings older data up to date before anybody reads it', async () => {
    const stored = faultyPort(new Map<string, unknown>([['meta', { format: 1, storeId: 'x', generation: 1, through: 0 }]]))
    const migrations = [{ what: 'adds a thing', run: (port: { set(key: string, value: unknown): Promise<void> }) => port.set('thing', 1) }]
    const { port, problem } = await openStorage({ connect: () => connected(stored), migrations })
    expect(problem).toBeNull()
    expect(await port.get('thing')).toBe(1)
    expect(await port.get('meta')).toMatchObject({ format: 2, storeId: 'x' })
  })
})

describe('localforagePort', () => {
  const instance = { ready: () => Promise.resolve(), getItem: never, setItem: quota, removeItem: never, keys: never }

  it('gives every call up after its time', async () => {
    const port = localforagePort({ instance, callMs: 5 })
    await expect(port.get('x')).rejects.toMatchObject({ name: 'StorageFault', kind: 'hung' })
    await expect(port.remove('x')).rejects.toMatchObject({ kind: 'hung' })
    await expect(port.keys('x')).rejects.toMatchObject({ kind: 'hung' })
  })

  it('knows a full disk by the name of the error, whose message is empty', async () => {
    await expect(localforagePort({ instance }).set('x', 1)).rejects.toMatchObject({
      kind: 'full',
      message: 'The browser has no room left for this page.',
    })
  })
})

describe('startStorage', () => {
  const start = (port: FaultyPort, more: Partial<StartOptions> = {}): ReturnType<typeof startStorage> =>
    startStorage({
      connect: () => connected(port),
      lock: pageLock(),
      entities,
      initial: () => ({ note: notes(2) }),
      seed: seedOf('store-1'),
      ...more,
    })

  it('makes a new store with the initial records, once', async () => {
    const port = faultyPort()
    const first = await start(port)
    expect(first).toMatchObject({ problem: null, state: { fresh: false, lastSeq: 0 } })
    await first.written?.()
    const second = await start(port, {
      initial: () => {
        throw new Error('not asked again')
      },
    })
    expect(contents(second.state.records)).toEqual(contents(first.state.records))
  })

  it('two tabs that open at once share one store', async () => {
    const port = faultyPort()
    const lock = pageLock()
    const [a, b] = await Promise.all([start(port, { lock }), start(port, { lock, seed: seedOf('store-2') })])
    expect(a.state.meta.storeId).toBe(b.state.meta.storeId)
  })

  it('case P17: when reads fail at the start, the page starts on memory with the initial records', async () => {
    const port = faultyPort()
    port.fault = ({ op }) => (op === 'keys' ? Promise.reject(new Error('disk error')) : undefined)
    const { port: used, problem, state } = await start(port)
    expect(used.kind).toBe('memory')
    expect(problem?.kind).toBe('unavailable')
    expect(Object.keys(contents(state.records).note ?? {})).toEqual(['n1', 'n2'])
    expect((await openTab(used)).log.status.saved).toBe(false)
  })

  it('case P17: when there is no room for a new store, the page starts with its records, and they are written once there is', async () => {
    const port = faultyPort()
    port.fault = ({ op }) => (op === 'set' ? quota() : undefined)
    const { state, written } = await start(port)
    expect(Object.keys(contents(state.records).note ?? {})).toEqual(['n1', 'n2'])
    await expect(written?.()).rejects.toMatchObject({ name: 'QuotaExceededError' })
    await expect(written?.()).rejects.toMatchObject({ name: 'QuotaExceededError' })
    port.fault = () => undefined
    await written?.()
    const reopened = await start(port)
    expect(reopened.written).toBeUndefined()
    expect(contents(reopened.state.records)).toEqual(contents(state.records))
  })

  it('does not write over a store another tab has made meanwhile', async () => {
    const port = faultyPort()
    port.fault = ({ op }) => (op === 'set' ? quota() : undefined)
    const { written } = await start(port)
    await expect(written?.()).rejects.toMatchObject({ name: 'QuotaExceededError' })
    port.fault = () => undefined
    await (await start(port, { seed: seedOf('store-2') })).written?.()
    await expect(written?.()).rejects.toMatchObject({ kind: 'replaced' })
  })

  it('a store that was not written is made again by the next page, as it was; written by that one it is also this one’s', async () => {
    const port = faultyPort()
    const area = textArea()
    port.fault = ({ op }) => (op === 'set' ? quota() : undefined)
    const first = await start(port, { seed: seedOf('store-1', area) })
    await expect(first.written?.()).rejects.toMatchObject({ name: 'QuotaExceededError' })
    const second = await start(port, { seed: seedOf('store-2', area) })
    expect(second.state.meta).toEqual(first.state.meta)
    port.fault = () => undefined
    await second.written?.()
    await first.written?.()
    expect((await start(port)).state.meta).toEqual(first.state.meta)
    expect(area.length).toBe(0)
  })

  it.each(['{', '5', '{"storeId":1}'])('what is kept of a store that was not written may be damaged: %s', async (text) => {
    const area = textArea()
    area.setItem('understudy/new-store', text)
    const { state, written } = await start(faultyPort(), { seed: seedOf('store-3', area) })
    expect(state.meta.storeId).toBe('store-3')
    await written?.()
    expect(area.length).toBe(0)
  })
})
