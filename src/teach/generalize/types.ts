import type { Json } from '../../bus/json.ts'
import type { Words } from '../../bus/words.ts'
import type { Expr, Procedure } from '../procedure/types.ts'

/** What the checks say about a draft. `block` forbids publishing. */
export interface Finding {
  /** Hash of what it is about, stable across regenerations. */
  readonly findingId: string
  readonly level: 'block' | 'warn' | 'note'
  /** `unexplained`, `verify`, `copied`, `shown-once`, `caller-says`, `undecided-pick`, `me`, `many-params`, `name`, `budget`, `lint` … */
  readonly kind: string
  /** The step it is about (`as` of the procedure), if one. */
  readonly step?: string
  readonly words: Words
}

/** One concrete choice between what rivals would do. */
export interface QuestionChoice {
  readonly choiceId: string
  readonly words: Words
  /** The record or value the choice stands for on the state shown. */
  readonly value: Json
}

/** An ambiguity only a person can settle. */
export interface Question {
  readonly questionId: string
  readonly words: Words
  readonly choices: readonly QuestionChoice[]
  /** Taken when nobody answers; absent: unanswered blocks. */
  readonly safe?: string
}

/** Why a leaf became what it is: shown in the draft and kept for questions. */
export interface LeafReason {
  readonly step: string
  readonly leaf: string
  readonly chosen: Expr
  readonly provenance: 'explained' | 'acknowledged' | 'unexplained' | 'constant'
  readonly why: Words
  /** Other expressions that give the same value on the demonstrations, best first. */
  readonly rivals: readonly { readonly expr: Expr; readonly weight: number }[]
}

/** One verification of §3.10: what was tried and what happened. */
export interface Check {
  readonly kind: string
  readonly ok: boolean
  readonly words: Words
  readonly step?: string
}

/** questionId → choiceId, and who said so: a person binds, an agent proposes. */
export type Answers = Readonly<Record<string, { readonly choice: string; readonly by: 'person' | 'agent' }>>

/** Hand edits as data, so that they survive regeneration. */
export type Edit =
  { readonly edit: 'parameter'; readonly step: string; readonly leaf: string } | { readonly edit: 'constant'; readonly key: string }

/** What generalizing gives: a pure function of the traces, the catalogue, the answers and the edits. */
export interface Generalized {
  readonly procedure: Procedure
  readonly reasons: readonly LeafReason[]
  readonly findings: readonly Finding[]
  readonly questions: readonly Question[]
}
