import { describe, expect, it } from 'vitest'
import { loadState, writeInitial } from '../../../src/storage/loadState.ts'
import { sealEntry, type LogEntry } from '../../../src/storage/logEntry.ts'
import { note, notes } from '../../fixtures/notes.ts'
import { doIt } from '../../support/desk.ts'
import { contents, entities, faultyPort, openTab, quota, reload, type FaultyPort } from '../../support/storage.ts'

/** A store of four notes in two chunks and three commits: n1, n2 and n3 retitled. */
async function written(): Promise<FaultyPort> {
  const port = faultyPort()
  const { bus, log } = await openTab(port, { initial: { note: notes(4) } })
  for (const id of ['n1', 'n2', 'n3']) doIt(bus, 'set_title', { noteId: id, title: `${id} new` })
  await log.flush()
  return port
}

const titles = async (port: FaultyPort): Promise<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(contents((await reload(port)).records).note ?? {}).map(([id, { title }]) => [id, title]))

const log = (seq: number): string => `log/${String(seq).padStart(16, '0')}`

describe('loadState', () => {
  it('an empty store is fresh', async () => {
    const state = await reload(faultyPort())
    expect(state).toMatchObject({ fresh: true, lastSeq: 0, damaged: [], commits: [] })
    expect(state.records).toEqual({ note: [], setting: [] })
  })

  it('half an initial write counts as none, and the next attempt leaves nothing of it', async () => {
    const port = faultyPort()
    port.fault = ({ op, key }) => (op === 'set' && key === 'meta' ? quota() : undefined)
    await expect(writeInitial(port, entities, { note: notes(8) }, 'first')).rejects.toThrow()
    port.fault = () => undefined
    expect((await reload(port)).fresh).toBe(true)
    await writeInitial(port, entities, { note: notes(2) }, 'second')
    expect(await titles(port)).toEqual({ n1: 'Note n1', n2: 'Note n2' })
  })

  it('writes the initial records as chunks, not as commits', async () => {
    const port = faultyPort()
    await writeInitial(port, entities, { note: notes(7) }, 'id')
    expect(port.writes).toEqual(['chunk/note/0', 'chunk/note/1', 'chunk/note/2', 'meta'])
  })

  it('gives frozen records', async () => {
    const [record] = (await reload(await written())).records.note ?? []
    expect(Object.isFrozen(record) && Object.isFrozen(record?.tags)).toBe(true)
  })

  it.each([
    ['no object', 7, 'A stored note is not a record and was set aside.'],
    ['no id', { title: 'x' }, 'A stored note has no noteId and was set aside.'],
    ['a member missing', { noteId: 'bad', title: 'x', tags: [], version: 1 }, 'The stored note bad lacks updatedAt and was set aside.'],
    ['a wrong type', { ...note('bad'), tags: [1] }, 'The stored note bad has a wrong tags and was set aside.'],
  ])('sets a damaged record aside (%s), reports it, and loads the rest', async (_, record, message) => {
    const port = await written()
    port.values.set('chunk/note/1', { seq: 0, records: [record, note('n4')] })
    const state = await reload(port)
    expect(state.damaged).toEqual([message])
    expect(Object.keys(contents(state.records).note ?? {})).toEqual(['n1', 'n2', 'n3', 'n4'])
    expect(port.values.get('aside/chunk/note/1')).toEqual({ seq: 0, records: [record] })
  })

  it('reports a damaged record until its chunk is written again, which happens when idle', async () => {
    const port = await written()
    port.values.set('chunk/note/1', { seq: 0, records: [7, note('n4')] })
    const tab = await openTab(port)
    expect(tab.scheduler.waiting).toEqual([null])
    await tab.log.compact()
    expect((await reload(port)).damaged).toEqual([])
    expect(Object.keys(await titles(port))).toEqual(['n1', 'n2', 'n3', 'n4'])
  })

  it('sets a block aside that is none', async () => {
    const port = await written()
    port.values.set('chunk/note/1', 'nonsense')
    expect((await reload(port)).damaged).toEqual(['A block of notes could not be read and was set aside.'])
    expect(port.values.get('aside/chunk/note/1')).toBe('nonsense')
    expect((await reload(port)).damaged).toEqual([])
    expect(Object.keys(await titles(port))).toEqual(['n1', 'n2', 'n3'])
  })

  it.each([
    ['no shape', () => ({ seq: 2 }), 'does not have the shape of a commit'],
    ['patches that are none', (entry: LogEntry) => sealEntry({ ...entry, commit: { ...entry.commit, patches: [{} as never] } }), 'does not have the shape of a commit'],
    ['another number', (entry: LogEntry) => sealEntry({ ...entry, seq: 9 }), 'says it is number 9'],
    ['changed content', (entry: LogEntry) => ({ ...entry, commit: { ...entry.commit, source: 'forged' } }), 'does not match its hash'],
  ])('sets a damaged entry of the log aside (%s), reports it once, and replays the rest', async (_, damage, what) => {
    const port = await written()
    const value = damage(port.values.get(log(2)) as LogEntry)
    port.values.set(log(2), value)
    expect((await reload(port)).damaged).toEqual([`Entry 2 of the log ${what} and was set aside; what it changed may be missing.`])
    expect(port.values.get(`aside/${log(2)}`)).toEqual(value)
    const again = await reload(port)
    expect(again.damaged).toEqual([])
    expect(again.lastSeq).toBe(3)
    expect(await titles(port)).toMatchObject({ n1: 'n1 new', n2: 'Note n2', n3: 'n3 new' })
  })

  it('never gives the number of a damaged last entry to another', async () => {
    const port = await written()
    port.values.set(log(3), null)
    port.values.set(log(3), 'torn')
    expect((await reload(port)).lastSeq).toBe(3)
    expect((await reload(port)).lastSeq).toBe(3)
    const { bus, log: commits } = await openTab(port)
    doIt(bus, 'set_title', { noteId: 'n4', title: 'n4 new' })
    await commits.flush()
    expect(port.values.has(log(4))).toBe(true)
    expect((await reload(port)).damaged).toEqual([])
  })

  it('reports a gap, and replays what is left', async () => {
    const port = await written()
    port.values.delete(log(2))
    const state = await reload(port)
    expect(state.damaged).toEqual(['Entry 2 of the log cannot be found; what was changed there may be missing.'])
    expect(await titles(port)).toMatchObject({ n1: 'n1 new', n2: 'Note n2', n3: 'n3 new' })
  })

  it('reports a broken chain: an entry replaced by another that is whole in itself', async () => {
    const port = await written()
    const entry = port.values.get(log(2)) as LogEntry
    port.values.set(log(2), sealEntry({ ...entry, commit: { ...entry.commit, source: 'forged' } }))
    expect((await reload(port)).damaged).toEqual(['Entry 3 of the log does not continue the one before it.'])
  })

  it('sets aside a record the log leaves in a wrong shape', async () => {
    const port = await written()
    const entry = port.values.get(log(3)) as LogEntry
    const patches = [{ op: 'update' as const, entity: 'note', id: 'n3', fields: { title: { from: 'Note n3', to: 5 } } }]
    port.values.set(log(3), sealEntry({ ...entry, commit: { ...entry.commit, patches } }))
    expect((await reload(port)).damaged).toEqual(['The stored note n3 has a wrong title and was set aside.'])
    expect(port.values.get('aside/record/note/n3')).toMatchObject({ title: 5 })
    expect(Object.keys(await titles(port))).toEqual(['n1', 'n2', 'n4'])
  })

  it.each([null, 'nonsense', { format: '1' }])('a store whose description is %j still loads, and is never taken for a new one', async (meta) => {
    const port = await written()
    if (meta === null) port.values.delete('meta')
    else port.values.set('meta', meta)
    const state = await reload(port)
    expect(state.fresh).toBe(false)
    expect(state.damaged).toEqual(['The description of the store was damaged and has been written anew.'])
    expect(await titles(port)).toMatchObject({ n1: 'n1 new', n3: 'n3 new', n4: 'Note n4' })
    expect((await reload(port)).damaged).toEqual([])
  })

  it('loads although nothing can be set aside, and leaves the damaged thing where it is', async () => {
    const port = await written()
    port.values.set(log(2), 'nonsense')
    port.fault = ({ op }) => (op === 'set' ? quota() : undefined)
    expect((await reload(port)).damaged).toHaveLength(1)
    expect(port.values.get(log(2))).toBe('nonsense')
  })

  it('passes over records of a kind this version does not know', async () => {
    const port = await written()
    port.values.set('chunk/widget/0', { seq: 0, records: [{ id: 1 }] })
    const state = await reload(port)
    expect(state.damaged).toEqual([])
    expect(port.values.has('chunk/widget/0')).toBe(true)
  })

  it('a fault of the port comes through', async () => {
    const port = await written()
    port.fault = () => Promise.reject(new Error('broken'))
    await expect(loadState(port, entities)).rejects.toThrow('broken')
  })
})
