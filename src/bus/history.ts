import type { Bus } from './bus.ts'
import type { Actor, AuditEvent, Commit, RunRef } from './journal.ts'
import { fail, ok, type Result } from './results.ts'
import { revert } from './revert.ts'
import type { Patch } from './state.ts'

/** What is undone or redone at once: one commit, or all commits of one run. */
export interface Unit {
  /** The run's id, or the commit's. */
  readonly id: string
  /** What it was: the tool's name, or the command's id. */
  readonly label: string
  readonly actor: Actor
  readonly run?: RunRef
  readonly time: string
  /** In the order they were made. */
  readonly commits: readonly Commit[]
  /** What its last undo or redo did. */
  readonly reverted?: readonly Patch[]
}

export interface HistoryOptions {
  /** How many units can be undone. Default 200. */
  readonly limit?: number
  /** Whether there is a history to come, until `whole` says that it has. Default: none. */
  readonly restores?: boolean
}

/** Undo and redo of this tab's data writes and of the runs it carried out. Views, approvals and housekeeping are no part of it. */
export interface History {
  /** The last one first. */
  undoable(): readonly Unit[]
  redoable(): readonly Unit[]
  /**
   * Takes back a unit, the last one unless named, as a commit of its own: versions go on counting, every other
   * field is as before. `STALE` where a field was changed since; then nothing is done.
   */
  undo(unitId?: string): Result<Commit>
  /** Brings back what was undone; the same rules. */
  redo(unitId?: string): Result<Commit>
  /** Rebuilds the history from this tab's stored commits, oldest first. What happened since the page opened stays on top. */
  restore(commits: readonly Commit[]): void
  /** All that was done before is known. */
  whole(): void
  /** Does something once the history is whole: at once, unless it is still to be restored. */
  whenWhole(work: () => void): void
  /** Storage took a commit back, since another tab's came first: it did not happen. */
  rolledBack(commit: Commit): void
  onChange(listener: () => void): () => void
  dispose(): void
}

export function createHistory(bus: Bus, { limit = 200, restores = false }: HistoryOptions = {}): History {
  let done: Unit[] = []
  let undone: Unit[] = []
  let waiting: (() => void)[] | null = restores ? [] : null
  const listeners = new Set<() => void>()

  /** @param late whether others may have been done since */
  function learn(commit: Commit, late = false): void {
    if (commit.undoes) move(commit.undoes, 'undone', commit.patches)
    else if (commit.redoes) move(commit.redoes, 'done', commit.patches)
    else if (commit.undoable && commit.patches.length > 0) {
      add(commit, late)
      // What was done before something else does not stand in the way of doing that again.
      undone = late ? undone.filter(({ time }) => time > commit.time) : []
    }
  }

  function add(commit: Commit, late: boolean): void {
    const of = commit.run && done.findLast((unit) => unit.run?.id === commit.run?.id)
    const place = late ? done.findLastIndex(({ time }) => time <= commit.time) + 1 : done.length
    if (of) done = done.map((unit) => (unit === of ? { ...unit, commits: [...unit.commits, commit] } : unit))
    else done = done.toSpliced(place, 0, unitOf(commit)).slice(-limit)
  }

  /** One that was not dispatched here was left behind by an earlier page. */
  const isLate = ({ entries: [entry] }: Commit): boolean => entry !== undefined && !bus.journal.includes(entry)

  /** Moves the unit of these commits to the other side. */
  function move(ids: readonly string[], to: 'done' | 'undone', reverted: readonly Patch[]): void {
    const wanted = (unit: Unit): boolean => unit.commits.some((commit) => ids.includes(commit.id))
    const from = to === 'done' ? undone : done
    const moved = from.filter(wanted).map((unit) => ({ ...unit, reverted }))
    const rest = from.filter((unit) => !wanted(unit))
    done = to === 'done' ? [...done, ...moved].slice(-limit) : rest
    undone = to === 'done' ? rest : [...undone, ...moved]
  }

  const tell = (): void => {
    for (const listener of listeners) listener()
  }

  function change(direction: 'undo' | 'redo', unitId?: string): Result<Commit> {
    const units = direction === 'undo' ? done : undone
    const unit = unitId === undefined ? units.at(-1) : units.findLast(({ id }) => id === unitId)
    if (!unit) return fail('NOT_FOUND', unitId === undefined ? `There is nothing to ${direction}.` : `This can no longer be ${PAST[direction]}.`)
    const known = [...done, ...undone].flatMap((other) => [...patchesOf(other), ...(other.reverted ?? [])])
    const patches = revert(bus, patchesOf(unit), direction, known)
    if (!patches.ok) return patches
    const ids = unit.commits.map((commit) => commit.id)
    const audit = auditOf(unit, PAST[direction])
    return ok(
      bus.apply(patches.value, {
        actor: 'operator',
        source: direction,
        ...(direction === 'undo' ? { undoes: ids } : { redoes: ids }),
        ...(audit ? { audit } : {}),
      }),
    )
  }

  const leave = bus.onCommit((commit) => {
    learn(commit, isLate(commit))
    tell()
  })

  return {
    undoable: () => done.toReversed(),
    redoable: () => undone.toReversed(),
    undo: (unitId) => change('undo', unitId),
    redo: (unitId) => change('redo', unitId),
    restore(commits) {
      const since = [...done, ...undone].flatMap((unit) => unit.commits)
      const ours = new Set(since.map((commit) => commit.id))
      const now = { done, undone }
      done = []
      undone = []
      // By their times: what was left behind was stored after what was done since.
      for (const commit of commits) if (!ours.has(commit.id)) learn(commit, true)
      done = [...done, ...now.done].slice(-limit)
      undone = ours.size > 0 ? now.undone : undone
      tell()
    },
    whole() {
      const queued = waiting ?? []
      waiting = null
      for (const work of queued) work()
    },
    whenWhole(work) {
      if (waiting) waiting.push(work)
      else work()
    },
    rolledBack(commit) {
      if (commit.undoes) move(commit.undoes, 'done', commit.patches)
      else if (commit.redoes) move(commit.redoes, 'undone', commit.patches)
      else {
        done = without(done, commit)
        undone = without(undone, commit)
      }
      tell()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dispose() {
      leave()
      listeners.clear()
    },
  }
}

const patchesOf = ({ commits }: Unit): readonly Patch[] => commits.flatMap((commit) => commit.patches)

/** What was told of in the audit is told of again when it is taken back. */
function auditOf({ run, commits }: Unit, type: string): AuditEvent | undefined {
  if (run) return { type, tool: run.tool, detail: { run: run.id } }
  const told = commits.find((commit) => commit.audit)
  return told && { type, detail: { what: told.audit?.type ?? '', commit: told.id } }
}

const PAST = { undo: 'undone', redo: 'redone' } as const

function unitOf(commit: Commit): Unit {
  return {
    id: commit.run?.id ?? commit.id,
    label: commit.run?.tool ?? commit.entries[0]?.command ?? commit.source,
    actor: commit.actor,
    ...(commit.run ? { run: commit.run } : {}),
    time: commit.time,
    commits: [commit],
  }
}

const without = (units: readonly Unit[], { id }: Commit): Unit[] =>
  units
    .map((unit) => ({ ...unit, commits: unit.commits.filter((commit) => commit.id !== id) }))
    .filter((unit) => unit.commits.length > 0)
