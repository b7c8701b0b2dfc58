import { canonical, type JsonObject } from '../../bus/json.ts'
import { plain } from '../../bus/words.ts'
import type { Edit } from '../../teach/generalize/types.ts'
import type { Learned } from './computeDraft.ts'

/**
 * Why the demonstrations do not allow what was changed by hand: a check that held fails now, something new blocks, or it
 * cannot be done at all. What was wrong before is nobody's fault now.
 * @returns null where nothing speaks against it
 */
export function contradicts(before: Learned, after: Learned): string | null {
  const known = new Set(before.generalized.findings.map(({ findingId }) => findingId))
  const fresh = after.generalized.findings.filter(({ findingId }) => !known.has(findingId))
  const said = fresh.find(({ kind }) => kind === 'edit') ?? fresh.find(({ level }) => level === 'block')
  if (said) return plain(said.words)
  const failed = after.checks.find((check) => !check.ok && before.checks.some(({ kind, ok }) => kind === check.kind && ok))
  return failed ? plain(failed.words) : null
}

/** Whether there is a change by hand that was not there before; taking back is always allowed. */
export function addsTo(before: readonly Edit[], after: readonly Edit[]): boolean {
  const known = new Set(before.map((edit) => canonical(edit as unknown as JsonObject)))
  return after.some((edit) => !known.has(canonical(edit)))
}
