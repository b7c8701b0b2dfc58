import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CatalogueIndex } from '../../../../src/bus/command.ts'
import { canonical } from '../../../../src/bus/json.ts'
import { effectSentence } from '../../../../src/teach/procedure/effects.ts'
import { interpret } from '../../../../src/teach/procedure/interpret.ts'
import { LIMITS } from '../../../../src/teach/procedure/limits.ts'
import { runToEnd } from '../../../../src/teach/procedure/runToEnd.ts'
import type { Node, Procedure } from '../../../../src/teach/procedure/types.ts'
import { callsOf, nodesOf } from '../../../../src/teach/procedure/walk.ts'
import { describeProcedure } from '../../../../src/teach/procedure/words.ts'
import { vetProcedure } from '../../../../src/teach/procedure/vet.ts'
import { desk, envOn, records, triage } from '../../../unit/teach/procedure/fixture.ts'
import { looping, program } from './programs.ts'

const index = new CatalogueIndex(triage)
const may = (procedure: Procedure): boolean => vetProcedure(procedure, index) === null
const rows = looping.filter(may)
const any = fc.oneof(program, program.filter(may), rows)
/** Nothing is ever committed here, so one desk serves all runs. */
const bus = desk()
const args = fc.constantFrom({}, { target: 'T-1' }, { target: 'T-99' }, { target: 7 })
const before = canonical(records)

/** How often each step may run at most: the product of the bounds around it. */
const mostDispatches = (nodes: readonly Node[], rows = 1): number =>
  nodes.reduce(
    (sum, node) => sum + (node.node === 'call' ? rows : mostDispatches(node.body, node.node === 'each' ? rows * node.max : rows)),
    0,
  )

describe('any program whatever', () => {
  it('settles within its bounds, dispatches only its own recordable commands and leaves the records alone', () => {
    let ran = 0
    let finished = 0
    fc.assert(
      fc.property(any, args, (procedure, input) => {
        const session = bus.session
        const env = envOn(bus, input)
        const outcome = runToEnd(procedure, env)
        ran += Number(env.fork.entries.length > 0)
        finished += Number(outcome.ok)
        expect(bus.session).toBe(session)
        expect(bus.commits).toEqual([])
        expect(canonical(records)).toBe(before)
        expect(env.fork.entries.length).toBeLessThanOrEqual(Math.min(mostDispatches(procedure.body), LIMITS.dispatches))
        const own = new Set(callsOf(procedure).map(({ command }) => command))
        for (const entry of env.fork.entries) expect(own.has(entry.command) && index.command(entry.command)?.recordable).toBe(true)
        expect(outcome.ok).toBe(outcome.error === undefined)
        if (outcome.error?.step !== undefined) expect(nodesOf(procedure).map(({ number }) => number)).toContain(outcome.error.step)
        // Without a loop a run is all or nothing.
        if (!outcome.ok && !outcome.loop) expect(outcome.changes).toEqual([])
      }),
      { numRuns: 600 },
    )
    // The programs are worth something: a fair part runs, and some reach their end.
    expect(ran).toBeGreaterThan(100)
    expect(finished).toBeGreaterThan(20)
  })

  it('gives the same outcome each time', () => {
    fc.assert(
      fc.property(any, args, (procedure, input) => {
        expect(runToEnd(procedure, envOn(bus, input))).toEqual(runToEnd(procedure, envOn(bus, input)))
      }),
      { numRuns: 150 },
    )
  })

  it('stopped before any step, applies whole rows or nothing', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 8 }), (procedure, stopBefore) => {
        const outcome = runToEnd(procedure, envOn(bus, { target: 'T-1' }), { stopBefore })
        if (outcome.error?.code !== 'CANCELLED') return
        expect(outcome.error.step).toBe(stopBefore)
        if (!outcome.loop || outcome.loop.done.length === 0) expect(outcome.changes).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('every row of a loop is accounted for exactly once', () => {
    fc.assert(
      fc.property(rows, (procedure) => {
        const { loop } = runToEnd(procedure, envOn(bus, { target: 'T-1' }))
        if (!loop) return
        const all = [...loop.done, ...loop.skipped, ...loop.failed, ...loop.notTried]
        expect(new Set(all).size).toBe(all.length)
      }),
      { numRuns: 200 },
    )
  })

  it('has words for every step and a sentence of effects, if it may run', () => {
    fc.assert(
      fc.property(any, (procedure: Procedure) => {
        if (vetProcedure(procedure, index)) return
        const lines = describeProcedure(procedure, index)
        expect(lines.map(({ number }) => number)).toEqual(nodesOf(procedure).map(({ number }) => number))
        for (const { words } of lines) expect(words.length).toBeGreaterThan(0)
        expect(effectSentence(procedure, index)).toMatch(/\.$/)
      }),
      { numRuns: 300 },
    )
  })

  it('is never asked again after it was stopped', () => {
    fc.assert(
      fc.property(any, (procedure) => {
        const env = envOn(bus, { target: 'T-1' })
        const run = interpret(procedure, env)
        const first = run.next()
        if (first.done) return
        const stopped = run.next({ stop: { code: 'CANCELLED', message: 'Stopped.' } })
        expect(stopped.done).toBe(true)
        expect(env.fork.entries).toEqual([])
      }),
      { numRuns: 100 },
    )
  })
})
