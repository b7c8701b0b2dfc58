import { describe, expect, it } from 'vitest'
import { pageLock } from '../../../src/storage/lock.ts'
import { readCommits } from '../../../src/storage/readTail.ts'
import { note, notes } from '../../fixtures/notes.ts'
import { doIt } from '../../support/desk.ts'
import { contents, faultyPort, memoryPort, openTab, quota, reload, twoTabs } from '../../support/storage.ts'

const never = (): Promise<never> => new Promise<never>(() => undefined)

describe('createCommitLog', () => {
  it('stores one record a commit, and a reload finds the same state', async () => {
    const port = faultyPort()
    const { bus, log } = await openTab(port, { initial: { note: notes(4) } })
    port.writes.length = 0
    doIt(bus, 'set_title', { noteId: 'n1', title: 'One' })
    doIt(bus, 'add_note', { noteId: 'n9', title: 'Nine' })
    doIt(bus, 'remove_note', { noteId: 'n2' })
    expect(await log.flush()).toEqual({ saved: true, kind: 'indexeddb', reason: null, pending: 0 })
    expect(port.writes).toEqual(['log/0000000000000001', 'log/0000000000000002', 'log/0000000000000003'])
    const state = await reload(port)
    expect(contents(state.records)).toEqual(contents(bus.session.records))
    expect(state).toMatchObject({ lastSeq: 3, damaged: [], fresh: false })
    expect(state.commits.map(({ commit }) => commit)).toEqual(bus.commits)
  })

  it('stores what was made in one turn in one step, and reads nothing for it', async () => {
    const port = faultyPort()
    const { bus, log } = await openTab(port, { initial: { note: notes(4) } })
    const calls: string[] = []
    port.fault = ({ op, key }) => void calls.push(`${op} ${key}`)
    doIt(bus, 'set_title', { noteId: 'n1', title: 'One' })
    doIt(bus, 'set_title', { noteId: 'n2', title: 'Two' })
    doIt(bus, 'set_title', { noteId: 'n1', title: 'Three' })
    await log.settled(bus.commits[2]?.id ?? '')
    expect(calls).toEqual(['set log/0000000000000001'])
    expect(contents((await reload(port)).records)).toEqual(contents(bus.session.records))
  })

  it('stores a long row of commits part by part', async () => {
    const port = faultyPort()
    const { bus, log } = await openTab(port, { initial: { note: notes(1) } })
    for (let turn = 0; turn < 120; turn += 1) doIt(bus, 'set_title', { noteId: 'n1', title: String(turn) })
    let room = 60
    port.afterSet = () => ((room -= 1) === 0 ? quota() : undefined)
    await log.flush()
    expect(log.status).toMatchObject({ saved: false, pending: 70 })
    port.afterSet = () => undefined
    expect(await log.retry()).toMatchObject({ saved: true, pending: 0 })
    expect((await readCommits(port)).map(({ commit }) => commit.id)).toEqual(bus.commits.map(({ id }) => id))
  })

  it('stores a commit that may wait with the next one, or by itself after a moment', async () => {
    const port = faultyPort()
    const { bus, log, scheduler } = await openTab(port, { initial: { note: notes(2) }, mayWait: ({ audit }) => audit?.type === 'began' })
    const calls: string[] = []
    port.fault = ({ op, key }) => void calls.push(`${op} ${key}`)
    const began = (): string => bus.note({ type: 'began' }, { actor: 'agent', source: 'test' }).id
    began()
    await Promise.resolve()
    doIt(bus, 'set_title', { noteId: 'n1', title: 'One' })
    await log.settled(bus.commits[1]?.id ?? '')
    expect(calls).toEqual(['set log/0000000000000001'])
    expect(scheduler.waiting).toEqual([])
    const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
    await turn()
    const alone = began()
    await turn()
    expect(calls).toHaveLength(1)
    expect(scheduler.waiting).toHaveLength(1)
    scheduler.runNext()
    expect(await log.settled(alone)).toBe('stored')
    expect((await readCommits(port)).map(({ commit }) => commit.id)).toEqual(bus.commits.map(({ id }) => id))
    const last = began()
    await log.flush()
    expect(await log.settled(last)).toBe('stored')
  })

  it('asks for the lock in the very turn of the commit', async () => {
    const asked: number[] = []
    const lock = pageLock()
    const { bus } = await openTab(faultyPort(), { lock: { run: (work) => (asked.push(asked.length), lock.run(work)) }, initial: { note: notes(1) } })
    doIt(bus, 'set_title', { noteId: 'n1', title: 'One' })
    expect(asked).toEqual([0])
  })

  it('goes on after a reload with the next number and an unbroken chain', async () => {
    const port = faultyPort()
    const first = await openTab(port, { initial: { note: notes(1) } })
    doIt(first.bus, 'set_title', { noteId: 'n1', title: 'One' })
    await first.log.flush()
    const second = await openTab(port)
    doIt(second.bus, 'set_title', { noteId: 'n1', title: 'Two' })
    await second.log.flush()
    const [one, two] = await readCommits(port)
    expect(two).toMatchObject({ seq: 2, prev: one?.hash })
    expect((await reload(port)).damaged).toEqual([])
  })

  it('writes by itself, as soon as a commit is made', async () => {
    const port = faultyPort()
    const { bus, log } = await openTab(port, { initial: { note: notes(1) } })
    doIt(bus, 'set_title', { noteId: 'n1', title: 'One' })
    expect(log.status.pending).toBe(1)
    const id = bus.commits[0]?.id ?? ''
    expect(await log.settled(id)).toBe('stored')
    expect(log.status.pending).toBe(0)
    expect(port.values.has('log/0000000000000001')).toBe(true)
  })

  it('stores notes of what happened, which change no record', async () => {
    const port = faultyPort()
    const { bus, log } = await openTab(port)
    bus.note({ type: 'approved', tool: 'x' }, { actor: 'operator', source: 'test' })
    await log.flush()
    expect((await readCommits(port))[0]?.commit.audit).toEqual({ type: 'approved', tool: 'x' })
  })

  it('case T02: when storage is full, says so, keeps everything in memory, and stores it in order once there is room', async () => {
    const port = faultyPort()
    const { bus, log, scheduler } = await openTab(port, { initial: { note: notes(2) } })
    const told: boolean[] = []
    log.onStatus(({ saved }) => told.push(saved))
    port.fault = ({ op }) => (op === 'set' ? quota() : undefined)
    doIt(bus, 'set_title', { noteId: 'n1', title: 'One' })
    const first = bus.commits[0]?.id ?? ''
    expect(await log.settled(first)).toBe('unsaved')
    await log.flush()
    expect(log.status).toMatchObject({ saved: false, pending: 1, reason: 'The browser has no room left for this page.' })
    expect(told.at(-1)).toBe(false)
    doIt(bus, 'set_title', { noteId: 'n2', title: 'Two' })
    expect(await log.settled(bus.commits[1]?.id ?? '')).toBe('unsaved')
    expect(contents(bus.session.records).note?.n2).toMatchObject({ title: 'Two' })

    port.fault = () => undefined
    expect(scheduler.waiting).toHaveLength(1)
    scheduler.runNext()
    expect(await log.flush()).toMatchObject({ saved: true, pending: 0, reason: null })
    expect(await log.settled(first)).toBe('stored')
    expect((await readCommits(port)).map(({ commit }) => commit.id)).toEqual(bus.commits.map(({ id }) => id))
    expect(contents((await reload(port)).records)).toEqual(contents(bus.session.records))
  })

  it('waits longer after each refusal, with one attempt planned at a time, and tries at once when asked', async () => {
    const port = faultyPort()
    const { bus, log, scheduler } = await openTab(port, { initial: { note: notes(1) } })
    port.fault = ({ op }) => (op === 'set' ? quota() : undefined)
    doIt(bus, 'set_title', { noteId: 'n1', title: 'One' })
    await log.flush()
    const waits = [scheduler.waiting]
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await log.retry()
      waits.push(scheduler.waiting)
    }
    expect(waits.every((planned) => planned.length === 1)).toBe(true)
    const last = waits.map(([ms]) => ms ?? 0)
    expect(last).toEqual([...last].sort((a, b) => a - b))
    expect(last.at(-1)).toBe(60_000)
    port.fault = () => undefined
    expect(await log.retry()).toMatchObject({ saved: true, pending: 0 })
    expect(scheduler.waiting).toEqual([])
  })

  it('recognises its own commit when a write that seemed lost took effect after all', async () => {
    const port = faultyPort()
    const { bus, log } = await openTab(port, { initial: { note: notes(1) } })
    port.afterSet = () => Promise.reject(new Error('no answer'))
    doIt(bus, 'set_title', { noteId: 'n1', title: 'One' })
    await log.flush()
    expect(log.status).toMatchObject({ saved: false, pending: 1 })
    port.afterSet = () => undefined
    doIt(bus, 'set_title', { noteId: 'n1', title: 'Two' })
    expect(await log.retry()).toMatchObject({ saved: true, pending: 0 })
    expect((await readCommits(port)).map(({ commit }) => commit.id)).toEqual(bus.commits.map(({ id }) => id))
    expect(contents((await reload(port)).records).note?.n1).toMatchObject({ title: 'Two', version: 3 })
  })

  it('stores the plain data of a commit that carries something else, instead of holding up all later ones', async () => {
    const port = faultyPort()
    const { bus, log } = await openTab(port, { initial: { note: notes(1) } })
    const tags = new Proxy(['x'], {})
    expect(bus.dispatch('set_tags', { noteId: 'n1', tags }, { actor: 'operator', source: 'test' }).ok).toBe(true)
    expect(await log.flush()).toMatchObject({ saved: true, pending: 0 })
    const state = await reload(port)
    expect(state.damaged).toEqual([])
    expect(contents(state.records).note?.n1).toMatchObject({ tags: ['x'] })
  })

  it('on memory, says from the start that nothing lasts, and answers every commit so', async () => {
    const { bus, log } = await openTab(memoryPort(), { initial: { note: notes(1) } })
    expect(log.status).toMatchObject({ saved: false, kind: 'memory', pending: 0 })
    doIt(bus, 'set_title', { noteId: 'n1', title: 'One' })
    expect(await log.settled(bus.commits[0]?.id ?? '')).toBe('unsaved')
    expect(await log.flush()).toMatchObject({ saved: false, pending: 0 })
  })

  it('stops when disposed', async () => {
    const port = faultyPort()
    const { bus, log, scheduler } = await openTab(port, { initial: { note: notes(1) } })
    port.fault = () => quota()
    doIt(bus, 'set_title', { noteId: 'n1', title: 'One' })
    await log.flush()
    log.dispose()
    expect(scheduler.waiting).toEqual([])
    port.fault = () => undefined
    doIt(bus, 'set_title', { noteId: 'n1', title: 'Two' })
    await Promise.resolve()
    expect(port.writes.filter((key) => key.startsWith('log/'))).toEqual([])
  })
})

describe('two tabs over one store', () => {
  it('take in what the other stored, without storing it again', async () => {
    const { port, a, b } = await twoTabs({ note: notes(2) })
    doIt(a.bus, 'set_title', { noteId: 'n1', title: 'From a' })
    await a.log.flush()
    doIt(b.bus, 'set_title', { noteId: 'n2', title: 'From b' })
    await b.log.flush()
    expect(contents(b.bus.session.records).note).toMatchObject({ n1: { title: 'From a', version: 2 }, n2: { title: 'From b' } })
    expect(b.foreign).toEqual(a.bus.commits)
    await a.log.refresh()
    expect(contents(a.bus.session.records)).toEqual(contents(b.bus.session.records))
    expect(contents((await reload(port)).records)).toEqual(contents(b.bus.session.records))
    expect((await readCommits(port)).map(({ tab }) => tab)).toEqual(['a', 'b'])
  })

  it('the later of two writes to one record is rolled back, told, and not stored', async () => {
    const { port, a, b } = await twoTabs({ note: notes(2) })
    doIt(a.bus, 'set_title', { noteId: 'n1', title: 'From a' })
    await a.log.flush()
    doIt(b.bus, 'set_title', { noteId: 'n1', title: 'From b' })
    const commit = b.bus.commits[0]
    expect(await b.log.settled(commit?.id ?? '')).toBe('stale')
    expect(contents(b.bus.session.records).note?.n1).toMatchObject({ title: 'From a', version: 2 })
    expect(b.rolledBack).toEqual([{ commit, reason: 'The note n1 was changed in another tab at the same time.' }])
    expect(await b.log.settled(commit?.id ?? '')).toBe('stale')
    expect(b.log.status).toMatchObject({ saved: true, pending: 0 })
    expect((await readCommits(port)).map(({ tab }) => tab)).toEqual(['a'])
  })

  it('what was built on a rolled-back commit goes with it, even where both sides counted to the same version', async () => {
    const { port, a, b } = await twoTabs({ note: notes(3) })
    port.fault = ({ op, key }) => (op === 'set' && key.startsWith('log/') ? quota() : undefined)
    doIt(b.bus, 'set_title', { noteId: 'n1', title: 'b, first' })
    doIt(b.bus, 'set_tags', { noteId: 'n1', tags: ['second'] })
    doIt(b.bus, 'set_title', { noteId: 'n3', title: 'apart' })
    await b.log.flush()
    port.fault = () => undefined
    doIt(a.bus, 'set_title', { noteId: 'n1', title: 'a, first' })
    await a.log.flush()
    expect(await b.log.retry()).toMatchObject({ saved: true, pending: 0 })
    expect(b.rolledBack.map(({ commit }) => commit.entries[0]?.command)).toEqual(['set_title', 'set_tags'])
    expect(contents(b.bus.session.records).note).toMatchObject({ n1: { title: 'a, first', tags: [], version: 2 }, n3: { title: 'apart' } })
    expect(contents((await reload(port)).records)).toEqual(contents(b.bus.session.records))
  })

  it('a run that only read a record another tab changed is stale too', async () => {
    const { port, a, b } = await twoTabs({ note: notes(3) })
    doIt(a.bus, 'set_title', { noteId: 'n1', title: 'From a' })
    await a.log.flush()
    const fork = b.bus.fork({ actor: 'agent', source: 'tool', run: { id: 'r1', tool: 't' } })
    fork.rely('note', 'n1')
    fork.dispatch('set_title', { noteId: 'n2', title: 'By the run' }, { actor: 'agent', source: 'tool' })
    const made = fork.commit()
    expect(await b.log.settled(made.ok ? made.value.id : '')).toBe('stale')
    expect(contents(b.bus.session.records).note?.n2).toMatchObject({ title: 'Note n2', version: 1 })
    expect(contents((await reload(port)).records)).toEqual(contents(b.bus.session.records))
  })

  it('records that are not counted take the last write, in memory as in storage', async () => {
    const { port, a, b } = await twoTabs({ setting: [{ key: 'theme', value: 'light' }] })
    doIt(a.bus, 'set_setting', { key: 'theme', value: 'dark' })
    await a.log.flush()
    doIt(b.bus, 'set_setting', { key: 'theme', value: 'system' })
    await b.log.flush()
    await a.log.refresh()
    for (const records of [a.bus.session.records, b.bus.session.records, (await reload(port)).records]) {
      expect(contents(records).setting?.theme).toEqual({ key: 'theme', value: 'system' })
    }
    expect(b.rolledBack).toEqual([])
  })

  it('case P18: both publish, and both are kept', async () => {
    const { port, a, b } = await twoTabs({ note: notes(1) })
    doIt(a.bus, 'publish_note', { noteId: 'tool-a', title: 'A' })
    doIt(b.bus, 'publish_note', { noteId: 'tool-b', title: 'B' })
    await Promise.all([a.log.flush(), b.log.flush()])
    await Promise.all([a.log.refresh(), b.log.refresh()])
    for (const records of [a.bus.session.records, b.bus.session.records, (await reload(port)).records]) {
      expect(Object.keys(contents(records).note ?? {})).toEqual(['n1', 'tool-a', 'tool-b'])
    }
  })

  it('of two that create one id, the first is kept and the second told', async () => {
    const { port, a, b } = await twoTabs({ note: notes(1) })
    doIt(a.bus, 'publish_note', { noteId: 'tool', title: 'A' })
    await a.log.flush()
    doIt(b.bus, 'publish_note', { noteId: 'tool', title: 'B' })
    await b.log.flush()
    expect(b.rolledBack).toHaveLength(1)
    expect(contents(b.bus.session.records).note?.tool).toMatchObject({ title: 'A' })
    expect(contents((await reload(port)).records)).toEqual(contents(b.bus.session.records))
  })

  it('what happened stays noted, whatever another tab did meanwhile', async () => {
    const { port, a, b } = await twoTabs({ note: notes(1) })
    doIt(a.bus, 'set_title', { noteId: 'n1', title: 'A' })
    await a.log.flush()
    b.bus.note({ type: 'rejected' }, { actor: 'operator', source: 'test' })
    expect(await b.log.settled(b.bus.commits[0]?.id ?? '')).toBe('stored')
    expect(await readCommits(port)).toHaveLength(2)
  })

  it('hear from each other through the signal', async () => {
    const listeners = new Set<() => void>()
    const signal = { post: () => listeners.forEach((listener) => listener()), listen: (listener: () => void) => (listeners.add(listener), () => listeners.delete(listener)) }
    const port = faultyPort()
    const a = await openTab(port, { initial: { note: notes(1) }, signal, tabId: 'a' })
    const b = await openTab(port, { signal, tabId: 'b' })
    doIt(a.bus, 'set_title', { noteId: 'n1', title: 'From a' })
    await a.log.flush()
    await b.log.refresh()
    expect(b.foreign).toHaveLength(1)
  })

  it('a read that fails half-way leaves memory and head together', async () => {
    const { port, a, b } = await twoTabs({ note: notes(3) })
    for (const id of ['n1', 'n2', 'n3']) doIt(a.bus, 'set_title', { noteId: id, title: 'From a' })
    await a.log.flush()
    port.fault = ({ op, key }) => (op === 'get' && key.endsWith('3') ? Promise.reject(new Error('read failed')) : undefined)
    await b.log.refresh()
    expect(b.problems).toEqual(['Storage failed: read failed'])
    port.fault = () => undefined
    await b.log.refresh()
    expect(contents(b.bus.session.records)).toEqual(contents(a.bus.session.records))
  })

  it('a tab that slept through a trimmed log takes the whole state', async () => {
    const { port, a, b } = await twoTabs({ note: notes(3) })
    doIt(a.bus, 'set_title', { noteId: 'n1', title: 'From a' })
    doIt(a.bus, 'remove_note', { noteId: 'n2' })
    doIt(a.bus, 'add_note', { noteId: 'n7', title: 'New' })
    await a.log.flush()
    await a.log.compact()
    for (const key of [...port.values.keys()]) if (key.startsWith('log/')) port.values.delete(key)
    doIt(b.bus, 'set_title', { noteId: 'n3', title: 'From b' })
    doIt(b.bus, 'set_tags', { noteId: 'n1', tags: ['late'] })
    await b.log.flush()
    expect(b.rolledBack.map(({ commit }) => commit.entries[0]?.command)).toEqual(['set_tags'])
    expect(contents(b.bus.session.records).note).toMatchObject({ n1: { title: 'From a', tags: [] }, n3: { title: 'From b' }, n7: { title: 'New' } })
    expect(contents((await reload(port)).records)).toEqual(contents(b.bus.session.records))
  })
})

describe('a store that changes under the page', () => {
  it('puts everything back when the data was deleted', async () => {
    const port = faultyPort()
    const { bus, log } = await openTab(port, { initial: { note: notes(5), setting: [{ key: 'k', value: 'v' }] } })
    doIt(bus, 'set_title', { noteId: 'n1', title: 'One' })
    await log.flush()
    port.values.clear()
    doIt(bus, 'set_title', { noteId: 'n2', title: 'Two' })
    expect(await log.flush()).toMatchObject({ saved: true })
    const state = await reload(port)
    expect(state.damaged).toEqual([])
    expect(contents(state.records)).toEqual(contents(bus.session.records))
  })

  it('writes nothing into another store that took the place of its own', async () => {
    const port = faultyPort()
    const { bus, log, scheduler } = await openTab(port, { initial: { note: notes(2) } })
    port.values.clear()
    const other = faultyPort(port.values)
    await openTab(other, { initial: { note: [note('n1', 'Other')] } })
    port.values.set('meta', { ...(port.values.get('meta') as object), storeId: 'store-2' })
    doIt(bus, 'set_title', { noteId: 'n1', title: 'One' })
    expect(await log.flush()).toMatchObject({ saved: false, pending: 1, reason: expect.stringContaining('Reload') as unknown })
    expect(scheduler.waiting).toEqual([])
    expect(contents((await reload(other)).records).note).toEqual({ n1: note('n1', 'Other') })
  })

  it('says why when another tab never gives up the lock', async () => {
    const port = faultyPort()
    const { bus, log } = await openTab(port, { initial: { note: notes(1) }, lock: { run: () => Promise.reject(new Error('lock timed out')) } })
    doIt(bus, 'set_title', { noteId: 'n1', title: 'One' })
    expect(await log.flush()).toMatchObject({ saved: false, reason: 'Storage failed: lock timed out', pending: 1 })
  })

  it('answers while storage hangs, once the port gives up', async () => {
    const port = faultyPort()
    const { bus, log } = await openTab(port, { initial: { note: notes(1) } })
    let giveUp = (): void => undefined
    port.fault = () => Promise.race([never(), new Promise<never>((_, reject) => (giveUp = () => reject(new Error('timed out'))))])
    doIt(bus, 'set_title', { noteId: 'n1', title: 'One' })
    const settled = log.settled(bus.commits[0]?.id ?? '')
    await new Promise((resolve) => setTimeout(resolve))
    giveUp()
    expect(await settled).toBe('unsaved')
  })
})
