import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Bus, Dispatched } from '../../../src/bus/bus.ts'
import { defineCommand } from '../../../src/bus/command.ts'
import type { Commit } from '../../../src/bus/journal.ts'
import { createBus } from '../../../src/bus/bus.ts'
import { EMPTY_VIEW, inverse } from '../../../src/bus/state.ts'
import { catalogue, garden } from '../../fixtures/garden.ts'
import { busOver, doIt, operator, runtimeValidators } from '../../support/desk.ts'

const gardenBus = (): Bus => busOver(catalogue, garden())
const refusal = (bus: Bus, command: string, input: unknown): string => {
  const result = bus.dispatch(command, input, operator)
  return result.ok ? 'done' : result.error.code
}

describe('dispatch of a write', () => {
  it('changes the record, counts its version up, and notes the time of the change', () => {
    const bus = gardenBus()
    expect(doIt(bus, 'set_height', { plantId: 'p1', height: 12 })).toEqual({ from: 10, to: 12 })
    expect(bus.session.records.get('plant', 'p1')).toMatchObject({ height: 12, version: 2, updatedAt: bus.journal[0]?.time })
    doIt(bus, 'set_height', { plantId: 'p1', height: 13 })
    expect(bus.session.records.get('plant', 'p1')).toMatchObject({ height: 13, version: 3 })
  })

  it('journals the entry with its context, and makes one commit of it', () => {
    const bus = gardenBus()
    const evidence = { height: { how: 'typed' } } as const
    const run = { id: 'r1', tool: 'grow' }
    const result = bus.dispatch('set_height', { plantId: 'p1', height: 12 }, { actor: 'agent', source: 'tool', run, evidence })
    expect(bus.journal).toEqual([
      {
        seq: 1,
        time: '2026-11-30T09:00:01.000Z',
        command: 'set_height',
        effect: 'write',
        input: { plantId: 'p1', height: 12 },
        output: { from: 10, to: 12 },
        patches: [
          {
            op: 'update',
            entity: 'plant',
            id: 'p1',
            fields: { height: { from: 10, to: 12 }, version: { from: 1, to: 2 }, updatedAt: { from: '2026-01-01T00:00:00.000Z', to: '2026-11-30T09:00:01.000Z' } },
          },
        ],
        actor: 'agent',
        source: 'tool',
        run,
        evidence,
      },
    ])
    expect(result.ok && result.value.commit).toBe(bus.commits[0])
    expect(bus.commits).toEqual([
      {
        id: 'c1',
        time: '2026-11-30T09:00:02.000Z',
        actor: 'agent',
        source: 'tool',
        run,
        entries: bus.journal,
        patches: bus.journal[0]?.patches,
        reads: [{ entity: 'plant', id: 'p1', version: 1 }],
        undoable: true,
      },
    ])
  })

  it('makes no commit and no new version when nothing changes', () => {
    const bus = gardenBus()
    doIt(bus, 'set_height', { plantId: 'p1', height: 10 })
    expect(bus.commits).toEqual([])
    expect(bus.journal).toHaveLength(1)
    expect(bus.session.records.get('plant', 'p1')).toMatchObject({ version: 1 })
  })

  it('says which commits a person cannot undo', () => {
    const bus = gardenBus()
    doIt(bus, 'sow', { prefix: 's', count: 1 })
    expect(bus.commits.map((commit) => commit.undoable)).toEqual([false])
  })

  it('takes a copy of the input, so that the caller may go on changing its own', () => {
    const bus = gardenBus()
    const labels = ['red']
    const evidence = { labels: { how: 'toggled', added: labels } } as const
    doIt(bus, 'add_labels', { plantId: 'p1', labels }, { evidence })
    labels.push('blue')
    expect(bus.journal[0]).toMatchObject({ input: { labels: ['red'] }, evidence: { labels: { added: ['red'] } } })
    expect(bus.session.records.get('plant', 'p1')).toMatchObject({ labels: ['new', 'red'] })
  })

  it('keeps plain data of an input that a view watches through a proxy', () => {
    const bus = gardenBus()
    const labels = new Proxy(['red'], {})
    doIt(bus, 'add_labels', { plantId: 'p1', labels })
    expect(structuredClone(bus.journal)).toEqual(bus.journal)
    expect(structuredClone(bus.commits)).toEqual(bus.commits)
  })

  it('freezes whatever it keeps', () => {
    const bus = gardenBus()
    doIt(bus, 'add_labels', { plantId: 'p1', labels: ['red'] })
    const kept = [bus.session, bus.session.records.get('plant', 'p1'), bus.journal[0], bus.journal[0]?.input, bus.commits[0], bus.commits[0]?.patches]
    expect(kept.map((one) => Object.isFrozen(one))).toEqual(kept.map(() => true))
    expect(Object.isFrozen(bus.session.records.get('plant', 'p3')?.['labels'])).toBe(true)
  })
})

describe('dispatch that is refused', () => {
  it.each([
    ['uproot_all', {}, 'NOT_FOUND'],
    ['set_height', { plantId: 'nowhere', height: 1 }, 'NOT_FOUND'],
    ['set_height', { plantId: 'p1' }, 'INVALID_INPUT'],
    ['set_height', { plantId: 'p1', height: '1' }, 'INVALID_INPUT'],
    ['set_height', { plantId: 'p1', height: 1, more: true }, 'INVALID_INPUT'],
    ['set_height', [], 'INVALID_INPUT'],
    ['set_height', null, 'INVALID_INPUT'],
  ])('%s %j: %s, and nothing happened', (command, input, code) => {
    const bus = gardenBus()
    const before = bus.session
    const told = vi.fn()
    bus.onChange(told)
    bus.onCommit(told)
    bus.onDispatch(told)
    expect(refusal(bus, command, input)).toBe(code)
    expect(bus.session).toBe(before)
    expect([bus.journal, bus.commits]).toEqual([[], []])
    expect(told).not.toHaveBeenCalled()
  })

  it('is refused by a plan of two records as a whole', () => {
    const bus = busOver(catalogue, { ...garden(), bed: [] })
    expect(refusal(bus, 'move_plant', { plantId: 'p1', to: { bedId: 'south' } })).toBe('NOT_FOUND')
    expect(bus.session.records.get('plant', 'p1')).toMatchObject({ bedId: 'north', version: 1 })
  })
})

describe('reads and views', () => {
  it('keep the list as it was asked for, whatever changes later', () => {
    const bus = gardenBus()
    doIt(bus, 'find_plants', { bedId: 'north' })
    doIt(bus, 'move_plant', { plantId: 'p1', to: { bedId: 'south', spot: 2 } })
    expect(bus.session.view.list).toMatchObject({ command: 'find_plants', query: { bedId: 'north' }, ids: ['p1', 'p3'] })
    expect(bus.commits).toHaveLength(1)
  })

  it('move the focus and leave the list', () => {
    const bus = gardenBus()
    doIt(bus, 'find_plants', {})
    doIt(bus, 'look_at_plant', { plantId: 'p2' })
    expect(bus.session.view).toMatchObject({ list: { ids: ['p1', 'p2', 'p3'] }, focus: { entity: 'plant', id: 'p2' } })
  })

  it('a plan that is only asked for does nothing', () => {
    const bus = gardenBus()
    const before = bus.session
    const planned = bus.plan('set_height', { plantId: 'p1', height: 99 })
    expect(planned.ok && planned.value.output).toEqual({ from: 10, to: 99 })
    expect(bus.plan('set_height', { plantId: 'p9', height: 99 })).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    expect(bus.plan('uproot_all', {})).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    expect(bus.session).toBe(before)
    expect(bus.journal).toEqual([])
  })
})

describe('telling', () => {
  it('tells of the change, then of the commit, then of the dispatch, until one stops listening', () => {
    const bus = gardenBus()
    const heard: string[] = []
    const stops = [
      bus.onDispatch(({ before, after, commit }) => heard.push(`dispatch ${String(before !== after)} ${commit?.id ?? '-'}`)),
      bus.onCommit((commit) => heard.push(`commit ${commit.id}`)),
      bus.onChange((session) => heard.push(`change ${String(session === bus.session)}`)),
    ]
    doIt(bus, 'set_height', { plantId: 'p1', height: 12 })
    doIt(bus, 'find_plants', {})
    expect(heard).toEqual(['change true', 'commit c1', 'dispatch true c1', 'change true', 'dispatch true -'])
    for (const stop of stops) stop()
    doIt(bus, 'set_height', { plantId: 'p1', height: 13 })
    expect(heard).toHaveLength(5)
  })

  it('keeps the order in which things happened when a listener makes more happen', () => {
    const bus = gardenBus()
    const commits: string[] = []
    const heights: unknown[] = []
    bus.onChange(() => {
      if (bus.journal.length === 1) doIt(bus, 'set_height', { plantId: 'p1', height: 20 })
    })
    bus.onCommit((commit) => commits.push(commit.id))
    bus.onDispatch(({ entry, after }) => heights.push([entry.seq, after.records.get('plant', 'p1')?.['height']]))
    doIt(bus, 'set_height', { plantId: 'p1', height: 12 })
    expect(commits).toEqual(['c1', 'c2'])
    expect(heights).toEqual([
      [1, 12],
      [2, 20],
    ])
    expect(bus.session.records.get('plant', 'p1')).toMatchObject({ height: 20, version: 3 })
  })

  it('a listener that fails keeps nobody else from hearing, and its error surfaces as an uncaught one', () => {
    const bus = gardenBus()
    const stored: Commit[] = []
    const later = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation(() => undefined)
    onTestFinished(() => later.mockRestore())
    bus.onChange(() => {
      throw new Error('a broken view')
    })
    bus.onCommit((commit) => stored.push(commit))
    doIt(bus, 'set_height', { plantId: 'p1', height: 12 })
    doIt(bus, 'set_height', { plantId: 'p1', height: 13 })
    expect(stored).toHaveLength(2)
    expect(later).toHaveBeenCalledTimes(2)
    expect(later.mock.calls[0]?.[0]).toThrow('a broken view')
  })

  it('tells which fields a plan read, only while somebody watches', () => {
    const bus = gardenBus()
    const reads: Dispatched['reads'][] = []
    bus.onDispatch((event) => reads.push(event.reads))
    doIt(bus, 'set_height', { plantId: 'p1', height: 11 })
    const stop = bus.watchReads()
    doIt(bus, 'set_height', { plantId: 'p1', height: 12 })
    stop()
    stop()
    doIt(bus, 'set_height', { plantId: 'p1', height: 13 })
    expect(reads).toEqual([[], [{ entity: 'plant', id: 'p1', fields: ['height', 'plantId'] }], []])
  })

  it('keeps no watching proxies in what it stores', () => {
    const bus = gardenBus()
    bus.watchReads()
    doIt(bus, 'get_plant', { plantId: 'p1' })
    expect(bus.journal[0]?.output).toBe(bus.session.records.get('plant', 'p1'))
    expect(structuredClone(bus.journal)).toEqual(bus.journal)
  })
})

describe('apply and note', () => {
  it('applies patches that come with no command, as a commit that names what it takes back', () => {
    const bus = gardenBus()
    doIt(bus, 'set_height', { plantId: 'p1', height: 12 })
    const patches = (bus.commits[0]?.patches ?? []).map(inverse)
    const commit = bus.apply(patches, { ...operator, source: 'undo', undoes: ['c1'] })
    expect(bus.session.records.get('plant', 'p1')).toEqual(garden()['plant']?.[0])
    expect(commit).toMatchObject({ id: 'c2', source: 'undo', undoes: ['c1'], entries: [], undoable: false, reads: [{ id: 'p1', version: 2 }] })
    expect(bus.commits).toContain(commit)
  })

  it('tells of it, unless it is not to be stored from here', () => {
    const bus = gardenBus()
    const commits: string[] = []
    let changes = 0
    bus.onCommit((commit) => commits.push(commit.id))
    bus.onChange(() => (changes += 1))
    bus.apply([], operator)
    bus.apply([], { ...operator, announce: false })
    const stored: Commit = { id: 'theirs', time: '', ...operator, entries: [], patches: [], reads: [], undoable: true }
    expect(bus.apply([], { ...operator, as: stored })).toBe(stored)
    expect(commits).toEqual(['c1'])
    expect(changes).toBe(3)
    expect(bus.commits.map((commit) => commit.id)).toEqual(['c1', 'c2', 'theirs'])
  })

  it('notes what happened without changing a record', () => {
    const bus = gardenBus()
    const before = bus.session
    const commits: Commit[] = []
    bus.onCommit((commit) => commits.push(commit))
    bus.note({ type: 'rejected', tool: 'grow' }, { ...operator, run: { id: 'r1', tool: 'grow' } })
    expect(commits).toMatchObject([{ audit: { type: 'rejected', tool: 'grow' }, patches: [], run: { id: 'r1' }, undoable: false }])
    expect(bus.session).toBe(before)
  })
})

describe('memory', () => {
  it('keeps the last 500 entries and commits', () => {
    const bus = gardenBus()
    for (let height = 1; height <= 260; height += 1) {
      doIt(bus, 'set_height', { plantId: 'p1', height })
      doIt(bus, 'set_height', { plantId: 'p2', height })
    }
    expect([bus.journal.length, bus.commits.length]).toEqual([500, 500])
    expect(bus.journal.at(-1)?.seq).toBe(520)
    expect(bus.journal[0]?.seq).toBe(21)
  })
})

describe('a catalogue', () => {
  it('that names a command or an entity twice is refused', () => {
    const [first] = catalogue.commands
    const twice = { ...catalogue, commands: [...catalogue.commands, ...(first ? [first] : [])] }
    expect(() => busOver(twice, {})).toThrow('"find_plants" twice')
    expect(() => busOver({ ...catalogue, entities: [...catalogue.entities, ...catalogue.entities] }, {})).toThrow('"plant" twice')
  })

  it('whose plan changes its input fails loudly', () => {
    const greedy = defineCommand({
      ...(catalogue.commands.find((command) => command.id === 'add_labels') ?? catalogue.commands[0] ?? missing()),
      plan(_state, _view, input) {
        ;(input['labels'] as string[]).push('mine')
        return { output: null }
      },
    })
    const bus = busOver({ ...catalogue, commands: [greedy] }, garden())
    const labels = ['a']
    expect(() => bus.dispatch('add_labels', { plantId: 'p1', labels }, operator)).toThrow(TypeError)
    expect(labels).toEqual(['a'])
    expect(bus.journal).toEqual([])
  })

  it('without a compiled validator for a leaf accepts nothing there', () => {
    const bus = createBus({ catalogue, validatorFor: () => undefined, clock: () => 0, newId: () => 'c', records: garden(), view: EMPTY_VIEW })
    expect(bus.dispatch('get_plant', { plantId: 'p1' }, operator)).toMatchObject({ ok: false, error: { path: 'plantId' } })
    expect(runtimeValidators(catalogue)('get_plant.plantId')?.('p1')).toBeNull()
  })
})

function missing(): never {
  throw new Error('The fixture has no such command.')
}
