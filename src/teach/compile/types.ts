import type { JsonSchema } from '../../bus/schema.ts'

/** What is registered with a host, to the letter. */
export interface Compiled {
  readonly name: string
  readonly title: string
  /** The author's text and the computed sentence of effects. */
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema
  /** Computed from the program, never taken from an author or a file. */
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly untrustedContentHint: boolean
    readonly consequentialHint: boolean
  }
}

/** What an author says about the tool itself; what they call parameters stands on the procedure's parameters already. */
export interface AuthoredText {
  readonly name: string
  readonly title: string
  readonly description: string
}
