import type { Settled } from '../port.ts'
import type { Call } from './driver.ts'

/** The answer to a call whose page left before it came. */
export const GONE = { rejected: { name: 'Gone', message: 'The page left before the answer came.' } } satisfies Settled

/** Calls by name, with the answer of those that were answered. Plain data. */
export type CallsLeft = Readonly<Record<string, Settled | null>>

/** Calls a script goes on beside, by name. */
export class Background {
  private readonly calls = new Map<string, { readonly call: Call; settled: Settled | null }>()

  /** @param left calls of a page that is gone: those that were not answered by then never will be */
  constructor(left: CallsLeft = {}) {
    for (const [name, settled] of Object.entries(left)) this.add(name, { done: Promise.resolve(settled ?? GONE), abort: () => undefined })
  }

  add(name: string, call: Call): void {
    const entry: { readonly call: Call; settled: Settled | null } = { call, settled: null }
    this.calls.set(name, entry)
    void call.done.then((settled) => (entry.settled = settled))
  }

  /** @throws when none has the name */
  get(name: string): Call {
    const found = this.calls.get(name)
    if (!found) throw new Error(`No call in the background is named ${name}.`)
    return found.call
  }

  delete(name: string): void {
    this.calls.delete(name)
  }

  /** What is left of them when the page goes now. */
  left(): CallsLeft {
    return Object.fromEntries([...this.calls].map(([name, { settled }]) => [name, settled]))
  }

  abortAll(): void {
    for (const { call } of this.calls.values()) call.abort()
  }
}
