import type { Json } from '../json.ts'
import type { Settled } from '../port.ts'
import type { Driver } from '../run/driver.ts'
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
}

/** The same driver, with everything it calls written down. */
export function recordCalls(driver: Driver): { readonly driver: Driver; readonly calls: readonly RecordedCall[] } {
  const calls: RecordedCall[] = []
  const start: Driver['start'] = async (requests) => {
    const began = await driver.start(requests)
    requests.forEach(({ name, input }, place) => {
      const sent = costOf(JSON.stringify(input), driver.tokens)
      const call: RecordedCall = { kind: 'call', at: Date.now(), endedAt: null, tool: name, input, sent, settled: null, got: null }
      calls.push(call)
      void began[place]?.done.then((settled) => {
        call.settled = settled
        call.endedAt = Date.now()
        call.got = costOf(JSON.stringify('value' in settled ? settled.value : settled.rejected), driver.tokens)
      })
    })
    return began
  }
  return { driver: { ...driver, start }, calls }
}
