import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { notes } from '../../fixtures/notes.ts'
import { doIt } from '../../support/desk.ts'
import { contents, openTab, reload } from '../../support/storage.ts'

// localforage looks for IndexedDB when it is loaded.
const { localforagePort } = await import('../../../src/storage/localforagePort.ts')
const { openStorage } = await import('../../../src/storage/openStorage.ts')

describe('localforage over IndexedDB', () => {
  it('keeps values under their keys', async () => {
    const { port, problem } = await openStorage({ name: 'values', persistence: undefined })
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
})
