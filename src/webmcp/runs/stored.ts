import { fail } from '../../bus/results.ts'
import type { Procedure } from '../../teach/procedure/types.ts'
import { nodesOf } from '../../teach/procedure/walk.ts'
import type { Outcome } from '../../teach/procedure/outcome.ts'
import type { Driven } from './drive.ts'

/** What became of a commit on its way to storage. */
export type Settled = 'stored' | 'unsaved' | 'stale'

/**
 * Waits until everything a run committed is stored, and says what holds then. A commit that lost against another
 * tab's was taken back from the page, so it was not done.
 */
export async function whenStored(
  procedure: Procedure,
  { outcome, commits }: Driven,
  settled: (commitId: string) => Promise<Settled>,
): Promise<{ readonly outcome: Outcome; readonly saved: boolean }> {
  const ends = await Promise.all(commits.map(async ({ commit, row }) => ({ row, end: await settled(commit.id) })))
  const saved = ends.every(({ end }) => end !== 'unsaved')
  const lost = ends.filter(({ end }) => end === 'stale')
  if (lost.length === 0) return { outcome, saved }
  return { outcome: withoutLost(outcome, new Set(lost.flatMap(({ row }) => row ?? [])), procedure), saved }
}

function withoutLost(outcome: Outcome, rows: ReadonlySet<string>, procedure: Procedure): Outcome {
  const { error } = fail('STALE', 'Another tab changed the same records first. What this run did to them was taken back.')
  const { loop } = outcome
  if (!loop) {
    const remaining = nodesOf(procedure).map(({ number }) => number)
    return { ok: false, error: { ...error, applied: [], remaining }, changes: [], unchanged: 0, writes: outcome.writes }
  }
  const done = loop.done.filter((id) => !rows.has(id))
  const failed = [...loop.failed, ...loop.done.filter((id) => rows.has(id))]
  return {
    ok: false,
    error: { ...error, applied: done, remaining: [...failed, ...loop.notTried] },
    changes: outcome.changes.filter((change) => !rows.has(change.id)),
    unchanged: outcome.unchanged,
    writes: outcome.writes,
    loop: { ...loop, done, failed },
  }
}
