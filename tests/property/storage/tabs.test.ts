import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Bus } from '../../../src/bus/bus.ts'
import type { JsonObject } from '../../../src/bus/json.ts'
import type { LogEntry } from '../../../src/storage/logEntry.ts'
import { notes } from '../../fixtures/notes.ts'
import { operator } from '../../support/desk.ts'
import { contents, quota, reload, twoTabs } from '../../support/storage.ts'

const noteId = fc.integer({ min: 1, max: 8 }).map((id) => `n${id}`)
const act = fc.record({
  tab: fc.constantFrom<'a' | 'b'>('a', 'b'),
  command: fc.oneof(
    fc.record({ id: fc.constant('run'), input: fc.record({ reads: noteId, first: noteId, second: noteId }) }),
    fc.record({ id: fc.constant('set_title'), input: fc.record({ noteId, title: fc.string({ maxLength: 2 }) }) }),
    fc.record({ id: fc.constant('add_note'), input: fc.record({ noteId, title: fc.string({ maxLength: 2 }) }) }),
    fc.record({ id: fc.constant('remove_note'), input: fc.record({ noteId }) }),
    fc.record({ id: fc.constant('set_setting'), input: fc.record({ key: fc.constantFrom('x', 'y'), value: fc.string({ maxLength: 2 }) }) }),
    fc.record({ id: fc.constantFrom('flush', 'refresh', 'compact', 'full', 'room'), input: fc.constant<JsonObject>({}) }),
  ),
})

/** A run that reads one note and retitles two others, as one commit. */
function run(bus: Bus, { reads, first, second }: JsonObject): void {
  const fork = bus.fork({ actor: 'agent', source: 'tool' })
  fork.rely('note', String(reads))
  for (const noteId of [first, second]) fork.dispatch('set_title', { noteId: noteId ?? null, title: 'run' }, { actor: 'agent', source: 'tool' })
  fork.commit()
}

describe('two tabs over one store', () => {
  it('end up with the same records as storage, and every commit is stored once or rolled back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
        const { port, a, b } = await twoTabs({ note: notes(3) }, { keepEntries: 2 })
        const tabs = { a, b }
        const full = { a: false, b: false }
        let writing: 'a' | 'b' = 'a'
        port.fault = ({ op, key }) => (op === 'set' && key.startsWith('log/') && full[writing] ? quota() : undefined)
        const made: string[] = []
        const stored: string[] = []
        port.afterSet = (key) => {
          if (key.startsWith('log/')) stored.push((port.values.get(key) as LogEntry).commit.id)
          return undefined
        }
        for (const tab of [a, b]) tab.bus.onCommit((commit) => made.push(commit.id))
        for (const { tab, command } of acts) {
          writing = tab
          const { bus, log } = tabs[tab]
          if (command.id === 'full' || command.id === 'room') full[tab] = command.id === 'full'
          else if (command.id === 'flush') await log.flush()
          else if (command.id === 'refresh') await log.refresh()
          else if (command.id === 'compact') await log.compact()
          else if (command.id === 'run') run(bus, command.input)
          else bus.dispatch(command.id, command.input, operator)
        }
        port.fault = () => undefined
        for (const tab of [a, b, a, b]) {
          await tab.log.retry()
          await tab.log.refresh()
        }
        const found = await reload(port)
        expect(found.damaged).toEqual([])
        expect(new Set(found.records.note?.map((note) => note.noteId)).size).toBe(found.records.note?.length)
        expect(contents(a.bus.session.records)).toEqual(contents(found.records))
        expect(contents(b.bus.session.records)).toEqual(contents(found.records))
        const lost = [...a.rolledBack, ...b.rolledBack].map(({ commit }) => commit.id)
        expect([...stored, ...lost].sort()).toEqual([...made].sort())
      }),
      { numRuns: 300 },
    )
  })
})
