import { plain, type Json } from '../json.ts'
import type { Heard, JournalRow, ListChange, Settled } from '../port.ts'
import type { Call, Driver } from '../run/driver.ts'
import { costOf, type Cost } from '../run/report.ts'

/** A call in the form in which the panel takes in a log. */
export interface RecordedCall {
  readonly kind: 'call'
  /** Milliseconds since 1970. */
  readonly at: number
  endedAt: number | null
  readonly tool: string
  readonly input: Json
  readonly sent: Cost
  settled: Settled | null
  got: Cost | null
  aborted: boolean
}

/** What else happened, in the same form. */
export type RecordedEvent =
  | { readonly kind: 'tools'; readonly at: number; readonly change: ListChange }
  | { readonly kind: 'page' | 'seen'; readonly at: number; readonly text: string; readonly detail: Json }

export interface RecordedRun {
  readonly driver: Driver
  readonly entries: readonly (RecordedCall | RecordedEvent)[]
  /** Commands of the pages that were reloaded: a page knows its own alone. */
  readonly earlier: readonly JournalRow[]
  /** Takes what the page has to tell. */
  hear(): Promise<void>
}

/**
 * The same driver, with everything it does and hears written down.
 * @param heard takes what happened in the page since the last time
 * @param virtual the page's time jumps where the script waits: journal and audit tell time by it
 */
export function recordRun(driver: Driver, heard: () => Promise<readonly Heard[]>, virtual = false): RecordedRun {
  let ahead = 0
  const now = (): number => Date.now() + ahead
  const entries: (RecordedCall | RecordedEvent)[] = []
  const earlier: JournalRow[] = []
  async function hear(): Promise<void> {
    // A page that is just going has nothing more to tell.
    for (const { at, ...told } of await heard().catch(() => [])) {
      entries.push('change' in told ? { kind: 'tools', at, change: told.change } : { kind: 'seen', at, text: told.seen.did, detail: plain(told.seen) })
    }
  }
  const note = (text: string, detail: Json): void => void entries.push({ kind: 'page', at: now(), text, detail })

  const start: Driver['start'] = async (requests) => {
    await hear()
    const at = now()
    const began = await driver.start(requests)
    return began.map(({ done, abort }, place): Call => {
      const { name, input } = requests[place] ?? { name: '', input: {} }
      const sent = costOf(JSON.stringify(input), driver.tokens)
      const call: RecordedCall = { kind: 'call', at, endedAt: null, tool: name, input, sent, settled: null, got: null, aborted: false }
      entries.push(call)
      const recorded = done.then(async (settled) => {
        call.settled = settled
        call.endedAt = now()
        call.got = costOf(JSON.stringify('value' in settled ? settled.value : settled.rejected), driver.tokens)
        await hear()
        return settled
      })
      return {
        done: recorded,
        abort: () => {
          call.aborted = call.settled === null
          abort()
        },
      }
    })
  }
  return {
    entries,
    earlier,
    hear,
    driver: {
      ...driver,
      start,
      async human(action) {
        const value = await driver.human(action)
        await hear()
        return value
      },
      async wait(ms) {
        await driver.wait(ms)
        if (virtual) ahead += ms
      },
      async reload(state) {
        await hear()
        earlier.push(...(await driver.evidence()).journal)
        note('page reloaded by the script', { type: 'reload' })
        await driver.reload(state)
        await hear()
      },
      async fault(id, to) {
        note(`fault ${id} ${to.on ? 'on' : 'off'}`, { type: 'fault', fault: id, on: to.on, value: to.value })
        await driver.fault(id, to)
        await hear()
      },
    },
  }
}
