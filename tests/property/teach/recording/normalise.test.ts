import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonical } from '../../../../src/bus/json.ts'
import { Records } from '../../../../src/bus/table.ts'
import { expectedChanges, fieldKey, sameValue } from '../../../../src/teach/recording/changes.ts'
import { MAX_BYTES, sizeOf } from '../../../../src/teach/recording/fit.ts'
import { normalise } from '../../../../src/teach/recording/normalise.ts'
import { replay } from '../../../../src/teach/recording/replay.ts'
import { recordsIn } from '../../../../src/teach/recording/slice.ts'
import type { StepChange } from '../../../../src/teach/recording/types.ts'
import { gestures, perform } from '../../../support/randomSessions.ts'
import { deskBus, openDesk } from '../../../support/sessions.ts'
import { tickets } from '../../../support/tickets.ts'

/** Changes in one order, sets in one order, so that two ways to the same end are equal. */
const comparable = (changes: readonly StepChange[]): readonly string[] =>
  changes
    .map(({ before, after, ...of }) => canonical({ ...of, before: sorted(before), after: sorted(after) }))
    .sort()

const sorted = (value: unknown): unknown => (Array.isArray(value) ? value.map(String).sort() : value)

const FIELDS = ['status', 'priority', 'assigneeId', 'tags', 'reply']

describe('normalise', () => {
  it('replay(record(x)) = x on the slice, and x is what really changed when nothing was struck', () => {
    let traces = 0
    fc.assert(
      fc.property(gestures({ strikes: false }), (session) => {
        const desk = openDesk({ tickets: tickets(20) })
        const before = desk.bus.session.records
        desk.recorder.start()
        perform(desk, session)
        const after = desk.bus.session.records
        const stopped = desk.recorder.stop()
        const real: StepChange[] = []
        for (const record of before.list('ticket')) {
          const id = String(record['ticketId'])
          for (const field of FIELDS) {
            const [was, is] = [record[field], after.get('ticket', id)?.[field]]
            if (!sameValue(was, is)) real.push({ entity: 'ticket', id, field, before: was ?? null, after: is ?? null })
          }
        }
        if (!stopped.ok) {
          expect(real).toEqual([])
          return
        }
        traces += 1
        const { trace } = stopped.value
        expect(comparable(expectedChanges(trace))).toEqual(comparable(real))
        const again = replay(trace, deskBus(recordsIn(trace.slice)))
        expect(again.ok ? comparable(again.value) : again.error.message).toEqual(comparable(real))
      }),
      { numRuns: 200, seed: 7 },
    )
    expect(traces).toBeGreaterThan(100)
  })

  it('replays to what is expected also when steps were struck out', () => {
    fc.assert(
      fc.property(gestures(), (session) => {
        const desk = openDesk({ tickets: tickets(20) })
        desk.recorder.start()
        perform(desk, session)
        const stopped = desk.recorder.stop()
        if (!stopped.ok) return
        const { trace } = stopped.value
        const again = replay(trace, deskBus(recordsIn(trace.slice)))
        expect(again.ok ? comparable(again.value) : again.error.message).toEqual(comparable(expectedChanges(trace)))
      }),
      { numRuns: 150, seed: 8 },
    )
  })

  it('leaves steps that point only at kept steps, changes nothing twice over, and is the same again', () => {
    fc.assert(
      fc.property(gestures({ agents: true }), (session) => {
        const desk = openDesk({ tickets: tickets(20) })
        desk.recorder.start()
        perform(desk, session)
        const stopped = desk.recorder.stop()
        if (!stopped.ok) return
        const { recording, trace } = stopped.value
        const ids = trace.steps.map(({ stepId }) => stepId)
        const raw = recording.steps.map(({ stepId }) => stepId)
        expect(ids).toEqual(raw.filter((stepId) => ids.includes(stepId)))
        for (const step of trace.steps) {
          for (const evidence of Object.values(step.evidence)) if (evidence.step) expect(ids.slice(0, ids.indexOf(step.stepId))).toContain(evidence.step)
          if (step.view) expect(trace.views).toHaveProperty(step.view)
          const write = step.command.startsWith('set_') || step.command.startsWith('add_') || step.command.startsWith('remove_')
          if (write) expect(step.changes).not.toEqual([])
        }
        for (const view of Object.values(trace.views)) if (view.step) expect(ids).toContain(view.step)
        const second = normalise({ ...trace }, desk.bus.index)
        expect(second.ok && second.value.steps).toEqual(trace.steps)
      }),
      { numRuns: 120, seed: 9 },
    )
  })

  it('a recording is within its size whatever was done, is plain data, and its slice makes a state', () => {
    fc.assert(
      fc.property(gestures({ max: 50, agents: true }), (session) => {
        const desk = openDesk({ tickets: tickets(60) })
        desk.recorder.start()
        perform(desk, session)
        desk.recorder.stop()
        const recording = desk.recorder.last
        if (!recording) return
        expect(sizeOf(recording)).toBeLessThanOrEqual(MAX_BYTES)
        expect(JSON.parse(JSON.stringify(recording))).toEqual(recording)
        const state = Records.of(desk.bus.index.entities, recordsIn(recording.slice))
        for (const step of recording.steps) {
          for (const { entity, id, field } of step.changes) expect(state.get(entity, id), fieldKey(entity, id, field)).toBeDefined()
        }
      }),
      { numRuns: 40, seed: 10 },
    )
  })
})
