import { describe, expect, it, vi } from 'vitest'
import type { Chunk } from '../../../src/storage/chunks.ts'
import { compact } from '../../../src/storage/compact.ts'
import { headOf } from '../../../src/storage/head.ts'
import { notes } from '../../fixtures/notes.ts'
import { doIt } from '../../support/desk.ts'
import { contents, entities, faultyPort, openTab, quota, reload, twoTabs } from '../../support/storage.ts'

const stored = (port: ReturnType<typeof faultyPort>): Record<string, { seq: number; ids: unknown[] }> =>
  Object.fromEntries(
    [...port.values].filter(([key]) => key.startsWith('chunk/note/')).map(([key, value]) => {
      const { seq, records } = value as Chunk
      return [key, { seq, ids: records.map(({ noteId }) => noteId) }]
    }),
  )

describe('compact', () => {
  it('rewrites only the chunks whose records changed, with the last entry they hold', async () => {
    const port = faultyPort()
    const { bus, log } = await openTab(port, { initial: { note: notes(8) } })
    doIt(bus, 'set_title', { noteId: 'n4', title: 'Four' })
    doIt(bus, 'remove_note', { noteId: 'n5' })
    doIt(bus, 'add_note', { noteId: 'n9', title: 'Nine' })
    doIt(bus, 'add_note', { noteId: 'n10', title: 'Ten' })
    await log.flush()
    port.writes.length = 0
    await log.compact()
    expect(port.writes).toEqual(['meta', 'chunk/note/1', 'chunk/note/2', 'chunk/note/3', 'meta'])
    expect(stored(port)).toEqual({
      'chunk/note/0': { seq: 0, ids: ['n1', 'n2', 'n3'] },
      'chunk/note/1': { seq: 4, ids: ['n4', 'n6'] },
      'chunk/note/2': { seq: 4, ids: ['n7', 'n8', 'n9'] },
      'chunk/note/3': { seq: 4, ids: ['n10'] },
    })
    const state = await reload(port)
    expect(state.commits).toEqual([])
    expect(state.lastSeq).toBe(4)
    expect(contents(state.records)).toEqual(contents(bus.session.records))
  })

  it('runs when idle, once the log has grown', async () => {
    const port = faultyPort()
    const { bus, log, scheduler } = await openTab(port, { initial: { note: notes(1) }, compactAfter: { entries: 3, patches: 100 } })
    for (let title = 1; title <= 3; title += 1) doIt(bus, 'set_title', { noteId: 'n1', title: `${title}` })
    await log.flush()
    expect(scheduler.waiting).toEqual([])
    doIt(bus, 'set_title', { noteId: 'n1', title: 'last' })
    await log.flush()
    expect(scheduler.waiting).toEqual([null])
    scheduler.runNext()
    // Its code is asked for first.
    await vi.waitFor(() => expect(stored(port)['chunk/note/0']?.seq).toBe(4))
  })

  it('does not put into chunks what is only in memory yet', async () => {
    const port = faultyPort()
    const { bus, log } = await openTab(port, { initial: { note: notes(1) } })
    doIt(bus, 'set_title', { noteId: 'n1', title: 'stored' })
    await log.flush()
    port.fault = ({ op, key }) => (op === 'set' && key.startsWith('log/') ? quota() : undefined)
    doIt(bus, 'set_title', { noteId: 'n1', title: 'in memory' })
    await log.flush()
    await log.compact()
    expect(contents((await reload(port)).records).note?.n1).toMatchObject({ title: 'stored' })
  })

  it('trims the log but keeps the last entries for the audit', async () => {
    const port = faultyPort()
    const { bus, log } = await openTab(port, { initial: { note: notes(2) } })
    for (let title = 1; title <= 9; title += 1) doIt(bus, 'set_title', { noteId: 'n1', title: `${title}` })
    await log.flush()
    await compact(port, headOf(await reload(port), entities), entities, 4)
    expect([...port.values.keys()].filter((key) => key.startsWith('log/')).map((key) => Number(key.slice(4)))).toEqual([6, 7, 8, 9])
    const state = await reload(port)
    expect(state.damaged).toEqual([])
    expect(contents(state.records)).toEqual(contents(bus.session.records))
  })

  it('a failing rewrite is told, loses nothing, and is done the next time', async () => {
    const port = faultyPort()
    const { bus, log, problems } = await openTab(port, { initial: { note: notes(4) } })
    doIt(bus, 'set_title', { noteId: 'n4', title: 'Four' })
    doIt(bus, 'set_title', { noteId: 'n1', title: 'One' })
    await log.flush()
    port.fault = ({ op, key }) => (op === 'set' && key === 'chunk/note/1' ? quota() : undefined)
    await log.compact()
    expect(problems).toEqual(['The browser has no room left for this page.'])
    expect(log.status.saved).toBe(true)
    expect(contents((await reload(port)).records)).toEqual(contents(bus.session.records))
    port.fault = () => undefined
    await log.compact()
    const state = await reload(port)
    expect(state.commits).toEqual([])
    expect(contents(state.records)).toEqual(contents(bus.session.records))
  })

  it('two tabs that both rewrite chunks never store a record twice', async () => {
    const { port, a, b } = await twoTabs({ note: notes(3) })
    doIt(a.bus, 'add_note', { noteId: 'a1', title: 'A' })
    await a.log.flush()
    await a.log.compact()
    doIt(b.bus, 'add_note', { noteId: 'b1', title: 'B' })
    await b.log.refresh()
    doIt(b.bus, 'set_title', { noteId: 'a1', title: 'A by b' })
    await b.log.flush()
    await b.log.compact()
    doIt(a.bus, 'remove_note', { noteId: 'n1' })
    await a.log.flush()
    await a.log.compact()
    const ids = Object.values(stored(port)).flatMap((chunk) => chunk.ids)
    expect([...ids].sort()).toEqual(['a1', 'b1', 'n2', 'n3'])
    await b.log.refresh()
    for (const tab of [a, b]) expect(contents((await reload(port)).records)).toEqual(contents(tab.bus.session.records))
  })

  it('a tab looks again where records are, once another tab has moved on', async () => {
    const { port, a, b } = await twoTabs({ note: notes(3) })
    for (const noteId of ['a1', 'a2', 'a3', 'x']) doIt(a.bus, 'add_note', { noteId, title: 'A' })
    await a.log.flush()
    await a.log.compact()
    doIt(a.bus, 'remove_note', { noteId: 'a1' })
    await a.log.flush()
    await a.log.compact()
    doIt(a.bus, 'set_title', { noteId: 'a2', title: 'again' })
    await a.log.flush()
    await b.log.compact()
    expect(stored(port)).toMatchObject({ 'chunk/note/1': { ids: ['a2', 'a3'] }, 'chunk/note/2': { ids: ['x'] } })
  })

  it('a chunk that was written before a crash keeps what a damaged entry had said', async () => {
    const port = faultyPort()
    const { bus, log } = await openTab(port, { initial: { note: notes(4) } })
    doIt(bus, 'set_title', { noteId: 'n1', title: 'first' })
    doIt(bus, 'set_title', { noteId: 'n1', title: 'second' })
    doIt(bus, 'set_title', { noteId: 'n4', title: 'Four' })
    await log.flush()
    port.fault = ({ op, key }) => (op === 'set' && key === 'chunk/note/1' ? quota() : undefined)
    await log.compact()
    port.fault = () => undefined
    port.values.set('log/0000000000000002', 'torn')
    const state = await reload(port)
    expect(state.damaged).toHaveLength(1)
    expect(contents(state.records).note).toMatchObject({ n1: { title: 'second' }, n4: { title: 'Four' } })
  })
})
