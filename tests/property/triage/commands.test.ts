import Ajv from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHistory } from '../../../src/bus/history.ts'
import { canonical, deepFreeze, type JsonObject } from '../../../src/bus/json.ts'
import { notTaken } from '../../../src/bus/readBack.ts'
import { EMPTY_VIEW, type Rec, type State, type View } from '../../../src/bus/state.ts'
import { triageCommands } from '../../../src/triage/catalogue/index.ts'
import { operator } from '../../support/desk.ts'
import { ticketDesk } from '../../unit/triage/ticketDesk.ts'
import { anyCall, anyWrite, type Call } from './calls.ts'

const records = (state: State): string =>
  canonical(['ticket', 'assignee', 'template'].map((entity) => state.list(entity)))

/** All tickets without what counts up. */
const tickets = (state: State): readonly Rec[] => state.list('ticket').map((ticket) => ({ ...ticket, version: 0 }))

const isRecord = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null

describe('every command', () => {
  it('plans without changing anything, and the same each time', () => {
    fc.assert(
      fc.property(fc.array(anyCall, { maxLength: 6 }), anyCall, (before, { id, input }) => {
        const bus = ticketDesk()
        for (const call of before) bus.dispatch(call.id, call.input, operator)
        const state = bus.session.records
        const view: View = deepFreeze({ ...EMPTY_VIEW, ...bus.session.view })
        const was = records(state)
        const command = bus.index.command(id)
        const frozen = deepFreeze(structuredClone(input))
        const first = command?.plan(state, view, frozen, { now: '2026-11-30T09:00:00.000Z' })
        const second = command?.plan(state, view, frozen, { now: '2026-11-30T09:00:00.000Z' })
        expect(canonical(first)).toBe(canonical(second))
        expect(records(state)).toBe(was)
        expect(bus.session.records).toBe(state)
      }),
      { numRuns: 150 },
    )
  })

  it('answers what its output schema says', () => {
    const ajv = new Ajv({ strict: true, allowUnionTypes: true, keywords: ['x-us'] })
    const valid = new Map(triageCommands.map((command) => [command.id, ajv.compile(command.output)]))
    fc.assert(
      fc.property(fc.array(anyCall, { minLength: 1, maxLength: 8 }), (calls) => {
        const bus = ticketDesk()
        for (const { id, input } of calls) {
          const result = bus.dispatch(id, input, operator)
          if (!result.ok) continue
          const validate = valid.get(id)
          expect(validate?.(result.value.output), `${id}: ${JSON.stringify(validate?.errors)}`).toBe(true)
        }
      }),
      { numRuns: 100 },
    )
  })

  it('leaves tickets that fit their schema', () => {
    const ajv = new Ajv({ strict: true, allowUnionTypes: true, keywords: ['x-us'] })
    const bus = ticketDesk()
    const validate = ajv.compile(bus.index.entity('ticket').schema)
    fc.assert(
      fc.property(anyWrite, ({ id, input }) => {
        bus.dispatch(id, input, operator)
        const ticket = bus.session.records.get('ticket', input['ticketId'] as string)
        if (ticket) expect(validate(ticket), JSON.stringify(validate.errors)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('never lets user-written text into the message of a refusal', () => {
    fc.assert(
      fc.property(fc.array(anyCall, { maxLength: 8 }), (calls) => {
        const bus = ticketDesk()
        for (const { id, input } of calls) {
          const result = bus.dispatch(id, input, operator)
          if (result.ok || result.error.code === 'INVALID_INPUT') continue
          // Shorter texts may stand in a sentence of our own by chance: a space, a letter.
          const texts = Object.values(input).filter((value): value is string => typeof value === 'string' && value.trim().length >= 6)
          for (const text of texts) expect(result.error.message).not.toContain(text)
        }
      }),
      { numRuns: 100 },
    )
  })
})

describe('every write', () => {
  it('undone in turn, gives back what was, and versions only grow', () => {
    fc.assert(
      fc.property(fc.array(anyWrite, { minLength: 1, maxLength: 12 }), (calls) => {
        const bus = ticketDesk()
        const history = createHistory(bus)
        const was = tickets(bus.session.records)
        const versions = new Map<string, number>()
        const grown = (): void => {
          for (const ticket of bus.session.records.list('ticket')) {
            const id = ticket['ticketId'] as string
            const version = ticket['version'] as number
            expect(version).toBeGreaterThanOrEqual(versions.get(id) ?? 1)
            versions.set(id, version)
          }
        }
        for (const { id, input } of calls) {
          bus.dispatch(id, input, operator)
          grown()
        }
        while (history.undoable().length > 0) {
          expect(history.undo().ok).toBe(true)
          grown()
        }
        expect(tickets(bus.session.records)).toEqual(was)
      }),
      { numRuns: 60 },
    )
  })

  it('changes its one field of its one ticket, counts once, and is taken when read back', () => {
    const once = ({ id, input }: Call): void => {
      const bus = ticketDesk()
      const before = bus.session.records
      const result = bus.dispatch(id, input, operator)
      if (!result.ok) return
      const { ticketId, field, unchanged, from, to } = result.value.output as JsonObject
      const command = bus.index.command(id)
      const changed = bus.session.records.list('ticket').filter((ticket) => before.get('ticket', ticket['ticketId'] as string) !== ticket)
      expect(changed.map((ticket) => ticket['ticketId'])).toEqual(unchanged === true ? [] : [ticketId])
      expect(unchanged === true).toBe(canonical(from) === canonical(to))
      const after = bus.session.records.get('ticket', ticketId as string)
      expect(after?.[field as string]).toEqual(to)
      if (command && isRecord(input)) expect(notTaken(command, input, after)).toEqual([])
      // Said again, it is so already.
      expect(bus.dispatch(id, input, operator)).toMatchObject({ ok: true, value: { output: { unchanged: true }, commit: null } })
    }
    fc.assert(fc.property(anyWrite, once), { numRuns: 200 })
  })
})
