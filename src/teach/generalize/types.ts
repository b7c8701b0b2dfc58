import type { Json, JsonObject } from '../../bus/json.ts'
import type { Words } from '../../bus/words.ts'
import type { Expr, Pick, Procedure } from '../procedure/types.ts'
import type { Literal } from '../recording/types.ts'

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
  /**
   * What the choice comes to on the state shown: `pick` the record's id; `rest` and `guard` the ids of the records that
   * would be worked on; `value` and `me` a value, or for values that depend on the record a list of `[id, value]`.
   * Null: whatever the caller says, or nothing at all.
   */
  readonly value: Json
}

/**
 * Answers any question with *none of these*: it takes its safe reading, or stays what it was and blocks. It blocks as well
 * where the choices were all there is to tell the record by.
 */
export const NONE_OF_THESE = 'none'

/** The records a question is about, as they are or as they might be tomorrow. */
export interface QuestionState {
  readonly recordingId: string
  readonly entity: string
  /** The rows the choices differ on, in the order a person would see them. */
  readonly rows: readonly JsonObject[]
  /** All records of that moment, by entity: what the choices were worked out on. */
  readonly records: Readonly<Record<string, readonly JsonObject[]>>
  /** Not as it was demonstrated: *Tomorrow the list looks like this.* */
  readonly perturbed: boolean
}

/** An ambiguity only a person can settle. */
export interface Question {
  /** Hash of the leaf and the choices: the same question keeps it through further demonstrations. */
  readonly questionId: string
  /**
   * `pick` which record of a list · `rest` the rows that were not shown too · `guard` when an optional step is done ·
   * `value` what a value depends on · `me` whoever runs it or this person.
   */
  readonly kind: 'pick' | 'rest' | 'guard' | 'value' | 'me'
  /** The step (`as`) and the leaf it is about. */
  readonly step: string
  readonly leaf?: string
  readonly words: Words
  readonly choices: readonly QuestionChoice[]
  /** Taken when nobody answers; absent: unanswered blocks. `NONE_OF_THESE` takes it too, and may block all the same. */
  readonly safe?: string
  /** Of no consequence but that the tool serves fewer callers: told in passing, and asked only when nothing worse is open. */
  readonly minor?: true
  /** What it is about in few words, where it is a line among others that ask the same. */
  readonly line?: Words
  readonly shown?: QuestionState
  /** What was said so far. An agent's answer is a proposal: it is followed, and shown as one. */
  readonly answered?: Answer
}

/** What somebody chose. A person's answer binds, an agent's is a proposal. */
export interface Answer {
  readonly choice: string
  readonly by: 'person' | 'agent'
}

/** A condition that held in every demonstration, for the person to tick. */
export interface OfferedGuard {
  /** The step (`as`) before which it would be checked, or the loop whose rows it would be checked on. */
  readonly step: string
  readonly literal: Literal
  readonly words: Words
  readonly adopted: boolean
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

/** One verification: what was tried and what happened. */
export interface Check {
  readonly kind: string
  readonly ok: boolean
  /** What was tried. */
  readonly tried: Words
  /** What happened. */
  readonly words: Words
  /** There was nothing to try it on, so it says nothing for or against. */
  readonly moot?: true
  readonly step?: string
}

/** questionId → what was chosen. */
export type Answers = Readonly<Record<string, Answer>>

/**
 * Hand edits as data, so that they survive regeneration. `step` is the step's `as`, `key` a parameter's. Of two edits
 * of one thing the later counts. What cannot be done is left undone and said in a finding of kind `edit`.
 */
export type Edit =
  | { readonly edit: 'parameter'; readonly step: string; readonly leaf: string }
  | { readonly edit: 'constant'; readonly key: string }
  /** Takes the record by another rule that explains it: one of the leaf's `rivals`. */
  | { readonly edit: 'pick'; readonly step: string; readonly leaf: string; readonly choose: Pick }
  /** Ticks an offered guard, or takes the tick away. */
  | { readonly edit: 'guard'; readonly step: string; readonly literal: Literal; readonly on: boolean }
  | { readonly edit: 'rename'; readonly key: string; readonly name: string }
  /** The most rows a loop works on. */
  | { readonly edit: 'max'; readonly step: string; readonly max: number }
  | { readonly edit: 'drop'; readonly step: string }

/** What generalizing gives: a pure function of the traces, the catalogue, the answers and the edits. */
export interface Generalized {
  readonly procedure: Procedure
  readonly reasons: readonly LeafReason[]
  readonly findings: readonly Finding[]
  /** At most three, worst consequence first; those that were answered among them. */
  readonly questions: readonly Question[]
  readonly guards: readonly OfferedGuard[]
  /** `recordingId/stepId` of what a person left out: verification does not expect it. */
  readonly dropped: readonly string[]
}
