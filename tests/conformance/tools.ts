import type { Json } from '../../src/bus/json.ts'
import type { Tool } from './hostUnderTest.ts'

/** A tool complete in every part, that answers with what it was given. */
export const aTool = (name: string, more: Partial<Tool> = {}): Tool => ({
  name,
  description: `Answers for ${name}.`,
  inputSchema: { type: 'object', properties: { value: { type: 'string' } } },
  annotations: { readOnlyHint: true, untrustedContentHint: false },
  execute: (input) => Promise.resolve({ ok: true, tool: name, input }),
  ...more,
})

/** A tool that answers its own words, to tell it from another of that name. */
export const answering = (name: string, words: string): Tool => aTool(name, { execute: () => Promise.resolve({ words }) })

/** How a promise ended, as data: the value as the caller reads it, or the name of the error. */
export async function outcome(promise: unknown): Promise<Json> {
  try {
    return { value: plain(await promise) }
  } catch (error) {
    return { error: errorName(error) }
  }
}

/** The name of an error; of anything else thrown, its words. */
export const errorName = (error: unknown): string =>
  error instanceof Error || error instanceof DOMException ? error.name : `not an error: ${String(error)}`

/** A value as data, which has no `undefined`. */
export const plain = (value: unknown): Json => (value === undefined ? '(undefined)' : (JSON.parse(JSON.stringify(value)) as Json))

/** What a call answered, whether the host hands over the object or its text. */
export async function answer(call: Promise<unknown>): Promise<Json> {
  const value = await call
  return typeof value === 'string' ? (JSON.parse(value) as Json) : plain(value)
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** How many times longer than usual our port waits here for a list to be quiet: a busy machine spreads out what belongs together. */
export const PATIENCE = 2

/** Longer than any host takes to tell of a change, and our port after it. */
export const quiet = (): Promise<void> => pause(PATIENCE * 50 + 50)

/** Waits until something holds; goes on after a while, so that what is looked at next says what is wrong. */
export async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 100 && !holds(); tries += 1) await pause(5)
}

/** A promise to be settled from outside. */
export function gate<T = void>(): { readonly opened: Promise<T>; open(value: T): void } {
  let open: (value: T) => void = () => {}
  const opened = new Promise<T>((resolve) => (open = resolve))
  return { opened, open: (value) => open(value) }
}

/** A tool that begins, says so, and answers only when it is let. */
export function slowTool(name: string, answered: object = { words: 'done' }) {
  const begun = gate()
  const leave = gate()
  let signal: AbortSignal | undefined
  const tool = aTool(name, {
    async execute(_input, second) {
      signal = signalIn(second)
      begun.open()
      await leave.opened
      return answered
    },
  })
  return { tool, begun: begun.opened, finish: () => leave.open(), signal: () => signal }
}

/** The signal in what `execute` was given second: the options of a host, or the signal itself from our port. */
export function signalIn(second: unknown): AbortSignal | undefined {
  if (second instanceof AbortSignal) return second
  const signal = (second as { readonly signal?: unknown } | null | undefined)?.signal
  return signal instanceof AbortSignal ? signal : undefined
}
