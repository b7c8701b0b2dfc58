import type { State } from '../../bus/state.ts'

/** Names that begin so belong to the fixed tools. */
export const FIXED_PREFIX = 'understudy_'
export const NAME_LENGTH = 30
const NAME = /^[a-z][a-z0-9_]*$/

/**
 * What is wrong with the name of a tool, in words that follow *The name*; null when it will do. Stricter than any
 * host: plain ASCII, so that no two names look alike.
 */
export function wrongName(name: string): string | null {
  const wrong = wrongParameterName(name)
  if (wrong !== null) return wrong
  return name.startsWith(FIXED_PREFIX) ? `must not begin with ${FIXED_PREFIX}, which is kept for the page's own tools` : null
}

/** The same for the name of a parameter. */
export function wrongParameterName(name: string): string | null {
  if (name === '') return 'must not be empty'
  if (name.length > NAME_LENGTH) return `must have at most ${NAME_LENGTH} characters`
  return NAME.test(name) ? null : 'must begin with a letter a-z and hold only a-z, 0-9 and _'
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
