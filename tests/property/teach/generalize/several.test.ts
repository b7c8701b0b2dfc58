import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CatalogueIndex } from '../../../../src/bus/command.ts'
import { canonical } from '../../../../src/bus/json.ts'
import { generalize } from '../../../../src/teach/generalize/generalize.ts'
import { verifyFindings } from '../../../../src/teach/generalize/findings.ts'
import { verify } from '../../../../src/teach/generalize/checks/verify.ts'
import { vetProcedure } from '../../../../src/teach/procedure/vet.ts'
import type { Trace } from '../../../../src/teach/recording/types.ts'
import { runtimeValidators } from '../../../support/desk.ts'
import { gestures, perform, type Gesture } from '../../../support/randomSessions.ts'
import { openDesk, taught, triageCatalogue, type Demonstration } from '../../../support/sessions.ts'
import { tickets } from '../../../support/tickets.ts'

const index = new CatalogueIndex(triageCatalogue)
const validatorFor = runtimeValidators(triageCatalogue)

/** The session on a desk of its own, on a day of its own; null when nothing is left of it. */
function traceOf(session: readonly Gesture[], day: number): Trace | null {
  const desk = openDesk({ tickets: tickets(20) })
  desk.recorder.start()
  try {
    perform(desk, session)
  } catch {
    // Refused: the operator goes on.
  }
  const stopped = desk.recorder.stop()
  if (!stopped.ok) return null
  const { trace } = stopped.value
  return onDay(trace, day)
}

const onDay = (trace: Trace, day: number): Trace => ({
  ...trace,
  recordingId: `day-${day}`,
  steps: trace.steps.map((step) => ({ ...step, time: new Date(Date.parse(step.time) + day * 86_400_000).toISOString() })),
})

const sessions = fc.array(gestures({ max: 8 }), { minLength: 2, maxLength: 3 })

/** What a fixed task comes to on a ticket, with what the caller gives. */
const task = (id: string, priority: string) => (at: Demonstration): void => {
  at.goTo(id)
  at.setStatus('solved')
  at.setPriority(priority)
  at.addTags('done')
}

/** Tickets of which every write of the task changes something. */
const FRESH = tickets(20).map((one) => ({ ...one, status: 'open', priority: 'normal', tags: [] }))

const shownTask = (id: string, priority: string, day: number): Trace =>
  onDay(taught(openDesk({ tickets: FRESH }), task(id, priority)).trace, day)

const id = fc.integer({ min: 1, max: 20 }).map((n) => `T-${1000 + n}`)
const priority = fc.constantFrom('low', 'high', 'urgent')

describe('several demonstrations of anything', () => {
  it('come to a procedure that may run or to a reason, the same in whatever order they come', () => {
    fc.assert(
      fc.property(sessions, (all) => {
        const traces = all.flatMap((session, day) => traceOf(session, day) ?? [])
        if (traces.length < 2) return
        const result = generalize(traces, index, {}, [])
        expect(canonical(generalize(traces.toReversed(), index, {}, []))).toBe(canonical(result))
        if (!result.ok) {
          expect(result.error.message.length).toBeGreaterThan(0)
          return
        }
        const { procedure, findings, questions } = result.value
        expect(questions.length).toBeLessThanOrEqual(3)
        const blocked = [...findings, ...verifyFindings(verify(procedure, traces, index, validatorFor))].some(({ level }) => level === 'block')
        if (!blocked) expect(vetProcedure(procedure, index)).toBeNull()
      }),
      { numRuns: 60 },
    )
  })

  it('a demonstration more, with other values for what the caller gives, never makes a right procedure wrong', () => {
    fc.assert(
      fc.property(fc.uniqueArray(id, { minLength: 3, maxLength: 5 }), fc.uniqueArray(priority, { minLength: 3, maxLength: 3 }), (ids, given) => {
        const traces = ids.map((one, day) => shownTask(one, given[day % given.length] ?? 'low', day))
        for (let count = 2; count <= traces.length; count += 1) {
          const result = generalize(traces.slice(0, count), index, {}, [])
          if (!result.ok) throw new Error(result.error.message)
          expect(result.value.procedure.params.map(({ name }) => name)).toEqual(['target_ticket', 'new_priority'])
          expect(verify(result.value.procedure, traces.slice(0, count), index, validatorFor).filter(({ ok }) => !ok)).toEqual([])
        }
      }),
      { numRuns: 25 },
    )
  })

  it('renaming every ticket in the demonstrations renames nothing but the defaults', () => {
    fc.assert(
      fc.property(fc.uniqueArray(id, { minLength: 2, maxLength: 3 }), (ids) => {
        const traces = ids.map((one, day) => shownTask(one, 'high', day))
        const renamed = JSON.parse(JSON.stringify(traces).replace(/T-10(\d\d)/gu, 'T-20$1')) as readonly Trace[]
        const of = (some: readonly Trace[]): unknown => {
          const result = generalize(some, index, {}, [])
          return result.ok ? JSON.parse(JSON.stringify(result.value.procedure).replace(/T-20(\d\d)/gu, 'T-10$1')) : result
        }
        expect(of(renamed)).toEqual(of(traces))
      }),
      { numRuns: 25 },
    )
  })
})
