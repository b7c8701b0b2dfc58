import { equalJson, type Json } from '../../bus/json.ts'
import type { DraftChange } from './api.ts'
import type { Authored, DraftRecord } from './types.ts'

const WORDED = ['name', 'title', 'description', 'parameters'] as const satisfies readonly (keyof Authored)[]

/** What a person has worded of a draft once a change of theirs is made: to be kept with it, where anything is new. */
export function wordedBy(before: DraftRecord, change: DraftChange): Pick<DraftRecord, 'byHand'> {
  const known = before.byHand ?? []
  const fresh = WORDED.filter((part) => !known.includes(part) && change[part] !== undefined && !equalJson(change[part] as Json, before[part] as Json))
  return fresh.length > 0 ? { byHand: [...known, ...fresh] } : {}
}

/** A change with what a person has worded in place of its own: that binds, whoever drafts next. Other parameters may be named. */
export function withPersonsWords(change: DraftChange, before: DraftRecord): DraftChange {
  const { byHand = [], parameters } = before
  const bound = Object.fromEntries(WORDED.filter((part) => byHand.includes(part)).map((part) => [part, before[part]]))
  return { ...change, ...bound, ...(byHand.includes('parameters') ? { parameters: { ...change.parameters, ...parameters } } : {}) }
}
