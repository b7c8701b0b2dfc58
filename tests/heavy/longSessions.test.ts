import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CatalogueIndex } from '../../src/bus/command.ts'
import { canonical } from '../../src/bus/json.ts'
import { verifyFindings } from '../../src/teach/generalize/findings.ts'
import { generalize } from '../../src/teach/generalize/generalize.ts'
import { verify } from '../../src/teach/generalize/checks/verify.ts'
import { callsOf } from '../../src/teach/procedure/walk.ts'
import { runtimeValidators } from '../support/desk.ts'
import { gestures, perform } from '../support/randomSessions.ts'
import { openDesk, triageCatalogue } from '../support/sessions.ts'

const index = new CatalogueIndex(triageCatalogue)
const validatorFor = runtimeValidators(triageCatalogue)
const RUNS = 1_500

/** Ids of tickets as constants anywhere in a procedure. */
function fixedRecords(text: string): readonly string[] {
  return [...text.matchAll(/"op":"const","value":"(T-\d+)"/g)].map((found) => found[1] ?? '')
}

describe('long random sessions', () => {
  it('never teach a constant record, and what is not blocked does again what was shown', () => {
    let learned = 0
    fc.assert(
      fc.property(gestures({ max: 40, agents: true }), (session) => {
        const desk = openDesk()
        desk.recorder.start()
        perform(desk, session)
        const stopped = desk.recorder.stop()
        if (!stopped.ok) return
        const made = generalize([stopped.value.trace], index, {}, [])
        if (!made.ok) return
        learned += 1
        expect(fixedRecords(canonical(made.value.procedure))).toEqual([])
        expect(callsOf(made.value.procedure).length).toBeGreaterThan(0)
        const checks = verify(made.value.procedure, [stopped.value.trace], index, validatorFor)
        const blocked = [...made.value.findings, ...verifyFindings(checks)].some((finding) => finding.level === 'block')
        if (!blocked) expect(checks.filter((check) => !check.ok)).toEqual([])
      }),
      { numRuns: RUNS },
    )
    // Most sessions must get this far, or the property says nothing.
    expect(learned).toBeGreaterThan(RUNS / 2)
  })
})
