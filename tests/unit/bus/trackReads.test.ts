import { describe, expect, it } from 'vitest'
import { Records } from '../../../src/bus/table.ts'
import { trackReads } from '../../../src/bus/trackReads.ts'
import { bed, garden, plant } from '../../fixtures/garden.ts'

const records = Records.of(new Map([plant, bed].map((entity) => [entity.name, entity])), garden())

describe('a state that remembers what was looked at', () => {
  it('names the fields of each record, in order and once', () => {
    const tracked = trackReads(records)
    const first = tracked.state.get('plant', 'p1')
    expect([first?.['name'], first?.['height'], first?.['name']]).toEqual(['Plant p1', 10, 'Plant p1'])
    expect(tracked.state.get('plant', 'p1')?.['bedId']).toBe('north')
    expect(tracked.state.get('bed', 'south')?.['last']).toBe('p2')
    expect(tracked.reads()).toEqual([
      { entity: 'plant', id: 'p1', fields: ['bedId', 'height', 'name'] },
      { entity: 'bed', id: 'south', fields: ['last'] },
    ])
  })

  it('counts a record whose fields nobody looked at, and none that is not there', () => {
    const tracked = trackReads(records)
    expect(tracked.state.get('plant', 'nowhere')).toBeUndefined()
    tracked.state.get('plant', 'p2')
    expect(tracked.reads()).toEqual([{ entity: 'plant', id: 'p2', fields: [] }])
  })

  it('gives the same record each time it is asked for it', () => {
    const { state } = trackReads(records)
    expect(state.get('plant', 'p1')).toBe(state.get('plant', 'p1'))
  })

  it('lets lists through untouched', () => {
    const tracked = trackReads(records)
    expect(tracked.state.list('plant')).toBe(records.list('plant'))
    expect(tracked.reads()).toEqual([])
  })

  it('releases the records themselves, however deep a plan has put them', () => {
    const { state, release } = trackReads(records)
    const one = state.get('plant', 'p1') ?? {}
    const list = records.list('plant')
    const released = release({ output: { found: [one], rows: list }, none: null, text: 'x' })
    expect(released).toEqual({ output: { found: [records.get('plant', 'p1')], rows: list }, none: null, text: 'x' })
    expect(released.output.found[0]).toBe(records.get('plant', 'p1'))
    expect(released.output.rows).toBe(list)
    expect(() => structuredClone(released)).not.toThrow()
  })
})
