import type { Script } from '../../script/types.ts'

/** Whether a script reloads the page, which would end a run of the panel with it. */
export const reloads = ({ steps }: Pick<Script, 'steps'>): boolean =>
  steps.some((step) => ('human' in step && step.human === 'reload') || ('repeat' in step && reloads(step)))

/**
 * How to play a script outside the page, on the host the page talks to: a sentence with the command.
 * @param file where the script is; empty when it is in no file yet
 */
export function playedElsewhere(file: string, mode: string): string {
  const first = file === '' ? 'save it as a file, then run' : 'run'
  return `To play it whole, ${first} in a terminal: npm run simulate -- ${file === '' ? 'FILE' : quoted(file)}${mode === 'bridge' ? ' --host bridge' : ''}`
}

const quoted = (file: string): string => (/^[\w./-]+$/.test(file) ? file : JSON.stringify(file))
