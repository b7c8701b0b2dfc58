import { describe, expect, it } from 'vitest'
import type { Bus } from '../../../src/bus/bus.ts'
import { createHistory, type History } from '../../../src/bus/history.ts'
import type { Commit } from '../../../src/bus/journal.ts'
import type { Result } from '../../../src/bus/results.ts'
import { note, notes, notesCatalogue } from '../../fixtures/notes.ts'
import { busOver, doIt } from '../../support/desk.ts'

function desk(limit?: number): { bus: Bus; history: History; record: (id: string) => unknown } {
  const bus = busOver(notesCatalogue, { note: notes(3) })
  const history = createHistory(bus, limit === undefined ? {} : { limit })
  return { bus, history, record: (id) => bus.session.records.get('note', id) }
}

const made = (result: Result<Commit>): Commit => {
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

function run(bus: Bus, id: string, writes: readonly (readonly [string, string])[]): void {
  for (const [noteId, title] of writes) {
    const context = { actor: 'agent', source: 'tool', run: { id, tool: 'retitle' } } as const
    const fork = bus.fork(context)
    fork.dispatch('set_title', { noteId, title }, context)
    made(fork.commit())
  }
}

describe('createHistory', () => {
  it('takes a write back: the version grows, every other field is as before, also the time of the change', () => {
    const { bus, history, record } = desk()
    doIt(bus, 'set_title', { noteId: 'n1', title: 'New' })
    const [commit] = bus.commits
    const undo = made(history.undo())
    expect(record('n1')).toEqual({ ...note('n1'), version: 3 })
    expect(undo).toMatchObject({ actor: 'operator', source: 'undo', undoes: [commit?.id], undoable: false })
  })

  it('brings it back, and takes it back again', () => {
    const { bus, history, record } = desk()
    doIt(bus, 'set_title', { noteId: 'n1', title: 'New' })
    const after = record('n1')
    history.undo()
    expect(made(history.redo())).toMatchObject({ source: 'redo', redoes: [bus.commits[0]?.id] })
    expect(record('n1')).toEqual({ ...(after as object), version: 4 })
    made(history.undo())
    expect(record('n1')).toEqual({ ...note('n1'), version: 5 })
    expect(history.undoable()).toEqual([])
    expect(history.redoable()).toHaveLength(1)
  })

  it('says what can be undone, the last first, and labels it by command or tool', () => {
    const { bus, history } = desk()
    doIt(bus, 'set_title', { noteId: 'n1', title: 'New' })
    run(bus, 'r1', [['n2', 'Run']])
    expect(history.undoable().map(({ id, label }) => [id, label])).toEqual([['r1', 'retitle'], [bus.commits[0]?.id, 'set_title']])
    expect(history.redoable()).toEqual([])
  })

  it('that is still to be restored keeps who wants to undo waiting; any other does not', () => {
    const earlier = desk()
    doIt(earlier.bus, 'set_title', { noteId: 'n1', title: 'New' })
    const bus = busOver(notesCatalogue, { note: earlier.bus.session.records.list('note') })
    const history = createHistory(bus, { restores: true })
    const done: boolean[] = []
    const undo = (): void => void done.push(history.undo().ok)
    history.whenWhole(undo)
    expect(done).toEqual([])
    history.restore(earlier.bus.commits)
    expect(done).toEqual([])
    history.whole()
    expect(done).toEqual([true])
    expect(bus.session.records.get('note', 'n1')).toEqual({ ...note('n1'), version: 3 })
    history.whenWhole(undo)
    expect(done).toEqual([true, false])
    earlier.history.whenWhole(() => void done.push(true))
    expect(done).toEqual([true, false, true])
  })

  it('what an earlier page left behind comes before what was done since, and an undo of it finds what it takes back', () => {
    const earlier = desk()
    doIt(earlier.bus, 'set_title', { noteId: 'n1', title: 'One' })
    doIt(earlier.bus, 'set_title', { noteId: 'n2', title: 'Two' })
    const stored = [...earlier.bus.commits]
    made(earlier.history.undo())
    const [undo] = earlier.bus.commits.slice(-1) as [Commit]
    const later = desk()
    later.history.restore(stored)
    later.bus.apply([], { actor: 'operator', source: 'undo', as: undo, announce: true })
    expect(later.history.undoable().map(({ id }) => id)).toEqual([stored[0]?.id])
    expect(later.history.redoable().map(({ id }) => id)).toEqual([stored[1]?.id])
    doIt(later.bus, 'set_title', { noteId: 'n3', title: 'Three' })
    const old = { ...stored[0], id: 'left', time: '2000-01-01T00:00:00.000Z' } as Commit
    later.bus.apply([], { actor: 'operator', source: 'list', as: old, announce: true })
    made(later.history.undo())
    later.bus.apply([], { actor: 'operator', source: 'list', as: { ...old, id: 'left too' }, announce: true })
    expect(made(later.history.redo()).redoes).toEqual([later.bus.commits[1]?.id])
    const order = [later.bus.commits[1]?.id, stored[0]?.id, 'left too', 'left']
    expect(later.history.undoable().map(({ id }) => id)).toEqual(order)
    // It was stored last. A reload does not make it the last thing that was done.
    const reloaded = desk()
    reloaded.history.restore([...stored, ...later.bus.commits])
    expect(reloaded.history.undoable().map(({ id }) => id)).toEqual(order)
  })

  it('a run is one unit however many commits it made, and a person may undo an agent’s', () => {
    const { bus, history, record } = desk()
    run(bus, 'r1', [['n1', 'A'], ['n2', 'B'], ['n1', 'C']])
    expect(history.undoable()).toHaveLength(1)
    const undo = made(history.undo('r1'))
    expect(undo.undoes).toEqual(bus.commits.slice(0, 3).map(({ id }) => id))
    expect(undo.audit).toEqual({ type: 'undone', tool: 'retitle', detail: { run: 'r1' } })
    expect(record('n1')).toEqual({ ...note('n1'), version: 4 })
    expect(record('n2')).toEqual({ ...note('n2'), version: 3 })
    made(history.redo())
    expect(record('n1')).toMatchObject({ title: 'C' })
  })

  it('a unit further down can be undone while nothing touched its fields', () => {
    const { bus, history, record } = desk()
    doIt(bus, 'set_title', { noteId: 'n1', title: 'New' })
    doIt(bus, 'set_tags', { noteId: 'n1', tags: ['later'] })
    const changedAt = (record('n1') as { updatedAt: string }).updatedAt
    made(history.undo(bus.commits[0]?.id))
    // The later change stands, and so does its time.
    expect(record('n1')).toEqual({ ...note('n1', 'Note n1', ['later']), version: 4, updatedAt: changedAt })
  })

  it('refuses, with record and field, where a field was changed since; nothing is done', () => {
    const { bus, history, record } = desk()
    run(bus, 'r1', [['n2', 'By the run'], ['n1', 'By the run']])
    doIt(bus, 'set_title', { noteId: 'n1', title: 'By hand' })
    const before = bus.session
    const result = history.undo('r1')
    expect(result).toEqual({
      ok: false,
      error: { code: 'STALE', message: 'The heading of note n1 was changed since, so this cannot be undone.', path: 'title', known: ['n1'] },
    })
    expect(bus.session).toBe(before)
    expect(record('n2')).toMatchObject({ title: 'By the run' })
    made(history.undo())
    expect(history.undo('r1').ok).toBe(true)
  })

  it('refuses to redo over a change of somebody else', () => {
    const { bus, history } = desk()
    doIt(bus, 'set_title', { noteId: 'n1', title: 'New' })
    history.undo()
    bus.apply([{ op: 'update', entity: 'note', id: 'n1', fields: { title: { from: 'Note n1', to: 'Other tab' }, version: { from: 3, to: 4 } } }], {
      actor: 'system',
      source: 'other-tab',
      announce: false,
    })
    expect(history.redo()).toMatchObject({ ok: false, error: { code: 'STALE', message: 'The heading of note n1 was changed since, so this cannot be redone.' } })
  })

  it('takes back creations and removals; a record that comes back counts on', () => {
    const { bus, history, record } = desk()
    doIt(bus, 'add_note', { noteId: 'n9', title: 'Nine' })
    doIt(bus, 'set_title', { noteId: 'n1', title: 'New' })
    doIt(bus, 'remove_note', { noteId: 'n1' })
    made(history.undo())
    expect(record('n1')).toMatchObject({ title: 'New', version: 3 })
    made(history.undo())
    made(history.undo())
    expect(record('n9')).toBeUndefined()
    made(history.redo())
    expect(record('n9')).toEqual({ ...note('n9', 'Nine'), version: 2 })
    doIt(bus, 'set_tags', { noteId: 'n9', tags: ['x'] })
    expect(history.undo(history.undoable()[1]?.id)).toMatchObject({ ok: false, error: { code: 'STALE', path: 'tags' } })
  })

  it('says when a record was removed since', () => {
    const { bus, history } = desk()
    doIt(bus, 'set_title', { noteId: 'n1', title: 'New' })
    doIt(bus, 'remove_note', { noteId: 'n1' })
    expect(history.undo(bus.commits[0]?.id)).toMatchObject({
      ok: false,
      error: { code: 'STALE', message: 'The note n1 was made or removed since, so this cannot be undone.' },
    })
  })

  it('knows neither views nor housekeeping nor notes nor other tabs', () => {
    const { bus, history } = desk()
    doIt(bus, 'look', { noteId: 'n1' })
    doIt(bus, 'publish_note', { noteId: 'tool', title: 'T' })
    doIt(bus, 'set_setting', { key: 'theme', value: 'dark' })
    bus.note({ type: 'approved' }, { actor: 'operator', source: 'test' })
    bus.apply([{ op: 'create', entity: 'note', id: 'f', record: note('f') }], { actor: 'operator', source: 'other-tab', announce: false })
    expect(history.undoable()).toEqual([])
    expect(history.undo()).toMatchObject({ ok: false, error: { code: 'NOT_FOUND', message: 'There is nothing to undo.' } })
  })

  it('a new write ends redoing; housekeeping does not', () => {
    const { bus, history } = desk()
    doIt(bus, 'set_title', { noteId: 'n1', title: 'New' })
    history.undo()
    doIt(bus, 'publish_note', { noteId: 'tool', title: 'T' })
    expect(history.redoable()).toHaveLength(1)
    doIt(bus, 'set_tags', { noteId: 'n2', tags: ['x'] })
    expect(history.redoable()).toEqual([])
    expect(history.redo()).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
  })

  it('keeps the last ones only', () => {
    const { bus, history } = desk(2)
    for (const title of ['a', 'b', 'c']) doIt(bus, 'set_title', { noteId: 'n1', title })
    expect(history.undoable().map(({ commits }) => commits[0]?.entries[0]?.input.title)).toEqual(['c', 'b'])
    expect(history.undo(bus.commits[0]?.id)).toMatchObject({ ok: false, error: { code: 'NOT_FOUND', message: 'This can no longer be undone.' } })
  })

  it('is rebuilt from stored commits after a reload', () => {
    const { bus, history } = desk()
    doIt(bus, 'set_title', { noteId: 'n1', title: 'First' })
    run(bus, 'r1', [['n2', 'A'], ['n3', 'B']])
    doIt(bus, 'set_title', { noteId: 'n1', title: 'Second' })
    history.undo()
    const reloaded = busOver(notesCatalogue, { note: [...bus.session.records.list('note')] })
    const rebuilt = createHistory(reloaded)
    rebuilt.restore(bus.commits)
    expect(rebuilt.undoable()).toEqual(history.undoable())
    expect(rebuilt.redoable()).toEqual(history.redoable())
    made(rebuilt.redo())
    made(rebuilt.undo())
    made(rebuilt.undo())
    made(rebuilt.undo())
    expect(reloaded.session.records.list('note').map(({ title }) => title)).toEqual(['Note n1', 'Note n2', 'Note n3'])
  })

  it('what was done before the stored commits arrived stays on top, once', () => {
    const { bus, history } = desk()
    doIt(bus, 'set_title', { noteId: 'n1', title: 'Stored' })
    const stored = [...bus.commits]
    const reloaded = busOver(notesCatalogue, { note: [...bus.session.records.list('note')] })
    const rebuilt = createHistory(reloaded)
    reloaded.note({ type: 'x' }, { actor: 'system', source: 'test' })
    doIt(reloaded, 'set_tags', { noteId: 'n1', tags: ['since'] })
    rebuilt.restore([...stored, ...reloaded.commits])
    expect(rebuilt.undoable().map(({ label }) => label)).toEqual(['set_tags', 'set_title'])
    expect(history.undoable()).toHaveLength(1)
  })

  it('forgets a write that storage took back, and an undo that storage took back never happened', () => {
    const { bus, history } = desk()
    doIt(bus, 'set_title', { noteId: 'n1', title: 'Kept' })
    doIt(bus, 'set_title', { noteId: 'n2', title: 'Lost' })
    const lost = bus.commits[1]
    if (lost) history.rolledBack(lost)
    expect(history.undoable().map(({ commits }) => commits[0]?.id)).toEqual([bus.commits[0]?.id])
    const undo = made(history.undo())
    history.rolledBack(undo)
    expect(history.undoable()).toHaveLength(1)
    expect(history.redoable()).toEqual([])
  })

  it('tells when it changed, and no more once disposed', () => {
    const { bus, history } = desk()
    let told = 0
    history.onChange(() => (told += history.undoable().length + 1))
    doIt(bus, 'set_title', { noteId: 'n1', title: 'New' })
    expect(told).toBe(2)
    history.undo()
    expect(told).toBe(3)
    history.dispose()
    doIt(bus, 'set_title', { noteId: 'n1', title: 'Again' })
    expect(history.undoable()).toEqual([])
    expect(told).toBe(3)
  })
})
