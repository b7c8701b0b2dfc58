import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepLive } from '../../../src/app/keepLive.ts'
import { leaveNothing, type Left } from '../../../src/app/leaveNothing.ts'
import { takeOver } from '../../../src/app/takeOver.ts'
import type { Json } from '../../../src/bus/json.ts'
import { leaveBehind, type Leaving } from '../../../src/storage/leaveBehind.ts'
import { findLeftBehind } from '../../../src/storage/leftBehind.ts'
import { notes } from '../../fixtures/notes.ts'
import { doIt } from '../../support/desk.ts'
import { faultyPort, openTab, quota, type FaultyPort, type Tab } from '../../support/storage.ts'
import { textArea, type FullArea } from '../../support/textArea.ts'

/** What of a window leaving and taking over need. */
class PageStub extends EventTarget {
  readonly document = Object.assign(new EventTarget(), { visibilityState: 'visible' })

  seen(visibilityState: 'visible' | 'hidden'): void {
    Object.assign(this.document, { visibilityState })
    this.document.dispatchEvent(new Event('visibilitychange'))
  }
}

/** Locks as far as work runs under them, one at a time. */
const locks = { request: (_: string, __: object, work: () => Promise<void>) => work() } as unknown as LockManager

interface Page extends Tab {
  readonly stub: PageStub
  readonly left: Left
  readonly live: ReturnType<typeof keepLive>
  readonly lost: string[]
  readonly reported: string[]
  readonly take: (age?: number) => Promise<void>
  rename(noteId: string, title: string): void
}

const leavingOf = (area: FullArea, pageId: string): Leaving => ({ area, pageId, storeId: 'store-1', clock: Date.now })
const leftIn = (area: FullArea, of?: string) => findLeftBehind(leavingOf(area, ''), (id) => of !== undefined && id !== of)
const rest = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0)

async function open(port: FaultyPort, area: FullArea, pageId: string, { alive = [] as readonly string[], locked = true } = {}): Promise<Page> {
  const tab = await openTab(port, { tabId: pageId, initial: { note: notes(4) } })
  const { bus, log } = tab
  const stub = new PageStub()
  const page = stub as unknown as Window
  const leaving = leavingOf(area, pageId)
  const living = () => Promise.resolve(new Set([pageId, ...alive]))
  const [lost, reported]: [string[], string[]] = [[], []]
  const report = (where: string): unknown => reported.push(where)
  const live = keepLive({
    port,
    pageId,
    living,
    whole: () => 'no',
    lastCommit: () => bus.commits.at(-1)?.id ?? '',
    settled: (id) => log.settled(id),
    upToDate: () => Promise.resolve(),
    report,
  })
  const left = leaveNothing({ page, log, leaving, live })
  const take = takeOver({ page, bus, log, port, leaving, left, living, locks: locked ? locks : undefined, live, onLost: (why) => lost.push(why), report })
  return { ...tab, stub, left, live, lost, reported, take, rename: (noteId, title) => void doIt(bus, 'set_title', { noteId, title }) }
}

const title = ({ bus }: Tab, noteId: string): unknown => bus.session.records.get('note', noteId)?.['title']
const recording = (steps: number): Json => ({ steps: Array.from({ length: steps }, () => 'x'.repeat(1000)) })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('what is not stored', () => {
  it('is left behind when the page goes or hides, and no longer once it is stored', async () => {
    const [port, area] = [faultyPort(), textArea()]
    const page = await open(port, area, 'a')
    page.rename('n1', 'One')
    page.stub.seen('hidden')
    expect(leftIn(area)).toMatchObject([{ commits: [{}] }])
    await page.log.flush()
    expect(leftIn(area)).toEqual([])
    page.rename('n1', 'Two')
    page.stub.dispatchEvent(new Event('pagehide'))
    expect(leftIn(area)).toHaveLength(1)
  })

  it('is left behind within a second or so where storage refuses: a page may crash', async () => {
    const [port, area] = [faultyPort(), textArea()]
    const page = await open(port, area, 'a')
    port.fault = () => quota()
    page.rename('n1', 'One')
    page.live.put('r1', recording(1))
    await rest()
    expect(leftIn(area)).toEqual([])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(leftIn(area)).toMatchObject([{ commits: [{}], live: { r1: {} } }])
    page.rename('n1', 'Two')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(leftIn(area)).toMatchObject([{ commits: [{}, {}] }])
    port.fault = () => undefined
    await page.log.retry()
    await rest()
    // The recording as well, which had waited for its next step.
    expect([page.live.unstored(), port.values.has('live/r1'), leftIn(area)]).toEqual([{}, true, []])
  })

  it('without room for all of it: changes before recordings, and nothing older', async () => {
    const [port, area] = [faultyPort(), textArea()]
    const page = await open(port, area, 'a')
    port.fault = () => quota()
    page.rename('n1', 'One')
    page.live.put('r1', recording(1))
    page.left.leave()
    area.room = 2_500
    page.live.put('r1', recording(3))
    page.left.leave()
    expect(leftIn(area)).toMatchObject([{ commits: [{}], live: {} }])
    area.room = 10
    page.left.leave()
    expect(leftIn(area)).toEqual([])
  })
})

describe('what another page left behind', () => {
  it('stays where it is while there is no room for it under another name, and goes once it is stored', async () => {
    const [port, area] = [faultyPort(), textArea()]
    const gone = await open(port, area, 'a')
    gone.rename('n1', 'One')
    leaveBehind(leavingOf(area, 'a'), gone.log.waiting, { r1: recording(2) })
    gone.log.dispose()
    port.fault = ({ op }) => (op === 'set' ? quota() : undefined)
    area.room = 2_000
    vi.advanceTimersByTime(1)
    const page = await open(port, area, 'b')
    await page.take()
    expect(leftIn(area).map(({ pageId, live }) => [pageId, Object.keys(live)])).toEqual([['a', ['r1']], ['b', []]])
    // It has it already.
    await page.take()
    expect(title(page, 'n1')).toBe('One')
    await rest()
    port.fault = () => undefined
    await page.log.flush()
    await rest()
    expect([port.values.has('live/r1'), area.length]).toEqual([true, 0])
  })

  it('is taken up by an open page that is looked at, unless the next page of the same tab comes first', async () => {
    const [port, area] = [faultyPort(), textArea()]
    const page = await open(port, area, 'b', { alive: ['c'] })
    const gone = await open(port, area, 'a')
    gone.rename('n1', 'One')
    leaveBehind(leavingOf(area, 'a'), gone.log.waiting, { r1: recording(1) })
    leaveBehind(leavingOf(area, 'c'), gone.log.waiting, { r2: recording(1) })
    gone.log.dispose()
    page.stub.seen('visible')
    await rest()
    expect(title(page, 'n1')).toBe('Note n1')
    await vi.advanceTimersByTimeAsync(11_000)
    await page.log.flush()
    expect(title(page, 'n1')).toBe('One')
    expect(leftIn(area).map(({ pageId }) => pageId)).toEqual(['c'])
    // It is anybody's to go on with.
    expect(port.values.get('live/r1')).toMatchObject({ pageId: 'a' })
    expect(port.values.has('live/r2')).toBe(false)
  })

  it('stays with whoever may live, where nobody can tell', async () => {
    const [port, area] = [faultyPort(), textArea()]
    const page = await open(port, area, 'b', { locked: false })
    leaveBehind(leavingOf(area, 'a'), [], { r1: recording(1) })
    page.stub.dispatchEvent(new Event('focus'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(leftIn(area, 'a')).toHaveLength(1)
  })

  it('stays where storage cannot be read, which is reported once, and is taken up when it can', async () => {
    const [port, area] = [faultyPort(), textArea()]
    const gone = await open(port, area, 'a')
    gone.rename('n1', 'One')
    leaveBehind(leavingOf(area, 'a'), gone.log.waiting)
    gone.log.dispose()
    const page = await open(port, area, 'b')
    port.fault = () => quota()
    await page.take()
    await page.take()
    expect([title(page, 'n1'), page.reported.length, leftIn(area).length]).toEqual(['Note n1', 1, 1])
    port.fault = () => undefined
    await vi.advanceTimersByTimeAsync(10_000)
    page.stub.dispatchEvent(new Event('focus'))
    await rest()
    expect(title(page, 'n1')).toBe('One')
  })
})
