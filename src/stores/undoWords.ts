import type { CatalogueIndex } from '../bus/command.ts'
import type { Unit } from '../bus/history.ts'
import type { Commit } from '../bus/journal.ts'

/** How many records are named. */
const NAMED = 2

/** What a unit of the history was, and of which records: *Set priority (T-1037)*, *the agent’s run of park (T-1033, T-1034 and 3 more)*. */
export function unitWords({ label, actor, run, commits }: Unit, index: CatalogueIndex): string {
  const what = run ? runOf(actor, run.tool) : (index.command(label)?.title ?? label)
  const ids = [...new Set(commits.flatMap(({ patches }) => patches.map(({ id }) => id)))]
  const rest = ids.length - NAMED
  const which = `${ids.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
  return which === '' ? what : `${what} (${which})`
}

/**
 * Says of the last run that it had changed nothing, where it came after all that can be undone: whoever takes back what an
 * agent seems to have done just now, and meets an edit of their own, learns why. Empty where there was no such run.
 * @param commits in the order they were made, since the page opened
 */
export function idleSince(commits: readonly Commit[]): string {
  const since = commits.slice(commits.findLastIndex((commit) => changes(commit) || commit.undoes || commit.redoes) + 1)
  const changing = new Set(commits.flatMap((commit) => (commit.run && changes(commit) ? [commit.run.id] : [])))
  const idle = since.findLast(({ run, audit }) => run && audit?.type === 'run-finished' && !changing.has(run.id))
  if (!idle?.run) return ''
  const words = runOf(idle.actor, idle.run.tool)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} since then had changed nothing.`
}

const changes = ({ undoable, patches }: Commit): boolean => undoable && patches.length > 0

const runOf = (actor: Unit['actor'], tool: string): string => (actor === 'agent' ? `the agent’s run of ${tool}` : `the run of ${tool}`)
