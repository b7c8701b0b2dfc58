import { at, equalJson, type Json } from '../../bus/json.ts'
import type { Rec } from '../../bus/state.ts'
import type { Literal } from '../recording/types.ts'
import type { Guard } from './types.ts'

/** Whether a literal is true of a record. A field that is absent is empty, lacks everything and equals nothing. */
export function literalHolds(literal: Literal, record: Rec): boolean {
  const now = at(record, literal.field)
  switch (literal.op) {
    case '=':
      return isSame(now, literal.value)
    case '!=':
      return !isSame(now, literal.value)
    case 'contains':
      return contains(now, literal.value)
    case 'lacks':
      return !contains(now, literal.value)
    case 'empty':
      return isEmpty(now)
    case 'not-empty':
      return !isEmpty(now)
  }
}

/** Whether all literals are true of a record. None is true of a record that is not there. */
export const guardHolds = (guard: Guard, record: Rec | undefined): boolean =>
  record !== undefined && guard.every((literal) => literalHolds(literal, record))

/** The literals of a guard that are not true of a record: what an error names. */
export const unmet = (guard: Guard, record: Rec | undefined): Guard =>
  record === undefined ? guard : guard.filter((literal) => !literalHolds(literal, record))

const isSame = (now: Json | undefined, value: Json | undefined): boolean => value !== undefined && equalJson(now, value)

function contains(now: Json | undefined, value: Json | undefined): boolean {
  if (value === undefined) return false
  if (Array.isArray(now)) return (now as readonly Json[]).some((item) => equalJson(item, value))
  return typeof now === 'string' && typeof value === 'string' && now.includes(value)
}

const isEmpty = (now: Json | undefined): boolean =>
  now === undefined || now === null || now === '' || (Array.isArray(now) && now.length === 0)
