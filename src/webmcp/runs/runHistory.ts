import type { CatalogueIndex } from '../../bus/command.ts'
import type { Actor, Commit } from '../../bus/journal.ts'
import { isObject, type Json, type JsonObject } from '../../bus/json.ts'
import type { Patch } from '../../bus/state.ts'
import { netChanges, type Change, type LoopReport } from '../../teach/procedure/outcome.ts'

/** How many runs the page tells of. */
export const RUNS_TOLD = 50

/**
 * How a run ended. `partial`: rows were done before it failed or was stopped · `stopped`: by its caller or the person,
 * with nothing done · `lost`: its page went away, with nothing done.
 */
export type RunEnd = 'running' | 'done' | 'partial' | 'failed' | 'stopped' | 'lost'

/** One run, as the commits tell it. */
export interface RunEntry {
  readonly runId: string
  readonly tool: string
  readonly actor: Actor
  readonly source: string
  readonly startedAt: string
  readonly end: RunEnd
  /** What is to be seen of it: net, record by record. Kept when it is undone. */
  readonly changes: readonly Change[]
  /** Writes that found it already so. */
  readonly unchanged: number
  /** What a look-up found. */
  readonly found?: number
  /** Of a loop: what became of each row. */
  readonly rows?: LoopReport
  /** Of a failure, where it was told. */
  readonly code?: string
  readonly message?: string
  readonly step?: number
  /** Everything it did was taken back. */
  readonly undone: boolean
}

interface Gathered {
  readonly first: Commit
  finish: JsonObject | null
  readonly made: Commit[]
}

/**
 * The runs that commits tell of, the last one first, at most fifty.
 * @param commits in the order they were made, of this page and earlier ones
 * @param running ids of runs under way: one that neither runs nor ended went away with its page
 */
export function runHistory(commits: readonly Commit[], index: CatalogueIndex, running: ReadonlySet<string>): readonly RunEntry[] {
  const { lost, undone } = takenBack(commits)
  const runs = new Map<string, Gathered>()
  for (const commit of commits) {
    if (!commit.run || lost.has(commit.id)) continue
    const run = runs.get(commit.run.id) ?? { first: commit, finish: null, made: [] }
    runs.set(commit.run.id, run)
    if (commit.patches.length > 0) run.made.push(commit)
    if (commit.audit?.type === 'run-finished') run.finish = isObject(commit.audit.detail) ? commit.audit.detail : {}
  }
  return [...runs.values()]
    .slice(-RUNS_TOLD)
    .reverse()
    .map((run) => entryOf(run, index, running, undone))
}

/** Commits storage took back, so that they never happened, and those a person undid and did not bring back. */
function takenBack(commits: readonly Commit[]): { readonly lost: ReadonlySet<string>; readonly undone: ReadonlySet<string> } {
  const lost = new Set(commits.flatMap(({ source, undoes = [] }) => (source === 'rollback' ? undoes : [])))
  const undone = new Set<string>()
  for (const { id, source, undoes = [], redoes = [] } of commits) {
    if (source === 'rollback' || lost.has(id)) continue
    for (const taken of undoes) undone.add(taken)
    for (const brought of redoes) undone.delete(brought)
  }
  return { lost, undone }
}

function entryOf({ first, finish, made }: Gathered, index: CatalogueIndex, running: ReadonlySet<string>, undone: ReadonlySet<string>): RunEntry {
  const { run, actor, source, time } = first
  const { id: runId = '', tool = '' } = run ?? {}
  const patches: readonly Patch[] = made.flatMap((commit) => commit.patches)
  const changes = netChanges(patches, index)
  const { code, message, step, unchanged, found, rows } = finish ?? {}
  return {
    runId,
    tool,
    actor,
    source,
    startedAt: time,
    end: endOf(finish, changes.length > 0, running.has(runId)),
    changes,
    unchanged: typeof unchanged === 'number' ? unchanged : 0,
    ...(typeof found === 'number' ? { found } : {}),
    ...(isObject(rows) ? { rows: reportOf(rows) } : {}),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof message === 'string' ? { message } : {}),
    ...(typeof step === 'number' ? { step } : {}),
    undone: made.length > 0 && made.every((commit) => undone.has(commit.id)),
  }
}

/** Stored data may be anything: what is no id is left out. */
const idsIn = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? (value as readonly Json[]).filter((id): id is string => typeof id === 'string') : []

const reportOf = ({ done, skipped, failed, notTried }: JsonObject): LoopReport => ({
  done: idsIn(done),
  skipped: idsIn(skipped),
  failed: idsIn(failed),
  notTried: idsIn(notTried),
})

function endOf(finish: JsonObject | null, changed: boolean, running: boolean): RunEnd {
  if (!finish) return running ? 'running' : changed ? 'partial' : 'lost'
  if (finish.ok === true) return 'done'
  if (changed) return 'partial'
  return finish.code === 'CANCELLED' ? 'stopped' : 'failed'
}
