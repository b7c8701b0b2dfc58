import type { Json } from '../json.ts'

/** Where and why a step failed. */
export interface Failure {
  /** Of what was looked at, e.g. `.changed[0].to`; empty for the whole. */
  readonly path: string
  readonly message: string
}

/** What one step cost. Tokens are null where nobody counts them. */
export interface Cost {
  readonly characters: number
  readonly tokens: number | null
}

/** How a step went. */
export interface StepReport {
  /** Place in the script: `3`, or `4.2.1` for the first step of the second turn of a repetition at 4. From 1. */
  readonly place: string
  /** Keys and indices to the step in the file. */
  readonly pointer: readonly (string | number)[]
  readonly title: string
  readonly ok: boolean
  readonly failure: Failure | null
  readonly ms: number
  readonly input: Cost | null
  readonly output: Cost | null
  readonly value: Json | undefined
}

/** How a script went. */
export interface Report {
  readonly title: string
  readonly ok: boolean
  readonly steps: readonly StepReport[]
  /** Steps that were not tried after a failure. */
  readonly left: number
  readonly ms: number
}

export function costOf(text: string, tokens: ((text: string) => number) | undefined): Cost {
  return { characters: text.length, tokens: tokens ? tokens(text) : null }
}
