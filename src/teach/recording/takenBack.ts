import type { Commit } from '../../bus/journal.ts'
import type { LiveRecording } from './types.ts'

/** What begins the id of a commit that stands for one that never came to be. */
const LOST = 'lost '

/** Commits that take back steps of a recording, or bring them back, since it was stored. */
export function takenBack(saved: LiveRecording, known: readonly Commit[], complete: boolean): readonly Commit[] {
  return [...(complete ? lost(saved, new Set(known.map(({ id }) => id))) : []), ...known.filter(({ id }) => !Object.hasOwn(saved.commits, id))]
}

/**
 * Of a step and what undid and redid it, the commits that never came to be are left out: it is kept if it happened and
 * what is left undid it as often as it redid it.
 */
function lost({ commits, startedAt }: LiveRecording, known: ReadonlySet<string>): readonly Commit[] {
  const histories = new Map<string, string[]>()
  for (const [id, steps] of Object.entries(commits)) histories.set(steps.join(), [...(histories.get(steps.join()) ?? []), id])
  const base = { time: startedAt, actor: 'system', source: 'rollback', entries: [], patches: [], reads: [], undoable: false } as const
  return [...histories.values()].flatMap(([first = '', ...later]): readonly Commit[] => {
    const isKept = later.length % 2 === 0
    const wasKept = known.has(first) && later.filter((id) => known.has(id)).length % 2 === 0
    if (isKept === wasKept) return []
    return [{ ...base, id: `${LOST}${later.length} ${first}`, ...(isKept ? { undoes: [first] } : { redoes: [first] }) }]
  })
}
