import type { Json } from './json.ts'

/** Every code a result may carry. They are part of the contract with agents. */
export type Code =
  | 'NOT_READY'
  | 'BUSY'
  | 'INVALID_INPUT'
  | 'NOT_FOUND'
  | 'STALE'
  | 'GUARD_UNMET'
  | 'STEP_FAILED'
  | 'CANCELLED'
  | 'REVOKED'
  | 'REJECTED'
  | 'BLOCKED'
  | 'LIMIT'
  | 'INTERNAL'

/** Why something was not done, in a form a person and an agent can act on. */
export interface Problem {
  readonly code: Code
  /** One sentence that says what to do. Never contains user-written text. */
  readonly message: string
  /** Dotted path of the input at fault, with `INVALID_INPUT`. */
  readonly path?: string
  /** Values that would be accepted, when they are few and trusted. */
  readonly known?: readonly string[]
  /** User-written values the message would have quoted. */
  readonly untrusted?: Readonly<Record<string, Json>>
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Problem }

export const ok = <T>(value: T): Result<T> => ({ ok: true, value })

export const fail = (code: Code, message: string, more: Omit<Problem, 'code' | 'message'> = {}): { ok: false; error: Problem } => ({
  ok: false,
  error: { code, message, ...more },
})
