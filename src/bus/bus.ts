import { BusCore, nextView } from './busCore.ts'
import type { Catalogue, CatalogueIndex, Plan } from './command.ts'
import { createFork, type Fork } from './fork.ts'
import type { AuditEvent, Commit, DispatchContext, JournalEntry } from './journal.ts'
import { deepFreeze, type Json } from './json.ts'
import { marks } from './marks.ts'
import { ok, type Result } from './results.ts'
import { EMPTY_VIEW, type Patch, type Rec, type Session, type View } from './state.ts'
import { trackReads, type FieldReads } from './trackReads.ts'
import type { ValidatorFor } from './validate.ts'

export interface BusOptions {
  readonly catalogue: Catalogue
  readonly validatorFor: ValidatorFor
  /** Milliseconds since 1970. A port, so that tests own the time. */
  readonly clock: () => number
  /** Fresh unique ids, for commits. A port as well. */
  readonly newId: () => string
  readonly records: Readonly<Record<string, readonly Rec[]>>
  /** What is on show to begin with. Default: nothing. */
  readonly view?: View | undefined
}

/** What listeners are told of one console dispatch. */
export interface Dispatched {
  readonly entry: JournalEntry
  readonly before: Session
  readonly after: Session
  /** Fields the plan read, record by record. Only gathered while somebody asked for it. */
  readonly reads: readonly FieldReads[]
  /** The commit the entry made, if it wrote. */
  readonly commit: Commit | null
}

export interface DispatchValue {
  readonly output: Json
  readonly entry: JournalEntry
  readonly commit: Commit | null
}

export interface Bus {
  readonly index: CatalogueIndex
  readonly session: Session
  readonly journal: readonly JournalEntry[]
  readonly commits: readonly Commit[]
  dispatch(id: string, input: unknown, context: DispatchContext): Result<DispatchValue>
  /** What a dispatch would do on the console's session, without doing it. */
  plan(id: string, input: unknown): Result<Plan>
  fork(context: DispatchContext, from?: Session): Fork
  /** Applies patches that come with no command: an undo, a redo, another tab's commit, a roll-back. */
  apply(patches: readonly Patch[], context: DispatchContext & ApplyOptions): Commit
  /** Records that something happened. No record changes. */
  note(event: AuditEvent, context: DispatchContext): Commit
  /** Told of every console dispatch, in order. */
  onDispatch(listener: (event: Dispatched) => void): () => void
  /** Told of every commit made here, in order: storage listens. */
  onCommit(listener: (commit: Commit) => void): () => void
  /** Told after the console's session changed, and on whose account. */
  onChange(listener: (session: Session, by: DispatchContext) => void): () => void
  /** While at least one is held, `Dispatched.reads` is filled. */
  watchReads(): () => void
}

export interface ApplyOptions {
  readonly undoes?: readonly string[]
  readonly redoes?: readonly string[]
  readonly audit?: AuditEvent
  /** False: not to be stored from here; listeners of `onCommit` are not told. */
  readonly announce?: boolean
  /** A commit that was made elsewhere: kept as it is instead of a new one, and announced only where `announce` says so. */
  readonly as?: Commit
}

/** The only way state changes: validates, plans, applies, journals, tells. Synchronous, on memory. */
export function createBus(options: BusOptions): Bus {
  const core = new BusCore(options)
  const { index, journal, commits, channels, dispatched, committed, changed } = core
  let watchers = 0

  function dispatch(id: string, input: unknown, context: DispatchContext): Result<DispatchValue> {
    const time = core.now()
    const before = core.session
    const tracked = watchers > 0 ? trackReads(before.records) : null
    const found = core.plan(id, input, tracked?.state ?? before.records, before.view, time)
    if (!found.ok) return found
    const planned = tracked ? { ...found.value, plan: tracked.release(found.value.plan) } : found.value
    const { command, plan } = planned
    const entry = core.entry(planned, context, time, before.records)
    const { patches } = entry
    core.remember(entry)
    const after = core.move(core.records.apply(patches), nextView(before.view, plan), context)
    const reads = marks(patches, index, before.records)
    const commit = patches.length > 0 ? core.commit(context, { entries: [entry], patches, reads, undoable: command.undoable ?? true }) : null
    dispatched.post({ entry, before, after, reads: tracked?.reads() ?? [], commit })
    channels.flush()
    return ok({ output: plan.output, entry, commit })
  }

  return {
    index,
    get session() {
      return core.session
    },
    journal,
    commits,
    dispatch,
    plan(id, input) {
      const { records, view } = core.session
      const planned = core.plan(id, input, records, view, core.now())
      return planned.ok ? ok(planned.value.plan) : planned
    },
    fork: (owner, from = { records: core.records, view: EMPTY_VIEW }) => createFork(core, owner, from),
    apply(patches, { undoes, redoes, audit, announce, as, ...context }) {
      const reads = marks(patches, index, core.records)
      core.move(core.records.apply(deepFreeze(patches)), core.session.view, context)
      const more = { ...(undoes ? { undoes } : {}), ...(redoes ? { redoes } : {}), ...(audit ? { audit } : {}) }
      const commit = as ? core.keep(as, announce) : core.commit(context, { entries: [], patches, reads, undoable: false, ...more }, announce)
      channels.flush()
      return commit
    },
    note(audit, context) {
      const commit = core.commit(context, { entries: [], patches: [], reads: [], undoable: false, audit })
      channels.flush()
      return commit
    },
    onDispatch: (listener) => dispatched.on(listener),
    onCommit: (listener) => committed.on(listener),
    onChange: (listener) => changed.on(({ session, by }) => listener(session, by)),
    watchReads() {
      watchers += 1
      let held = true
      return () => {
        if (held) watchers -= 1
        held = false
      }
    },
  }
}

export type { Fork }
