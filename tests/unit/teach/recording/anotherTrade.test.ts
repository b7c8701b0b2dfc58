import { describe, expect, it } from 'vitest'
import type { EvidenceMap } from '../../../../src/bus/evidence.ts'
import type { JsonObject } from '../../../../src/bus/json.ts'
import { plain } from '../../../../src/bus/words.ts'
import { expectedChanges } from '../../../../src/teach/recording/changes.ts'
import { exportRecording } from '../../../../src/teach/recording/exportRecording.ts'
import { replay } from '../../../../src/teach/recording/replay.ts'
import { recordsIn } from '../../../../src/teach/recording/slice.ts'
import { catalogue, garden } from '../../../fixtures/garden.ts'
import { busOver, doIt } from '../../../support/desk.ts'
import { recorderFor } from '../../../support/sessions.ts'

const LOOKED_AT: EvidenceMap = { plantId: { how: 'focus', from: 'opened' } }

/** A demonstration in a garden: another catalogue, nested inputs, fields that come and go. */
function grown(show: (act: (command: string, input: JsonObject, evidence?: EvidenceMap) => void) => void) {
  const bus = busOver(catalogue, garden())
  const recorder = recorderFor(bus)
  recorder.start()
  show((command, input, evidence = LOOKED_AT) => void doIt(bus, command, input, { evidence }))
  const words = recorder.live.steps.map((step) => plain(step.words))
  const stopped = recorder.stop()
  if (!stopped.ok) throw new Error(stopped.error.message)
  const { recording, trace } = stopped.value
  const again = replay(trace, busOver(catalogue, recordsIn(trace.slice)))
  return { bus, recording, trace, words, replayed: again.ok ? again.value : again.error.message }
}

describe('recording over another catalogue', () => {
  it('records, normalises and replays without knowing what the records are', () => {
    const { trace, replayed, words } = grown((act) => {
      act('find_plants', { bedId: 'north', size: { atLeast: 5 } }, { bedId: { how: 'picked', from: 'vocabulary' }, 'size.atLeast': { how: 'typed' } })
      act('look_at_plant', { plantId: 'p3' }, { plantId: { how: 'picked', from: 'list', ordinal: 1 } })
      act('set_height', { plantId: 'p3', height: 20 })
      act('add_labels', { plantId: 'p3', labels: ['wild'] })
      act('set_height', { plantId: 'p3', height: 25 })
      act('add_labels', { plantId: 'p3', labels: ['red'] })
      act('move_plant', { plantId: 'p3', to: { bedId: 'south', spot: 2 } })
    })
    expect(trace.steps.map(({ command, input }) => [command, Object.values(input)[1] ?? null])).toEqual([
      ['find_plants', { atLeast: 5 }],
      ['look_at_plant', null],
      ['add_labels', ['wild', 'red']],
      ['set_height', 25],
      ['move_plant', { bedId: 'south', spot: 2 }],
    ])
    expect(trace.steps[0]?.evidence).toEqual({ bedId: { how: 'picked', from: 'vocabulary' }, 'size.atLeast': { how: 'typed' } })
    expect(trace.steps[1]?.choices['plantId']).toMatchObject({ ordinal: 1, total: 2 })
    expect(Object.keys(trace.slice['bed'] ?? {}).sort()).toEqual(['north', 'south'])
    expect(replayed).toEqual(expectedChanges(trace))
    expect(words[6]).toBe('Move to South bed')
  })

  it('keeps a field that goes away as a change without an after', () => {
    const { trace, replayed } = grown((act) => act('note', { plantId: 'p2', note: null }))
    expect(expectedChanges(trace)).toEqual([{ entity: 'plant', id: 'p2', field: 'note', before: 'thirsty' }])
    expect(replayed).toEqual(expectedChanges(trace))
  })

  it('a note written and taken away again was never written', () => {
    const { trace } = grown((act) => {
      act('note', { plantId: 'p1', note: 'dry' })
      act('note', { plantId: 'p1', note: null })
      act('set_height', { plantId: 'p1', height: 11 })
    })
    expect(trace.steps.map(({ command }) => command)).toEqual(['set_height'])
  })

  it('exports by the meanings of this catalogue', () => {
    const { bus, recording } = grown((act) => act('note', { plantId: 'p1', note: 'my secret spot' }))
    const text = JSON.stringify(exportRecording(recording, { includeText: false }, bus.index))
    expect(JSON.stringify(recording)).toContain('my secret spot')
    expect(text).not.toContain('my secret spot')
    expect(text).not.toContain('Plant p1')
    expect(text).toContain('"plantId":"p1"')
  })
})
