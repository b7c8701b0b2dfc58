import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Bus } from '../../../src/bus/bus.ts'
import { CatalogueIndex } from '../../../src/bus/command.ts'
import { createHistory } from '../../../src/bus/history.ts'
import type { Json, JsonObject } from '../../../src/bus/json.ts'
import { BUDGET } from '../../../src/teach/compile/budgets.ts'
import { compileTool } from '../../../src/teach/compile/compileTool.ts'
import { demonstratedArgs } from '../../../src/teach/generalize/demonstratedArgs.ts'
import { verifyFindings } from '../../../src/teach/generalize/findings.ts'
import { generalize } from '../../../src/teach/generalize/generalize.ts'
import type { Generalized } from '../../../src/teach/generalize/types.ts'
import { verify } from '../../../src/teach/generalize/checks/verify.ts'
import { expectedChanges } from '../../../src/teach/recording/changes.ts'
import { replay } from '../../../src/teach/recording/replay.ts'
import { recordsIn } from '../../../src/teach/recording/slice.ts'
import type { Recording, Trace } from '../../../src/teach/recording/types.ts'
import { orderDesk, orders } from '../../fixtures/orderDesk/catalogue.ts'
import { gestures } from '../../fixtures/orderDesk/gestures.ts'
import { handAt, ME, type Show } from '../../fixtures/orderDesk/session.ts'
import { constantsIn } from '../../support/constantsIn.ts'
import { busOver, runtimeValidators } from '../../support/desk.ts'
import { recorderFor } from '../../support/sessions.ts'

const index = new CatalogueIndex(orderDesk)
const validatorFor = runtimeValidators(orderDesk)
const KINDS = ['customer', 'order', 'item', 'refund'] as const

const session = fc.record({ before: gestures(3), during: gestures(12, 1) })

interface Session {
  readonly before: readonly Show[]
  readonly during: readonly Show[]
}

/** Does what can be done; the rest is refused, or makes no sense where it stands. */
function perform(shows: readonly Show[], bus: Bus): void {
  const at = handAt(bus)
  for (const show of shows) {
    try {
      show(at, bus)
    } catch {
      // Somebody who is refused goes on with the next thing.
    }
  }
}

/** What the session comes to; null when nothing is left of it. */
const traceOf = (one: Session, id?: string): Trace | null => takenOf(one, id)?.trace ?? null

function takenOf({ before, during }: Session, id = 'r'): { readonly trace: Trace; readonly recording: Recording } | null {
  const bus = busOver(orderDesk, orders())
  const recorder = recorderFor(bus, { me: () => ME, newId: () => id })
  perform(before, bus)
  recorder.start()
  perform(during, bus)
  const stopped = recorder.stop()
  return stopped.ok ? stopped.value : null
}

function learnt(trace: Trace): Generalized {
  const result = generalize([trace], index, {}, [])
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

/** Ids of everything that is acted on at this desk, those made on the way among them. */
const idsIn = (trace: Trace): ReadonlySet<string> => new Set(KINDS.flatMap((kind) => Object.keys(trace.slice[kind] ?? {})).map((id) => id.toLowerCase()))

/** The records of a desk without what moves by itself. */
const desk = (bus: Bus): Json =>
  Object.fromEntries(
    KINDS.map((kind) => [kind, bus.session.records.list(kind).map(({ version: _version, touchedAt: _touched, ...rest }: JsonObject): JsonObject => rest)]),
  )

const runs = { numRuns: 150 }

describe('any session at an order desk', () => {
  it('never fixes a record, and never asks for one record twice', () => {
    fc.assert(
      fc.property(session, (one) => {
        const trace = traceOf(one)
        if (!trace) return
        const learned = learnt(trace)
        const ids = idsIn(trace)
        expect(constantsIn(learned.procedure, index).filter((text) => text.toLowerCase().split(/\s/u).some((word) => ids.has(word)))).toEqual([])
        const given = Object.values(demonstratedArgs(learned.procedure, trace, index)).flatMap((value: Json) => (typeof value === 'string' && ids.has(value.toLowerCase()) ? [value] : []))
        expect(new Set(given).size).toBe(given.length)
      }),
      runs,
    )
  })

  it('done again on its own slice changes what was changed', () => {
    fc.assert(
      fc.property(session, (one) => {
        const trace = traceOf(one)
        if (!trace) return
        const again = replay(trace, busOver(orderDesk, recordsIn(trace.slice)))
        expect(again.ok ? again.value : again.error.message).toEqual(expectedChanges(trace))
      }),
      runs,
    )
  })

  it('passes every check on its own records', () => {
    fc.assert(
      fc.property(session, (one) => {
        const taken = takenOf(one)
        if (!taken) return
        const { trace, recording } = taken
        const failed = verify(learnt(trace).procedure, [trace], index, validatorFor).filter(({ ok }) => !ok)
        // What was taken back may have moved the lists the person went on with: then what is left cannot be done again, and blocks.
        const undone = recording.steps.some(({ reverts = [] }) => reverts.length > 0)
        if (!undone) expect(failed).toEqual([])
        else if (failed.length > 0) expect(verifyFindings(failed).map(({ level }) => level)).toContain('block')
      }),
      runs,
    )
  })

  it('makes a tool within its budgets, or says what does not fit', () => {
    fc.assert(
      fc.property(session, (one) => {
        const trace = traceOf(one)
        if (!trace) return
        const { compiled, findings } = compileTool(learnt(trace).procedure, { name: 'desk_tool', title: 'Desk', description: 'Does what was shown.' }, index)
        expect(compiled.description.length).toBeLessThanOrEqual(BUDGET.description)
        expect(JSON.stringify(compiled.inputSchema)).not.toContain('x-us')
        const tooLong = JSON.stringify({ name: compiled.name, inputSchema: compiled.inputSchema }).length > BUDGET.schema
        expect(findings.some(({ level, kind }) => level === 'block' && kind === 'budget')).toBe(tooLong)
      }),
      runs,
    )
  })

  it('is taken back by undo, one after the other, to the very desk it began on', () => {
    fc.assert(
      fc.property(gestures(15, 1), (shows) => {
        const bus = busOver(orderDesk, orders())
        const history = createHistory(bus)
        const before = desk(bus)
        perform(shows, bus)
        while (history.undo().ok);
        expect(desk(bus)).toEqual(before)
      }),
      runs,
    )
  })
})
