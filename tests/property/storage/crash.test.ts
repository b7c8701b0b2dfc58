import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/bus/json.ts'
import { createHistory } from '../../../src/bus/history.ts'
import { notes } from '../../fixtures/notes.ts'
import { operator } from '../../support/desk.ts'
import { contents, faultyPort, openTab, reload, type FaultyPort } from '../../support/storage.ts'

type Step =
  | { readonly do: 'dispatch'; readonly command: string; readonly input: JsonObject }
  | { readonly do: 'undo' | 'redo' | 'flush' | 'compact' | 'reload' }

const noteId = fc.integer({ min: 1, max: 9 }).map((id) => `n${id}`)
const title = fc.string({ maxLength: 3 })
const dispatch = (command: string, input: fc.Arbitrary<JsonObject>): fc.Arbitrary<Step> => input.map((given) => ({ do: 'dispatch', command, input: given }))

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: dispatch('set_title', fc.record({ noteId, title })) },
  { weight: 2, arbitrary: dispatch('set_tags', fc.record({ noteId, tags: fc.array(title, { maxLength: 2 }) })) },
  { weight: 2, arbitrary: dispatch('add_note', fc.record({ noteId, title })) },
  { weight: 2, arbitrary: dispatch('remove_note', fc.record({ noteId })) },
  { weight: 1, arbitrary: dispatch('set_setting', fc.record({ key: fc.constantFrom('a', 'b'), value: title })) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'undo' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'redo' }) },
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'flush' }) },
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'compact' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'reload' }) },
)

interface Played {
  /** The records after each commit, the first ones before any. */
  readonly states: readonly ReturnType<typeof contents>[]
  /** How many commits were said to be stored. */
  readonly stored: number
}

/** Plays the steps in one tab, over as many page loads as they hold. */
async function play(port: FaultyPort, steps: readonly Step[]): Promise<Played> {
  const open = (): ReturnType<typeof openTab> => openTab(port, { initial: { note: notes(5) }, keepEntries: 2 })
  let tab = await open()
  let history = createHistory(tab.bus)
  const states = [contents(tab.bus.session.records)]
  const settled: Promise<boolean>[] = []
  const watch = (): void => {
    const { bus, log } = tab
    bus.onCommit((commit) => {
      states.push(contents(bus.session.records))
      settled.push(log.settled(commit.id).then((outcome) => outcome === 'stored'))
    })
  }
  watch()
  for (const act of steps) {
    if (act.do === 'dispatch') tab.bus.dispatch(act.command, act.input, operator)
    else if (act.do === 'undo' || act.do === 'redo') history[act.do]()
    else if (act.do === 'reload') {
      await tab.log.flush()
      if (!tab.log.status.saved) break
      tab.log.dispose()
      tab = await open()
      history = createHistory(tab.bus)
      watch()
    } else if (act.do === 'flush') await tab.log.flush()
    else await tab.log.compact()
  }
  await tab.log.flush()
  tab.log.dispose()
  return { states, stored: (await Promise.all(settled)).filter(Boolean).length }
}

/** Lets so many writes through; the next one and everything after it finds the page dead. */
function dieAfter(port: FaultyPort, writes: number): void {
  let left = writes
  const dead = (): Promise<never> => Promise.reject(new Error('the page is gone'))
  port.fault = ({ op }) => {
    if (op === 'get' || op === 'keys') return left < 0 ? dead() : undefined
    left -= 1
    return left < 0 ? dead() : undefined
  }
}

describe('a crash between any two writes', () => {
  it('leaves the state after some prefix of the commits, with everything that was said to be stored', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        const whole = faultyPort()
        await play(whole, steps)
        for (let writes = 0; writes <= whole.writes.length; writes += 1) {
          const port = faultyPort()
          dieAfter(port, writes)
          const played = await play(port, steps).catch(() => null)
          port.fault = () => undefined
          const found = await reload(port)
          // It died in the very first load: then nothing has begun.
          if (!played) {
            expect(found.fresh).toBe(true)
            continue
          }
          expect(found.damaged).toEqual([])
          expect(found.lastSeq).toBeGreaterThanOrEqual(played.stored)
          expect(contents(found.records)).toEqual(played.states[found.lastSeq])
        }
      }),
      { numRuns: 40 },
    )
  })

  it('replaying the log gives the state in memory, however often chunks were rewritten and the page reloaded', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const port = faultyPort()
        const { states, stored } = await play(port, steps)
        const found = await reload(port)
        expect(stored).toBe(states.length - 1)
        expect(found.damaged).toEqual([])
        expect(contents(found.records)).toEqual(states.at(-1))
      }),
      { numRuns: 150 },
    )
  })
})
