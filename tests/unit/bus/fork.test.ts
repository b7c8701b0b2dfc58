import { describe, expect, it } from 'vitest'
import type { Bus, Fork } from '../../../src/bus/bus.ts'
import type { DispatchContext } from '../../../src/bus/journal.ts'
import type { JsonObject } from '../../../src/bus/json.ts'
import { EMPTY_VIEW } from '../../../src/bus/state.ts'
import { Records } from '../../../src/bus/table.ts'
import { aPlant, catalogue, garden } from '../../fixtures/garden.ts'
import { busOver, doIt, operator } from '../../support/desk.ts'

const agent: DispatchContext = { actor: 'agent', source: 'tool', run: { id: 'r1', tool: 'grow' } }
const gardenBus = (): Bus => busOver(catalogue, garden())

function step(fork: Fork, command: string, input: JsonObject): unknown {
  const result = fork.dispatch(command, input, agent)
  if (!result.ok) throw new Error(`${command} refused: ${result.error.message}`)
  return result.value.output
}

describe('a fork', () => {
  it('sees its own changes, and nobody else does', () => {
    const bus = gardenBus()
    doIt(bus, 'look_at_plant', { plantId: 'p3' })
    const before = bus.session
    const fork = bus.fork(agent)
    expect(fork.session.view).toEqual(EMPTY_VIEW)
    step(fork, 'set_height', { plantId: 'p1', height: 99 })
    step(fork, 'look_at_plant', { plantId: 'p1' })
    expect(step(fork, 'find_plants', { size: { atLeast: 50 } })).toEqual({ ids: ['p1'] })
    expect(fork.session.records.get('plant', 'p1')).toMatchObject({ height: 99, version: 2 })
    expect(fork.session.view.focus).toEqual({ entity: 'plant', id: 'p1' })
    expect(bus.session).toBe(before)
    expect(bus.journal).toHaveLength(1)
    expect(bus.commits).toEqual([])
  })

  it('stays on the state it was made from', () => {
    const bus = gardenBus()
    const fork = bus.fork(agent)
    doIt(bus, 'set_height', { plantId: 'p1', height: 99 })
    doIt(bus, 'sow', { prefix: 's', count: 3 })
    expect(fork.session.records.get('plant', 'p1')).toMatchObject({ height: 10 })
    expect(fork.session.records.list('plant')).toHaveLength(3)
  })

  it('what was taken out before comes back to its place, as it does without a fork', () => {
    const bus = gardenBus()
    doIt(bus, 'sow', { prefix: 's', count: 600 })
    doIt(bus, 'pull', { plantId: 's-0' })
    const fork = bus.fork(agent)
    step(fork, 'sow', { prefix: 's', count: 1 })
    step(fork, 'sow', { prefix: 't', count: 1 })
    const { ids } = step(fork, 'find_plants', {}) as { readonly ids: readonly string[] }
    expect(ids.indexOf('s-0')).toBe(ids.indexOf('s-1') - 1)
    expect(ids.at(-1)).toBe('t-0')
    doIt(bus, 'sow', { prefix: 's', count: 1 })
    doIt(bus, 'sow', { prefix: 't', count: 1 })
    expect(fork.session.records.list('plant').map(({ plantId }) => plantId)).toEqual(bus.session.records.list('plant').map(({ plantId }) => plantId))
  })

  it('may start from any session, such as a slice of a recording', () => {
    const bus = gardenBus()
    const records = Records.of(bus.index.entities, { plant: [aPlant('only')] })
    const fork = bus.fork(agent, { records, view: { list: null, focus: { entity: 'plant', id: 'only' } } })
    expect(step(fork, 'find_plants', {})).toEqual({ ids: ['only'] })
    expect(fork.session.view.focus).toEqual({ entity: 'plant', id: 'only' })
  })

  it('commits everything as one, in the order it was done', () => {
    const bus = gardenBus()
    doIt(bus, 'look_at_plant', { plantId: 'p3' })
    const fork = bus.fork(agent)
    step(fork, 'set_height', { plantId: 'p1', height: 50 })
    step(fork, 'add_labels', { plantId: 'p1', labels: ['tall'] })
    step(fork, 'pull', { plantId: 'p2' })
    const commit = fork.commit({ type: 'run finished', tool: 'grow' })
    expect(commit).toMatchObject({
      ok: true,
      value: { actor: 'agent', source: 'tool', run: { id: 'r1' }, undoable: true, audit: { type: 'run finished' }, entries: fork.entries },
    })
    expect(bus.commits).toHaveLength(1)
    expect(bus.journal.map((entry) => entry.command)).toEqual(['look_at_plant', 'set_height', 'add_labels', 'pull'])
    expect(bus.session.records.get('plant', 'p1')).toMatchObject({ height: 50, labels: ['new', 'tall'], version: 3 })
    expect(bus.session.records.get('plant', 'p2')).toBeUndefined()
    expect(bus.session.view.focus).toEqual({ entity: 'plant', id: 'p3' })
  })

  it('goes on after a commit, with a commit of its own for what follows', () => {
    const bus = gardenBus()
    const fork = bus.fork(agent)
    step(fork, 'set_height', { plantId: 'p1', height: 50 })
    fork.commit()
    doIt(bus, 'set_height', { plantId: 'p3', height: 7 })
    step(fork, 'set_height', { plantId: 'p1', height: 60 })
    expect(fork.commit()).toMatchObject({ ok: true, value: { entries: [{ input: { height: 60 } }], reads: [{ id: 'p1', version: 2 }] } })
    expect(bus.session.records.get('plant', 'p1')).toMatchObject({ height: 60, version: 3 })
    expect(bus.session.records.get('plant', 'p3')).toMatchObject({ height: 7 })
  })

  it('with nothing written commits nothing that could be undone', () => {
    const bus = gardenBus()
    const fork = bus.fork(agent)
    step(fork, 'find_plants', {})
    expect(fork.commit()).toMatchObject({ ok: true, value: { patches: [], undoable: false } })
  })

  it('that did housekeeping is not undoable', () => {
    const bus = gardenBus()
    const fork = bus.fork(agent)
    step(fork, 'set_height', { plantId: 'p1', height: 50 })
    step(fork, 'sow', { prefix: 's', count: 2 })
    expect(fork.commit()).toMatchObject({ ok: true, value: { undoable: false } })
  })

  it('refuses what its own state does not have, and remembers nothing of it', () => {
    const bus = gardenBus()
    const fork = bus.fork(agent)
    step(fork, 'pull', { plantId: 'p1' })
    expect(fork.dispatch('set_height', { plantId: 'p1', height: 1 }, agent)).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    expect(fork.dispatch('set_height', { plantId: 'p2' }, agent)).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
    expect(fork.dispatch('uproot_all', {}, agent)).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    expect(fork.entries).toHaveLength(1)
  })
})

describe('a fork whose ground has moved', () => {
  const stale = (prepare: (fork: Fork) => void, meanwhile: (bus: Bus) => void): string => {
    const bus = gardenBus()
    const fork = bus.fork(agent)
    prepare(fork)
    meanwhile(bus)
    const before = { session: bus.session, commits: bus.commits.length, journal: bus.journal.length }
    const result = fork.commit()
    if (result.ok) return 'committed'
    expect({ session: bus.session, commits: bus.commits.length, journal: bus.journal.length }).toEqual(before)
    return `${result.error.code} ${result.error.known?.join() ?? ''}`
  }
  const change = (plantId: string) => (bus: Bus) => doIt(bus, 'set_height', { plantId, height: 77 })

  it.each<[string, (fork: Fork) => void]>([
    ['written', (fork) => step(fork, 'set_height', { plantId: 'p1', height: 5 })],
    ['read', (fork) => step(fork, 'get_plant', { plantId: 'p1' })],
    ['relied on', (fork) => fork.rely('plant', 'p1')],
    ['taken out, though never read one by one', (fork) => step(fork, 'pull', { plantId: 'p1' })],
  ])('is stale when a record it has %s was changed', (_, prepare) => {
    expect(stale(prepare, change('p1'))).toBe('STALE p1')
    expect(stale(prepare, (bus) => doIt(bus, 'pull', { plantId: 'p1' }))).toBe('STALE p1')
    expect(stale(prepare, change('p2'))).toBe('committed')
  })

  it('is stale when a record it makes is there by now', () => {
    expect(
      stale(
        (fork) => step(fork, 'sow', { prefix: 's', count: 2 }),
        (bus) => doIt(bus, 'sow', { prefix: 's', count: 1 }),
      ),
    ).toBe('STALE s-0')
  })

  it('is not stale for a list it looked through, nor for another field of a record it never read', () => {
    expect(stale((fork) => step(fork, 'find_plants', {}), change('p1'))).toBe('committed')
  })

  it('is not stale for records that carry no version', () => {
    const move = (id: string): JsonObject => ({ plantId: id, to: { bedId: 'south' } })
    expect(
      stale(
        (fork) => step(fork, 'move_plant', move('p1')),
        (bus) => doIt(bus, 'move_plant', move('p3')),
      ),
    ).toBe('committed')
  })

  it('names the record in words that quote nobody', () => {
    const bus = gardenBus()
    const fork = bus.fork(agent)
    step(fork, 'set_height', { plantId: 'p1', height: 5 })
    change('p1')(bus)
    const result = fork.commit()
    expect(result.ok ? '' : result.error.message).toMatch(/^The plant p1 was changed .* Nothing was applied/)
    expect(bus.fork(operator).commit()).toMatchObject({ ok: true })
  })
})
