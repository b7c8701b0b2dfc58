import type { Script, Step } from './types.ts'

const isReload = (step: Step): boolean => 'human' in step && step.human === 'reload'

/** Whether a script reloads the page. */
export const reloads = ({ steps }: Pick<Script, 'steps'>): boolean => steps.some((step) => isReload(step) || ('repeat' in step && reloads(step)))

/**
 * Whether the step at a place of a script reloads the page.
 * @param cursor number of the step, from 1; within a repetition its number, the turn, the number of the step in it, and so on
 */
export function reloadsAt({ steps }: Pick<Script, 'steps'>, [number = 0, turn, ...rest]: readonly number[]): boolean {
  const step = steps[number - 1]
  if (!step) return false
  if (turn === undefined) return isReload(step)
  return 'repeat' in step && turn >= 1 && turn <= step.repeat && reloadsAt(step, rest)
}
