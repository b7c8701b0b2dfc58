import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Bus } from '../../../src/bus/bus.ts'
import { createHistory } from '../../../src/bus/history.ts'
import type { JsonObject } from '../../../src/bus/json.ts'
import type { Rec } from '../../../src/bus/state.ts'
import { notes } from '../../fixtures/notes.ts'
import { operator } from '../../support/desk.ts'
import { contents, plainBus } from '../../support/storage.ts'

const noteId = fc.integer({ min: 1, max: 4 }).map((id) => `n${id}`)
const title = fc.string({ maxLength: 2 })
const write = fc.oneof(
  fc.record({ command: fc.constant('set_title'), input: fc.record({ noteId, title }) }),
  fc.record({ command: fc.constant('set_tags'), input: fc.record({ noteId, tags: fc.array(title, { maxLength: 2 }) }) }),
  fc.record({ command: fc.constant('add_note'), input: fc.record({ noteId, title }) }),
  fc.record({ command: fc.constant('remove_note'), input: fc.record({ noteId }) }),
)
/** A write by hand, or the commits of a run of several. */
const unit = fc.oneof(write.map((one) => [one]), fc.array(write, { minLength: 2, maxLength: 4 }))

const withoutVersions = (bus: Bus): unknown =>
  Object.fromEntries(Object.entries(contents(bus.session.records).note ?? {}).map(([id, { version: _, ...fields }]) => [id, fields]))

const versions = (bus: Bus): ReadonlyMap<string, number> => new Map(bus.session.records.list('note').map((note: Rec) => [String(note.noteId), Number(note.version)]))

function act(bus: Bus, writes: readonly { readonly command: string; readonly input: JsonObject }[], runId: string): boolean {
  const before = bus.commits.length
  if (writes.length === 1) for (const { command, input } of writes) bus.dispatch(command, input, operator)
  else {
    const context = { actor: 'agent', source: 'tool', run: { id: runId, tool: 'many' } } as const
    const fork = bus.fork(context)
    for (const { command, input } of writes) {
      if (fork.dispatch(command, input, context).ok) fork.commit()
    }
  }
  return bus.commits.length > before
}

describe('undo and redo', () => {
  it('undo ∘ do = identity, redo ∘ undo = identity, and versions only grow', () => {
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 8 }), (units) => {
        const bus = plainBus({ note: notes(2) })
        const history = createHistory(bus)
        const states = [withoutVersions(bus)]
        units.forEach((writes, index) => {
          if (act(bus, writes, `r${index}`)) states.push(withoutVersions(bus))
        })
        expect(history.undoable()).toHaveLength(states.length - 1)
        const highest = new Map(versions(bus))
        const step = (direction: 'undo' | 'redo', expected: unknown): void => {
          const before = bus.session.records
          expect(history[direction]().ok).toBe(true)
          expect(withoutVersions(bus)).toEqual(expected)
          for (const [id, version] of versions(bus)) {
            if (bus.session.records.get('note', id) !== before.get('note', id)) expect(version).toBeGreaterThan(highest.get(id) ?? 0)
            highest.set(id, version)
          }
        }
        for (let back = states.length - 2; back >= 0; back -= 1) step('undo', states[back])
        for (let forth = 1; forth < states.length; forth += 1) step('redo', states[forth])
        for (let back = states.length - 2; back >= 0; back -= 1) step('undo', states[back])
      }),
      { numRuns: 300 },
    )
  })
})
