import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { pageLock } from '../../../src/storage/lock.ts'
import type { StartedStorage } from '../../../src/storage/startStorage.ts'
import { notes } from '../../fixtures/notes.ts'
import { contents, entities } from '../../support/storage.ts'
import { textArea } from '../../support/textArea.ts'

// localforage looks for IndexedDB when it is loaded.
const { newStore } = await import('../../../src/storage/newStore.ts')
const { openStorage } = await import('../../../src/storage/openStorage.ts')
const { startStorage } = await import('../../../src/storage/startStorage.ts')
const { seedKeeper } = await import('../../../src/storage/storeSeed.ts')

const area = textArea()
const records = { note: notes(3) }
const begin = vi.fn(() => newStore(records, 'made-here'))
const lock = pageLock()
let made = 0

const start = (name: string, more: Parameters<typeof openStorage>[0] = {}): Promise<StartedStorage> =>
  startStorage({ lock, entities, initial: () => records, seed: seedKeeper(() => area, () => ({ storeId: `made-later-${++made}`, at: 0 })), opened: openStorage({ name, begin, ...more }) })

afterEach(() => {
  vi.restoreAllMocks()
  begin.mockClear()
})

describe('a database that is new', () => {
  it('begins with the first records, and is asked for them once', async () => {
    const first = await start('once')
    expect(first).toMatchObject({ problem: null, state: { fresh: false, lastSeq: 0, damaged: [], meta: { storeId: 'made-here' } } })
    expect(contents(first.state.records)).toEqual(contents(records))
    await first.written?.()
    const again = await start('once')
    expect(again.written).toBeUndefined()
    expect(again.state.meta).toEqual(first.state.meta)
    expect(contents(again.state.records)).toEqual(contents(records))
    expect([...again.state.chunks]).toEqual([...first.state.chunks].filter(([, chunks]) => chunks.length > 0))
    expect(begin).toHaveBeenCalledTimes(1)
  })

  it('is shown before any of it is stored, while another tab has its turn', async () => {
    let end = (): void => undefined
    const turn = lock.run(() => new Promise<void>((resolve) => (end = resolve)))
    const { state } = await start('at-once')
    expect(state.meta.storeId).toBe('made-here')
    end()
    await turn
  })

  it('is one, whichever of two tabs makes it', async () => {
    const two = await Promise.all([start('two'), start('two')])
    expect(two.map(({ state }) => state.meta.storeId)).toEqual(['made-here', 'made-here'])
    expect(two.map(({ written }) => written !== undefined).sort()).toEqual([false, true])
    expect(begin).toHaveBeenCalledTimes(1)
  })

  it('that cannot be given its records is made without, and gets them when there is room', async () => {
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError')
    })
    const { state, problem, written } = await start('no-room')
    expect(problem).toBeNull()
    expect(contents(state.records)).toEqual(contents(records))
    await expect(written?.()).rejects.toMatchObject({ kind: 'full' })
    put.mockRestore()
    await written?.()
    expect((await start('no-room')).state.meta).toEqual(state.meta)
  })

  it('whose making comes to nothing is made again, as it was shown', async () => {
    const { put } = IDBObjectStore.prototype
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
      // The disk fills up between what was asked for and what is stored.
      if (key === 'meta') queueMicrotask(() => this.transaction.abort())
      return put.call(this, value, key)
    })
    const { state, written } = await start('lost')
    expect(state.meta.storeId).toBe('made-here')
    vi.restoreAllMocks()
    await written?.()
    const again = await start('lost')
    expect(again.state.meta).toEqual(state.meta)
    expect(contents(again.state.records)).toEqual(contents(records))
  })
})
