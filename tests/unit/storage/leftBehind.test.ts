import { describe, expect, it } from 'vitest'
import { findLeftBehind, leaveBehind, type TextArea } from '../../../src/storage/leftBehind.ts'
import { findLive } from '../../../src/storage/liveRecording.ts'
import { readCommits } from '../../../src/storage/readTail.ts'
import { takeUp } from '../../../src/storage/takeUp.ts'
import { notes } from '../../fixtures/notes.ts'
import { doIt } from '../../support/desk.ts'
import { contents, faultyPort, openTab, quota, reload, type FaultyPort, type Tab } from '../../support/storage.ts'

const STORE = 'store-1'

function textArea(): TextArea {
  const texts = new Map<string, string>()
  return {
    get length() {
      return texts.size
    },
    key: (place) => [...texts.keys()][place] ?? null,
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  }
}

const never = (): Promise<never> => new Promise<never>(() => undefined)

/** A tab whose page went before anything of what it did was stored. */
async function gone(port: FaultyPort, area: TextArea, work: (tab: Tab) => void, tabId = 'a'): Promise<Tab> {
  await openTab(port, { initial: { note: notes(4) } })
  const tab = await openTab({ ...port, add: never }, { tabId })
  work(tab)
  leaveBehind(area, { storeId: STORE, tabId }, { commits: tab.log.waiting, live: {} })
  tab.log.dispose()
  return tab
}

async function next(port: FaultyPort, area: TextArea, tabId = 'a'): Promise<Tab & { readonly lost: string[] }> {
  const tab = await openTab(port, { tabId })
  const lost: string[] = []
  await takeUp({ ...tab, port, area, storeId: STORE, onLost: (reason) => lost.push(reason) })
  return { ...tab, lost }
}

describe('what a page had not stored when it went', () => {
  it('is made by the next page under the same ids, stored, and then no longer kept', async () => {
    const port = faultyPort()
    const area = textArea()
    const before = await gone(port, area, ({ bus }) => {
      doIt(bus, 'set_title', { noteId: 'n1', title: 'One' })
      doIt(bus, 'set_title', { noteId: 'n1', title: 'Two' })
      doIt(bus, 'add_note', { noteId: 'n9', title: 'Nine' })
      doIt(bus, 'remove_note', { noteId: 'n2' })
      bus.note({ type: 'said' }, { actor: 'agent', source: 'test' })
    })
    const after = await next(port, area)
    expect(after.lost).toEqual([])
    expect(contents(after.bus.session.records)).toEqual(contents(before.bus.session.records))
    await after.log.flush()
    expect((await readCommits(port)).map(({ commit }) => commit)).toEqual(before.bus.commits)
    expect(contents((await reload(port)).records)).toEqual(contents(before.bus.session.records))
    await Promise.resolve()
    expect(findLeftBehind(area, STORE)).toEqual([])
  })

  it('counts once where it was stored after all', async () => {
    const port = faultyPort()
    const area = textArea()
    const tab = await openTab(port, { initial: { note: notes(4) } })
    doIt(tab.bus, 'set_title', { noteId: 'n1', title: 'One' })
    leaveBehind(area, { storeId: STORE, tabId: 'a' }, { commits: tab.log.waiting, live: {} })
    await tab.log.flush()
    const after = await next(port, area)
    await after.log.flush()
    expect((await readCommits(port)).length).toBe(1)
    expect(findLeftBehind(area, STORE)).toEqual([])
  })

  it('counts once where two tabs take it up', async () => {
    const port = faultyPort()
    const area = textArea()
    await gone(port, area, ({ bus }) => doIt(bus, 'set_title', { noteId: 'n1', title: 'One' }))
    const [one, other] = await Promise.all([next(port, area, 'b'), next(port, area, 'c')])
    await Promise.all([one.log.flush(), other.log.flush()])
    await Promise.all([one.log.refresh(), other.log.refresh()])
    expect((await readCommits(port)).length).toBe(1)
    expect(one.bus.session.records.get('note', 'n1')).toEqual(other.bus.session.records.get('note', 'n1'))
    expect([...one.rolledBack, ...other.rolledBack]).toEqual([])
  })

  it('is told of, not made, where another tab has changed the record since', async () => {
    const port = faultyPort()
    const area = textArea()
    await gone(port, area, ({ bus }) => {
      doIt(bus, 'set_title', { noteId: 'n1', title: 'Mine' })
      doIt(bus, 'set_title', { noteId: 'n2', title: 'Mine too' })
    })
    const other = await openTab(port, { tabId: 'b' })
    doIt(other.bus, 'set_title', { noteId: 'n1', title: 'Theirs' })
    await other.log.flush()
    const after = await next(port, area)
    expect(after.lost).toEqual(['The note n1 was changed before your last change to it was stored.'])
    expect(after.bus.session.records.get('note', 'n1')).toMatchObject({ title: 'Theirs' })
    expect(after.bus.session.records.get('note', 'n2')).toMatchObject({ title: 'Mine too' })
  })

  it('stays kept while storage refuses', async () => {
    const port = faultyPort()
    const area = textArea()
    await gone(port, area, ({ bus }) => doIt(bus, 'set_title', { noteId: 'n1', title: 'One' }))
    const after = await openTab(port)
    port.fault = ({ op }) => (op === 'set' ? quota() : undefined)
    await takeUp({ ...after, port, area, storeId: STORE, onLost: () => undefined })
    expect((await after.log.flush()).saved).toBe(false)
    expect(after.bus.session.records.get('note', 'n1')).toMatchObject({ title: 'One' })
    expect(findLeftBehind(area, STORE)).toHaveLength(1)
  })

  it('stays kept while storage cannot be read', async () => {
    const port = faultyPort()
    const area = textArea()
    await gone(port, area, ({ bus }) => doIt(bus, 'set_title', { noteId: 'n1', title: 'One' }))
    const after = await openTab(port)
    port.fault = () => quota()
    await expect(takeUp({ ...after, port, area, storeId: STORE, onLost: () => undefined })).rejects.toMatchObject({ name: 'QuotaExceededError' })
    expect(findLeftBehind(area, STORE)).toHaveLength(1)
  })

  it('is removed where it is of another store or no such text; what is not ours is left alone', () => {
    const area = textArea()
    area.setItem('understudy/left-behind/a', '{"format":1,"storeId":"store-1","commits":[{"id":1}],"live":{}}')
    area.setItem('understudy/left-behind/b', 'torn {')
    area.setItem('other', 'x')
    leaveBehind(area, { storeId: 'store-0', tabId: 'c' }, { commits: [], live: { r1: { steps: [] } } })
    expect(findLeftBehind(area, STORE)).toEqual([])
    expect(area.length).toBe(1)
  })

  it.each([
    ['goes on as it was', { steps: [1, 2] }, [{ steps: [1, 2] }]],
    ['stays over', null, []],
  ])('a running recording %s', async (_, live, found) => {
    const port = faultyPort(new Map([['live/r1', { tabId: 'a', value: { steps: [1] } }]]))
    const area = textArea()
    leaveBehind(area, { storeId: STORE, tabId: 'a' }, { commits: [], live: { r1: live } })
    await openTab(port, { initial: { note: notes(1) } })
    await next(port, area)
    expect((await findLive(port)).map(({ value }) => value)).toEqual(found)
  })

  it('nothing leaves nothing', async () => {
    const area = textArea()
    await gone(faultyPort(), area, () => undefined)
    expect(area.length).toBe(0)
  })
})
