import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Bus } from '../../../src/bus/bus.ts'
import { canonical, deepFreeze } from '../../../src/bus/json.ts'
import { inverse, type Patch, type Session, type State } from '../../../src/bus/state.ts'
import { catalogue, garden } from '../../fixtures/garden.ts'
import { gardenStep, gardenSteps, type GardenStep } from '../../fixtures/gardenSteps.ts'
import { busOver, operator } from '../../support/desk.ts'

const gardenBus = (): Bus => busOver(catalogue, garden())

/** Every record of every entity in order, as text: two states with one text are the same state. */
const textOf = (state: State): string => canonical(catalogue.entities.map((entity) => state.list(entity.name)))

/** The same without the time of change, which two ways to the same state need not share. */
const timeless = (state: State): string => textOf(state).replaceAll(/"updatedAt":"[^"]*"/g, '"updatedAt":0')

const run = (bus: Bus, steps: readonly GardenStep[]): number =>
  steps.filter(({ command, input }) => bus.dispatch(command, input, operator).ok).length

/** Patches that take back a list of patches: the last one first. */
const inverses = (patches: readonly Patch[]): readonly Patch[] => [...patches].reverse().map(inverse)

describe('whatever is done in a garden', () => {
  it('undo ∘ do is the identity, commit by commit and all at once', () => {
    fc.assert(
      fc.property(gardenSteps, gardenSteps, (before, steps) => {
        const bus = gardenBus()
        run(bus, before)
        const start = textOf(bus.session.records)
        const from = bus.commits.length
        run(bus, steps)
        const end = textOf(bus.session.records)
        const commits = bus.commits.slice(from)
        const all = commits.flatMap((commit) => commit.patches)
        bus.apply(inverses(all), operator)
        expect(textOf(bus.session.records)).toBe(start)
        bus.apply(all, operator)
        expect(textOf(bus.session.records)).toBe(end)
        for (const commit of [...commits].reverse()) bus.apply(inverses(commit.patches), operator)
        expect(textOf(bus.session.records)).toBe(start)
      }),
    )
  })

  it('a plan changes nothing, and says the same when asked again', () => {
    fc.assert(
      fc.property(gardenSteps, gardenStep, (before, { command, input }) => {
        const bus = gardenBus()
        run(bus, before)
        const { session } = bus
        const text = canonical([textOf(session.records), session.view, input])
        deepFreeze(input)
        const plans = [bus.plan(command, input), bus.plan(command, input)].map(withoutTimes)
        expect(plans[0]).toBe(plans[1])
        expect(canonical([textOf(session.records), session.view, input])).toBe(text)
        expect(bus.session).toBe(session)
      }),
    )
  })

  it('what was seen stays as it was seen', () => {
    fc.assert(
      fc.property(gardenSteps, (steps) => {
        const bus = gardenBus()
        const seen: { session: Session; text: string }[] = []
        for (const step of steps) {
          seen.push({ session: bus.session, text: canonical([textOf(bus.session.records), bus.session.view]) })
          run(bus, [step])
        }
        for (const { session, text } of seen) expect(canonical([textOf(session.records), session.view])).toBe(text)
      }),
    )
  })

  it('a refusal leaves everything, a write counts each record it changes up by one for every patch', () => {
    fc.assert(
      fc.property(gardenSteps, (steps) => {
        const bus = gardenBus()
        for (const { command, input } of steps) {
          const { session } = bus
          const counts = [bus.journal.length, bus.commits.length]
          const result = bus.dispatch(command, input, operator)
          if (!result.ok) {
            expect(bus.session).toBe(session)
            expect([bus.journal.length, bus.commits.length]).toEqual(counts)
            continue
          }
          const { patches } = result.value.entry
          expect(result.value.commit === null).toBe(patches.length === 0)
          if (patches.length === 0) expect(bus.session.records).toBe(session.records)
          for (const patch of patches) {
            if (patch.op !== 'update' || patch.entity !== 'plant') continue
            const before = session.records.get('plant', patch.id)?.['version']
            expect(bus.session.records.get('plant', patch.id)?.['version']).toBe(Number(before) + 1)
          }
        }
      }),
    )
  })

  it('a fork that commits comes to what dispatching one by one comes to', () => {
    fc.assert(
      fc.property(gardenSteps, gardenSteps, (before, steps) => {
        const direct = gardenBus()
        const forked = gardenBus()
        run(direct, before)
        run(forked, before)
        const start = textOf(forked.session.records)
        const fork = forked.fork(operator, forked.session)
        const outcomes = steps.map(({ command, input }) => {
          const apart = fork.dispatch(command, input, operator)
          const there = direct.dispatch(command, input, operator)
          return [timelessResult(apart), timelessResult(there)]
        })
        for (const [apart, there] of outcomes) expect(apart).toBe(there)
        expect(textOf(forked.session.records)).toBe(start)
        expect(timeless(fork.session.records)).toBe(timeless(direct.session.records))
        expect(fork.session.view).toEqual(direct.session.view)
        expect(fork.commit().ok).toBe(true)
        expect(timeless(forked.session.records)).toBe(timeless(direct.session.records))
      }),
    )
  })

  it('a fork is stale exactly when a record it read or wrote has another version by now', () => {
    fc.assert(
      fc.property(gardenSteps, gardenSteps, (steps, meanwhile) => {
        const bus = gardenBus()
        const before = bus.session.records
        const fork = bus.fork(operator)
        for (const { command, input } of steps) fork.dispatch(command, input, operator)
        run(bus, meanwhile)
        const { session } = bus
        const version = (state: State, id: string): unknown => state.get('plant', id)?.['version'] ?? null
        const touched = new Set(fork.entries.flatMap((entry) => [entry.input['plantId'], ...entry.patches.map((patch) => patch.id)]))
        const moved = [...touched].some((id) => version(before, String(id)) !== version(session.records, String(id)))
        const result = fork.commit()
        if (moved) expect(result).toMatchObject({ ok: false, error: { code: 'STALE' } })
        if (!result.ok) expect(bus.session).toBe(session)
        else expect(moved).toBe(false)
      }),
    )
  })
})

const withoutTimes = (value: unknown): string => canonical(value).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]*Z/g, 'time')

const timelessResult = (result: { ok: boolean; value?: { output: unknown }; error?: unknown }): string =>
  withoutTimes(result.ok ? result.value?.output : result.error)
