import type { State } from '../../bus/state.ts'
import { nameFault } from '../../teach/compile/names.ts'

/** Names that begin so belong to the fixed tools. */
export const FIXED_PREFIX = 'understudy_'

/**
 * What is wrong with the name of a tool, in words that follow *The name*; null when it will do. Stricter than any
 * host: plain ASCII, so that no two names look alike.
 */
export function wrongName(name: string): string | null {
  const fault = nameFault(name)
  if (fault !== null) return fault
  return name.startsWith(FIXED_PREFIX) ? `begins with ${FIXED_PREFIX}, which is kept for the page's own tools` : null
}

/**
 * Why a draft cannot publish under a name that other tools of the desk use, or null. Revoked tools free their name;
 * a tool of the same draft is replaced.
 */
export function nameTaken(state: State, name: string, draftId: string): string | null {
  const wrong = wrongName(name)
  if (wrong !== null) return `The name ${wrong}.`
  const tool = state.get('tool', name)
  if (!tool || tool.state === 'revoked' || tool.draftId === draftId) return null
  return `There is a tool named ${name} already; choose another name, or revoke that one first.`
}
