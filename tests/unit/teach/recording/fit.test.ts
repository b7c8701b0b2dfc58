import { describe, expect, it } from 'vitest'
import { fit, MAX_BYTES, sizeOf } from '../../../../src/teach/recording/fit.ts'
import { expectedChanges } from '../../../../src/teach/recording/changes.ts'
import { replay } from '../../../../src/teach/recording/replay.ts'
import { recordsIn } from '../../../../src/teach/recording/slice.ts'
import { deskBus, openDesk, taught } from '../../../support/sessions.ts'
import { ticket, tickets } from '../../../support/tickets.ts'

describe('fit', () => {
  it('leaves a small recording as it is', () => {
    const desk = openDesk({ tickets: tickets(6) })
    const { recording, trace } = taught(desk, (at) => at.onRow(0).setStatus('solved'))
    expect(recording.cuts).toEqual([])
    expect(fit(recording, trace.steps, desk.bus.index)).toBe(recording)
  })

  it('cuts lists before all else, says so, and keeps what full lists said about each choice', () => {
    const { recording, trace } = taught(openDesk({ tickets: tickets(400) }), (at) => {
      for (const sort of ['oldest', 'newest', 'priority', 'updated']) {
        at.filter({ sort, tag: 'vip' })
        at.open(3)
        at.addTags(`seen-${sort}`)
      }
    })
    expect(sizeOf(recording)).toBeLessThanOrEqual(MAX_BYTES)
    expect(recording.cuts.length).toBeGreaterThan(0)
    for (const view of Object.values(recording.views)) expect(view.total).toBeGreaterThan(view.rows.length)
    const opened = trace.steps.filter(({ command }) => command === 'select_ticket')
    expect(opened).toHaveLength(4)
    for (const step of opened) expect(step.choices['ticketId']).toMatchObject({ ordinal: 3, total: 200 })
    for (const { output, outputCut } of trace.steps.filter(({ command }) => command === 'filter_tickets')) {
      expect(outputCut).toEqual({ shown: (output as { rows: unknown[] }).rows.length, total: 200 })
    }
    const again = replay(trace, deskBus(recordsIn(trace.slice)))
    expect(again.ok && again.value).toEqual(expectedChanges(trace))
  })

  it('cuts what led to nothing first, such as a list for each letter typed', () => {
    const { recording } = taught(openDesk({ tickets: tickets(60) }), (at) => {
      at.search('letter 1')
      at.open(0)
      at.setStatus('solved')
    })
    expect(recording.cuts[0]).toMatch(/led to nothing/)
    expect(recording.cuts).not.toContainEqual(expect.stringMatching(/3 rows/))
  })

  it('cuts very long texts in the end', () => {
    const body = 'word '.repeat(20_000)
    const { recording } = taught(openDesk({ tickets: [ticket(1, { body }), ticket(2, { body })] }), (at) => {
      at.open(0)
      at.read()
      at.setStatus('solved')
    })
    expect(sizeOf(recording)).toBeLessThanOrEqual(MAX_BYTES)
    expect(recording.cuts).toContain('Texts were cut to 400 characters.')
    expect(recording.steps).toHaveLength(3)
  })
})
