import { describe, expect, it } from 'vitest'
import type { Json } from '../../../src/bus/json.ts'
import { leaveBehind, type Leaving, type TextArea } from '../../../src/storage/leaveBehind.ts'
import { findLeftBehind, forgetLeft } from '../../../src/storage/leftBehind.ts'
import { readCommits } from '../../../src/storage/readTail.ts'
import { takeUp, type TakeUpOptions } from '../../../src/storage/takeUp.ts'
import { notes } from '../../fixtures/notes.ts'
import { doIt } from '../../support/desk.ts'
import { contents, faultyPort, openTab, quota, reload, type FaultyPort, type Tab } from '../../support/storage.ts'
import { textArea } from '../../support/textArea.ts'

let now = 0
const leavingOf = (area: TextArea, pageId: string, storeId = 'store-1'): Leaving => ({ area, pageId, storeId, clock: () => (now += 1) })
const never = (): Promise<never> => new Promise<never>(() => undefined)
const dead = (_id: string): boolean => false
const leftIn = (area: TextArea) => findLeftBehind(leavingOf(area, ''), dead)

interface Page extends Tab {
  readonly lost: readonly string[]
  readonly live: Readonly<Record<string, Json | null>>
  /** Goes, with whatever is not stored. */
  go(): void
}

const nothing: Omit<TakeUpOptions, 'bus' | 'port' | 'leaving'> = {
  isKept: () => false,
  age: 0,
  catchUp: () => Promise.resolve(),
  isTaken: () => false,
  onTaken: () => undefined,
  onLive: () => undefined,
  onLost: () => undefined,
}

/** A page that takes up what others left. @param stores whether what it does is ever stored */
async function page(port: FaultyPort, area: TextArea, pageId: string, { stores = true, isAlive = dead } = {}): Promise<Page> {
  if (port.values.size === 0) await openTab(port, { initial: { note: notes(4) } })
  const tab = await openTab(stores ? port : { ...port, add: never }, { tabId: pageId })
  const leaving = leavingOf(area, pageId)
  const lost: string[] = []
  const live: Record<string, Json | null> = {}
  const keep = (): boolean => {
    try {
      leaveBehind(leaving, tab.log.waiting, live)
      return true
    } catch {
      return false
    }
  }
  const onLive = (id: string, value: Json | null): unknown => (live[id] = value)
  const taken = await takeUp({ ...nothing, bus: tab.bus, port, leaving, isKept: isAlive, onLost: (reason) => lost.push(reason), onLive })
  if (keep()) for (const from of taken) forgetLeft(leaving, from)
  return {
    ...tab,
    lost,
    live,
    go() {
      keep()
      tab.log.dispose()
    },
  }
}

const title = ({ bus }: Tab, noteId: string): unknown => bus.session.records.get('note', noteId)?.['title']
const rename = ({ bus }: Tab, noteId: string, to: string): void => void doIt(bus, 'set_title', { noteId, title: to })

describe('what a page had not stored when it went', () => {
  it('is made by the next page under the same ids, stored, and is then no longer kept', async () => {
    const port = faultyPort()
    const area = textArea()
    const before = await page(port, area, 'a', { stores: false })
    rename(before, 'n1', 'One')
    rename(before, 'n1', 'Two')
    doIt(before.bus, 'add_note', { noteId: 'n9', title: 'Nine' })
    doIt(before.bus, 'remove_note', { noteId: 'n2' })
    before.bus.note({ type: 'said' }, { actor: 'agent', source: 'test' })
    before.go()
    const after = await page(port, area, 'b')
    expect(after.lost).toEqual([])
    expect(contents(after.bus.session.records)).toEqual(contents(before.bus.session.records))
    await after.log.flush()
    expect((await readCommits(port)).map(({ commit }) => commit)).toEqual(before.bus.commits)
    expect(contents((await reload(port)).records)).toEqual(contents(before.bus.session.records))
    after.go()
    expect(leftIn(area)).toEqual([])
  })

  it('is this page’s to leave behind until it is stored, and under one name only', async () => {
    const port = faultyPort()
    const area = textArea()
    const first = await page(port, area, 'a', { stores: false })
    rename(first, 'n1', 'One')
    first.go()
    const second = await page(port, area, 'b', { stores: false })
    expect(leftIn(area).map(({ pageId }) => pageId)).toEqual(['b'])
    rename(second, 'n1', 'Note n1')
    second.go()
    // There and back again: an older change must not come on top of the newer one.
    const third = await page(port, area, 'c')
    await third.log.flush()
    expect(title(third, 'n1')).toBe('Note n1')
    expect((await readCommits(port)).map(({ commit }) => commit.id)).toEqual([...first.bus.commits, ...second.bus.commits.slice(1)].map(({ id }) => id))
    expect(third.lost).toEqual([])
  })

  it('counts once where it was left behind twice, the earlier page first', async () => {
    const port = faultyPort()
    const area = textArea()
    const first = await page(port, area, 'a', { stores: false })
    rename(first, 'n1', 'One')
    first.go()
    const twice = area.getItem('understudy/left-behind/a') ?? ''
    const second = await page(port, area, 'b', { stores: false })
    rename(second, 'n1', 'Note n1')
    second.go()
    // A crash between keeping it under the new name and removing the old one.
    area.setItem('understudy/left-behind/a', twice)
    const third = await page(port, area, 'c')
    await third.log.flush()
    expect(title(third, 'n1')).toBe('Note n1')
    expect((await readCommits(port)).length).toBe(2)
  })

  it('counts once where it was stored after all', async () => {
    const port = faultyPort()
    const area = textArea()
    const before = await page(port, area, 'a')
    rename(before, 'n1', 'One')
    leaveBehind(leavingOf(area, 'a'), before.log.waiting)
    await before.log.flush()
    const after = await page(port, area, 'b')
    await after.log.flush()
    expect((await readCommits(port)).length).toBe(1)
    expect(leftIn(area)).toEqual([])
  })

  it('counts once where it was stored after all, however much was done since', async () => {
    const port = faultyPort()
    const area = textArea()
    const before = await page(port, area, 'a')
    doIt(before.bus, 'add_note', { noteId: 'n9', title: 'Nine' })
    leaveBehind(leavingOf(area, 'a'), before.log.waiting)
    doIt(before.bus, 'remove_note', { noteId: 'n9' })
    for (let turn = 0; turn < 600; turn += 1) rename(before, 'n1', String(turn))
    await before.log.flush()
    const after = await page(port, area, 'b')
    await after.log.flush()
    expect(after.bus.session.records.get('note', 'n9')).toBeUndefined()
    expect([after.lost, (await readCommits(port, 1000)).length]).toEqual([[], 602])
  })

  it('is left to a page that lives', async () => {
    const port = faultyPort()
    const area = textArea()
    const hidden = await page(port, area, 'a', { stores: false })
    rename(hidden, 'n1', 'One')
    leaveBehind(leavingOf(area, 'a'), hidden.log.waiting)
    const other = await page(port, area, 'b', { isAlive: (id) => id === 'a' })
    expect(title(other, 'n1')).not.toBe('One')
    expect(leftIn(area)).toHaveLength(1)
  })

  it('is told of, not made, where another tab has changed the record since', async () => {
    const port = faultyPort()
    const area = textArea()
    const before = await page(port, area, 'a', { stores: false })
    rename(before, 'n1', 'Mine')
    rename(before, 'n2', 'Mine too')
    before.go()
    const other = await openTab(port, { tabId: 'b' })
    rename(other, 'n1', 'Theirs')
    await other.log.flush()
    const after = await page(port, area, 'c')
    expect(after.lost).toEqual(['The note n1 is not what it was when you changed it last.'])
    expect([title(after, 'n1'), title(after, 'n2')]).toEqual(['Theirs', 'Mine too'])
  })

  it('stays kept while storage refuses, or cannot be read', async () => {
    const port = faultyPort()
    const area = textArea()
    const before = await page(port, area, 'a', { stores: false })
    rename(before, 'n1', 'One')
    before.go()
    const tab = await openTab(port, { tabId: 'b' })
    port.fault = () => quota()
    await expect(takeUp({ ...nothing, bus: tab.bus, port, leaving: leavingOf(area, 'b') })).rejects.toMatchObject({ name: 'QuotaExceededError' })
    expect(leftIn(area)).toHaveLength(1)
    port.fault = ({ op }) => (op === 'set' ? quota() : undefined)
    const refused = await page(port, area, 'c')
    expect((await refused.log.flush()).saved).toBe(false)
    expect(title(refused, 'n1')).toBe('One')
    expect(leftIn(area).map(({ commits }) => commits.length)).toEqual([1])
  })

  it('of another store or another version stays for a month; what is damaged, or no commit at all, is removed', async () => {
    const area = textArea()
    const foreign = leavingOf(area, 'a', 'store-0')
    leaveBehind(foreign, [], { r1: { steps: [] } })
    area.setItem('understudy/left-behind/b', 'torn {')
    leaveBehind(leavingOf(area, 'c'), [], { r1: { steps: [] } })
    area.setItem('understudy/left-behind/c', (area.getItem('understudy/left-behind/c') ?? '').replace('steps', 'stops'))
    leaveBehind(leavingOf(area, 'd'), [{ id: 1 }] as never)
    area.setItem('other', 'x')
    expect(leftIn(area)).toEqual([])
    expect(area.length).toBe(2)
    expect(findLeftBehind({ ...foreign, clock: () => now + 31 * 24 * 3_600_000 }, dead)).toEqual([])
    expect(area.length).toBe(1)
    // An entity this version does not know: all of it waits for the version that does.
    const port = faultyPort()
    const before = await page(port, area, 'e', { stores: false })
    rename(before, 'n1', 'One')
    const [commit] = before.log.waiting
    const unknown = { ...commit, id: 'x', patches: [{ op: 'create', entity: 'ghost', id: 'g', record: {} }] }
    leaveBehind(leavingOf(area, 'e'), [unknown as never, ...before.log.waiting])
    expect(title(await page(port, area, 'f'), 'n1')).not.toBe('One')
    expect(leftIn(area)).toHaveLength(1)
  })

  it('without room leaves no older state behind, and stays under the old name where there is none for the new one', async () => {
    const port = faultyPort()
    const area = textArea()
    const before = await page(port, area, 'a', { stores: false })
    rename(before, 'n1', 'One')
    before.go()
    const [{ commits } = { commits: [] }] = leftIn(area)
    area.room = 10
    const next = await page(port, area, 'b', { stores: false })
    expect(title(next, 'n1')).toBe('One')
    expect(leftIn(area)).toHaveLength(1)
    expect(() => leaveBehind(leavingOf(area, 'a'), commits)).toThrow()
    expect(area.length).toBe(0)
  })

  it('is not made where it relied on a change that no longer fits, whatever the versions say; that is told once', async () => {
    const port = faultyPort()
    const area = textArea()
    const before = await page(port, area, 'a', { stores: false })
    rename(before, 'n1', 'Mine')
    rename(before, 'n1', 'Mine again')
    const run = before.bus.fork({ actor: 'operator', source: 'test' })
    // What n1 is called decides what n2 is called.
    run.rely('note', 'n1')
    run.dispatch('set_title', { noteId: 'n2', title: 'As n1' }, { actor: 'operator', source: 'test' })
    run.commit()
    rename(before, 'n3', 'Three')
    before.go()
    const other = await openTab(port, { tabId: 'b' })
    rename(other, 'n1', 'Theirs')
    rename(other, 'n1', 'Theirs again')
    await other.log.flush()
    const after = await page(port, area, 'c')
    expect(['n1', 'n2', 'n3'].map((id) => title(after, id))).toEqual(['Theirs again', 'Note n2', 'Three'])
    expect(after.lost).toEqual(['The note n1 is not what it was when you changed it last.'])
  })

  it('goes on from what others stored meanwhile, which this page takes in first; nothing is made where it cannot', async () => {
    const port = faultyPort()
    const area = textArea()
    const open = await openTab(port, { tabId: 'b', initial: { note: notes(4) } })
    const other = await page(port, area, 'a')
    rename(other, 'n1', 'One')
    await other.log.flush()
    rename(other, 'n1', 'Two')
    leaveBehind(leavingOf(area, 'a'), other.log.waiting)
    other.log.dispose()
    const options = { ...nothing, bus: open.bus, port, leaving: leavingOf(area, 'b') }
    await expect(takeUp({ ...options, catchUp: quota })).rejects.toBeDefined()
    expect(title(open, 'n1')).toBe('Note n1')
    expect(await takeUp({ ...options, catchUp: () => open.log.refresh().then(() => undefined) })).toEqual(['a'])
    expect(title(open, 'n1')).toBe('Two')
  })

  it('is not taken twice by one page, nor before it is old enough', async () => {
    const port = faultyPort()
    const area = textArea()
    const before = await page(port, area, 'a', { stores: false })
    rename(before, 'n1', 'One')
    before.go()
    const open = await openTab(port, { tabId: 'b' })
    const options = { ...nothing, bus: open.bus, port, leaving: leavingOf(area, 'b') }
    expect(await takeUp({ ...options, age: 1000 })).toEqual([])
    expect(await takeUp({ ...options, isKept: (id) => id === 'a' })).toEqual([])
    // Long ago it was, and no longer among the last commits.
    expect(await takeUp({ ...options, isTaken: () => true })).toEqual(['a'])
    expect(title(open, 'n1')).toBe('Note n1')
  })

  it('of another store is passed over unread: nobody looks whether it is damaged before its month is over', () => {
    const area = textArea()
    const foreign = leavingOf(area, 'a', 'store-0')
    leaveBehind(foreign, [], { r1: 'steps' })
    const key = 'understudy/left-behind/a'
    area.setItem(key, (area.getItem(key) ?? '').replace('steps', 'stops'))
    expect([leftIn(area), area.length]).toEqual([[], 1])
    expect(findLeftBehind({ ...leavingOf(area, 'b'), clock: () => now + 31 * 24 * 3_600_000 }, dead)).toEqual([])
    expect(area.length).toBe(0)
  })

  it('of recordings goes over to this page: those that run, and that one is over', async () => {
    const port = faultyPort()
    const area = textArea()
    leaveBehind(leavingOf(area, 'a'), [], { r1: { steps: [1, 2] }, r2: null })
    const after = await page(port, area, 'b')
    expect(after.live).toEqual({ r1: { steps: [1, 2] }, r2: null })
    expect(leftIn(area).map(({ pageId }) => pageId)).toEqual(['b'])
  })
})
