import { fail, ok, type Result } from '../../bus/results.ts'
import type { Gesture } from '../library/types.ts'
import { INERT_MS } from './api.ts'

/** Whether a gesture counts as a person's: the browser vouches for it, and it came late enough to be meant. */
export function approves(gesture: Gesture): Result<null> {
  if (!gesture.isTrusted || gesture.via === 'script') return fail('BLOCKED', 'Only a person at this page can answer; a script cannot.')
  return gesture.after >= INERT_MS ? ok(null) : fail('BLOCKED', 'That was too soon after the request showed. Look at it, then answer.')
}

/** To say no needs a person, too, but no time. */
export const rejects = (gesture: Gesture): Result<null> => approves({ ...gesture, after: INERT_MS })

/** The gesture for the audit. */
export const trail = (gesture: Gesture) => ({ isTrusted: gesture.isTrusted, via: gesture.via, after: Math.round(gesture.after) })
