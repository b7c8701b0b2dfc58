import { LIST_BOX, optionHook, type Seen } from '../../page/seen.ts'
import type { Json, JsonObject } from '../../json.ts'

/** What a person did, as steps of a script, or in words where no step says it. */
export type PersonSteps = { readonly steps: readonly Json[] } | { readonly leftOut: string }

/** One entry in the order of time: a command or an event of the audit, or how something was done. */
export interface Told {
  readonly at: number
  /** Its place among all. */
  readonly place: number
  readonly detail: JsonObject
  readonly seen: Seen | null
}

/** Reads one side of what a person did. It is shown everything, in the order of time. @returns undefined for what is none of its own */
export type Reader = (told: Told) => PersonSteps | undefined

export const doing = (...steps: readonly Json[]): PersonSteps => ({ steps })
export const without = (leftOut: string): PersonSteps => ({ leftOut })
/** It is told of elsewhere. */
export const NOTHING: PersonSteps = doing()

export const click = (hook: string): Json => ({ human: 'click', hook })
export const fill = (hook: string, text: string): Json => ({ human: 'fill', hook, text })
export const press = (keys: string): Json => ({ human: 'press', keys })

/** Takes one option of the list that was just opened, whatever else the text fits. */
export const take = (label: string, value: string): readonly Json[] => [{ human: 'see', hook: LIST_BOX }, { human: 'type', text: label }, click(optionHook(value))]

/** How long after a gesture at the latest its command comes, in milliseconds: the page does it at once. */
const AT_ONCE = 1_000
export const follows = (at: number, gesture: { readonly at: number } | null): boolean => gesture !== null && at >= gesture.at && at - gesture.at <= AT_ONCE

/** What an event of the audit has to tell beside who and what. */
export const detailIn = ({ detail }: JsonObject): JsonObject => (typeof detail === 'object' && detail !== null && !Array.isArray(detail) ? (detail as JsonObject) : {})
