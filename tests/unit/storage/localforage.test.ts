import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { notes } from '../../fixtures/notes.ts'
import { doIt } from '../../support/desk.ts'
import { contents, openTab, reload } from '../../support/storage.ts'

// localforage looks for IndexedDB when it is loaded.
const { localforagePort } = await import('../../../src/storage/localforagePort.ts')
const { default: localforage } = await import('localforage')
const { openStorage } = await import('../../../src/storage/openStorage.ts')

describe('localforage over IndexedDB', () => {
  it('keeps values under their keys', async () => {
    const { port, problem } = await openStorage({ name: 'values' })
    expect(problem).toBeNull()
    expect(port.kind).toBe('indexeddb')
    await port.set('a/2', { x: [1, null, 'z'] })
    await port.set('a/1', 1)
    await port.set('b/1', 2)
    expect(await port.get('a/2')).toEqual({ x: [1, null, 'z'] })
    expect(await port.get('missing')).toBeNull()
    expect(await port.keys('a/')).toEqual(['a/1', 'a/2'])
    await port.remove('a/1')
    expect(await port.keys('a/')).toEqual(['a/2'])
  })

  it('a new database is made in one step; one that is there stays as it is', async () => {
    const versions: number[] = []
    const { open } = IDBFactory.prototype
    IDBFactory.prototype.open = function (...args) {
      const request = open.apply(this, args)
      request.addEventListener('upgradeneeded', ({ newVersion }) => versions.push(newVersion ?? 0))
      return request
    }
    try {
      const port = localforagePort({ name: 'new' })
      await port.set('a', 1)
      expect(versions).toEqual([1])
      expect(await localforagePort({ name: 'new' }).get('a')).toBe(1)
      expect(versions).toEqual([1])
    } finally {
      IDBFactory.prototype.open = open
    }
  })

  it('a database the library made by itself is opened as it is', async () => {
    await localforage.createInstance({ name: 'older', storeName: 'kv', driver: localforage.INDEXEDDB }).setItem('a', 1)
    expect(await localforagePort({ name: 'older' }).get('a')).toBe(1)
  })

  describe('adding', () => {
    const guard = { key: 'meta', fits: (value: unknown) => value === 'ours' }
    const open = async (name: string, meta: unknown = 'ours'): Promise<ReturnType<typeof localforagePort>> => {
      const port = localforagePort({ name })
      await port.set('meta', meta)
      return port
    }

    it('stores all values', async () => {
      const port = await open('added')
      expect(await port.add([['a', { x: 1 }], ['b', 2]], guard)).toBe(true)
      expect([await port.get('a'), await port.get('b')]).toEqual([{ x: 1 }, 2])
    })

    it('stores none where a key is taken, or the guarded value is another', async () => {
      const port = await open('taken')
      await port.set('b', 'theirs')
      expect(await port.add([['a', 1], ['b', 2]], guard)).toBe(false)
      expect([await port.get('a'), await port.get('b')]).toEqual([null, 'theirs'])
      const other = await open('guarded', 'theirs')
      expect(await other.add([['a', 1]], guard)).toBe(false)
      expect(await other.get('a')).toBeNull()
    })

    it('stores none where one cannot be stored, and says so', async () => {
      const port = await open('uncloneable')
      await expect(port.add([['a', 1], ['b', () => undefined]], guard)).rejects.toMatchObject({ cause: { name: 'DataCloneError' } })
      expect(await port.get('a')).toBeNull()
    })

    it('opens the database again where the browser has closed it', async () => {
      const instance = localforage.createInstance({ name: 'closed', storeName: 'kv', driver: localforage.INDEXEDDB })
      const port = localforagePort({ instance })
      await port.set('meta', 'ours')
      ;(Reflect.get(instance, '_dbInfo') as { readonly db: IDBDatabase }).db.close()
      expect(await port.add([['a', 1]], guard)).toBe(true)
      expect(await port.get('a')).toBe(1)
    })
  })

  it('holds commits over page loads, chunks and log together', async () => {
    const open = (): ReturnType<typeof localforagePort> => localforagePort({ name: 'commits' })
    const { bus, log } = await openTab(open(), { initial: { note: notes(7) } })
    doIt(bus, 'set_title', { noteId: 'n1', title: 'One' })
    doIt(bus, 'remove_note', { noteId: 'n7' })
    await log.flush()
    await log.compact()
    doIt(bus, 'add_note', { noteId: 'n8', title: 'Eight' })
    expect(await log.flush()).toMatchObject({ saved: true, pending: 0 })
    const state = await reload(open())
    expect(state.damaged).toEqual([])
    expect(state.lastSeq).toBe(3)
    expect(contents(state.records)).toEqual(contents(bus.session.records))
  })

  it('holds the plain data of a commit that carries something else', async () => {
    const port = localforagePort({ name: 'proxies' })
    const { bus, log } = await openTab(port, { initial: { note: notes(1) } })
    bus.note({ type: 'approved', detail: new Proxy({ a: 1 }, {}) }, { actor: 'operator', source: 'test' })
    expect(await log.flush()).toMatchObject({ saved: true, pending: 0 })
    expect((await reload(port)).commits.map(({ commit }) => commit.audit?.detail)).toEqual([{ a: 1 }])
  })
})
