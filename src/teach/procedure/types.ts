import type { Json } from '../../bus/json.ts'
import type { JsonSchema } from '../../bus/schema.ts'
import type { Literal } from '../recording/types.ts'

/** A value the caller may or must give. */
export interface Param {
  /** Stable key, derived from where it flows; edits and answers refer to it. */
  readonly key: string
  /** Name in the tool's schema, at most 30 characters of `[a-z][a-z0-9_]*`. */
  readonly name: string
  readonly description: string
  /** The catalogue's own leaf schema. */
  readonly schema: JsonSchema
  /** Addresses (`command.leaf`) of the leaves it flows into: their validators check it. */
  readonly leaves: readonly string[]
  readonly required: boolean
  readonly default?: Json
}

/**
 * Where a value comes from when the procedure runs. Steps are named by `as`.
 *
 * `out` output of a step · `arg` input of a step · `row` a field of the loop's row · `field` a field of
 * the record a step acted on, as it is at that moment · `prev` the same for the previous row of the loop ·
 * `edit` adds to or removes from the array the record has · `concat` text of parts.
 */
export type Expr =
  | { readonly op: 'const'; readonly value: Json }
  | { readonly op: 'param'; readonly key: string }
  | { readonly op: 'me' }
  | { readonly op: 'out'; readonly step: string; readonly path: string }
  | { readonly op: 'arg'; readonly step: string; readonly path: string }
  | { readonly op: 'row'; readonly field: string }
  | { readonly op: 'field'; readonly entity: string; readonly of: Expr; readonly field: string }
  | { readonly op: 'prev'; readonly field: string }
  | { readonly op: 'pick'; readonly list: string; readonly choose: Pick }
  | { readonly op: 'add' | 'remove'; readonly to: Expr; readonly items: readonly Expr[] }
  | { readonly op: 'concat'; readonly parts: readonly Expr[] }

/** How one record is taken from the list a step returned. None takes anything from an empty list. */
export type Pick =
  | { readonly by: 'first' }
  | { readonly by: 'last' }
  | { readonly by: 'only' }
  /** The caller (or an earlier step) names it, and it must be in the list; of an array, all must be. */
  | { readonly by: 'id'; readonly id: Expr }
  | { readonly by: 'min' | 'max'; readonly field: string }
  | { readonly by: 'where'; readonly guard: Guard }
  /** By place, from 0. */
  | { readonly by: 'nth'; readonly k: number }

/** A conjunction, evaluated at run time on a record. */
export type Guard = readonly Literal[]

export interface Call {
  readonly node: 'call'
  /** Name of the step within the procedure; unique. */
  readonly as: string
  readonly command: string
  /** Leaf path → where its value comes from. Leaves not named are left out of the input. */
  readonly args: Readonly<Record<string, Expr>>
  /** Steps of the demonstrations it stands for: `recordingId/stepId`. */
  readonly from: readonly string[]
}

export interface Each {
  readonly node: 'each'
  readonly as: string
  /** Rows of a list step (`out` with path of the rows), or an array parameter of ids. */
  readonly over: Expr
  readonly entity: string
  readonly max: number
  /** A row for which it does not hold (any more) is skipped and counted. */
  readonly guard?: Guard
  readonly body: readonly Node[]
}

export interface When {
  readonly node: 'when'
  readonly as: string
  /** The record the guard looks at. */
  readonly entity: string
  readonly of: Expr
  readonly guard: Guard
  readonly body: readonly Node[]
  readonly otherwise: 'halt' | 'skip'
}

export type Node = Call | Each | When

/** The generalized program. Plain data, versioned, and all that a run executes. */
export interface Procedure {
  readonly version: 1
  readonly params: readonly Param[]
  readonly body: readonly Node[]
}
