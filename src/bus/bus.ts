import { createChannels } from './channels.ts'
import { CatalogueIndex, type Catalogue, type Command, type Plan } from './command.ts'
import type { AuditEvent, Commit, DispatchContext, JournalEntry } from './journal.ts'
import { deepFreeze, plainCopy, type Json, type JsonObject } from './json.ts'
import { marks, readMarks, staleMessage } from './marks.ts'
import { fail, ok, type Problem, type Result } from './results.ts'
import { EMPTY_VIEW, type Patch, type Rec, type Session, type State, type View } from './state.ts'
import { Overlay, Records, versionOf } from './table.ts'
import { touched } from './touched.ts'
import { trackReads, type FieldReads } from './trackReads.ts'
import { checkInput, type ValidatorFor } from './validate.ts'

/** How many entries and commits memory keeps; storage keeps more. */
const KEPT = 500

export interface BusOptions {
  readonly catalogue: Catalogue
  readonly validatorFor: ValidatorFor
  /** Milliseconds since 1970. A port, so that tests own the time. */
  readonly clock: () => number
  /** Fresh unique ids, for commits. A port as well. */
  readonly newId: () => string
  readonly records: Readonly<Record<string, readonly Rec[]>>
  readonly view?: View
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

/** A session apart: a dry run or a run. Nothing is seen outside until `commit`. */
export interface Fork {
  readonly session: Session
  readonly entries: readonly JournalEntry[]
  dispatch(id: string, input: unknown, context: DispatchContext): Result<{ readonly output: Json; readonly entry: JournalEntry }>
  /** Says that the outcome relies on this record as it is now. */
  rely(entity: string, id: string): void
  /**
   * Applies everything to the console's records as one commit, then goes on from there. With nothing
   * written the commit is empty, unless it carries an audit event. `STALE` when a record that was read
   * or written has another version by now; then nothing is applied.
   */
  commit(audit?: AuditEvent): Result<Commit>
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
  /** A commit that is already stored, by another tab: kept as it is instead of a new one, and not announced. */
  readonly as?: Commit
}

interface Planned {
  readonly plan: Plan
  /** As the plan saw it. */
  readonly input: JsonObject
}

/** The only way state changes: validates, plans, applies, journals, tells. Synchronous, on memory. */
export function createBus(options: BusOptions): Bus {
  const index = new CatalogueIndex(options.catalogue)
  const { validatorFor, clock, newId } = options
  let records = Records.of(index.entities, options.records)
  let session: Session = Object.freeze({ records, view: options.view ?? EMPTY_VIEW })
  let seq = 0
  let watchers = 0
  const journal: JournalEntry[] = []
  const commits: Commit[] = []
  const channels = createChannels()
  const dispatched = channels.channel<Dispatched>()
  const committed = channels.channel<Commit>()
  const changed = channels.channel<{ readonly session: Session; readonly by: DispatchContext }>()

  const now = (): string => new Date(clock()).toISOString()

  const keep = <T>(list: T[], item: T): void => {
    list.push(item)
    if (list.length > KEPT) list.splice(0, list.length - KEPT)
  }

  function move(nextRecords: Records, view: View, context: DispatchContext): Session {
    records = nextRecords
    session = Object.freeze({ records, view })
    changed.post({ session, by: context })
    return session
  }

  /** Validates and plans against any session. The input that goes on is our own copy: the caller's may change. */
  function planOn(command: Command, given: unknown, state: State, view: View, time: string): Result<Planned> {
    const wrong = checkInput(command.input, given, validatorFor, (leaf) => `${command.id}.${leaf.path}`)
    if (wrong) return { ok: false, error: wrong }
    const input = deepFreeze(plainCopy(given as JsonObject))
    const plan = command.plan(state, view, input, { now: time })
    return 'refused' in plan ? { ok: false, error: plan.refused } : ok({ plan, input })
  }

  const find = (id: string): Result<Command> => {
    const command = index.command(id)
    return command ? ok(command) : fail('NOT_FOUND', `There is no command "${id}".`)
  }

  function entryOf(command: Command, input: JsonObject, plan: Plan, context: DispatchContext, time: string, state: State): JournalEntry {
    return deepFreeze({
      seq: ++seq,
      time,
      command: command.id,
      effect: command.effect,
      input,
      output: plan.output,
      patches: touched(plan.patches ?? [], index, state, time),
      ...plainCopy(context),
    })
  }

  function makeCommit(parts: Omit<Commit, 'id' | 'time'>, announce = true): Commit {
    const commit: Commit = deepFreeze({ id: newId(), time: now(), ...parts })
    keep(commits, commit)
    if (announce) committed.post(commit)
    return commit
  }

  function dispatch(id: string, input: unknown, context: DispatchContext): Result<DispatchValue> {
    const found = find(id)
    if (!found.ok) return found
    const command = found.value
    const time = now()
    const before = session
    const tracked = watchers > 0 ? trackReads(before.records) : null
    const planned = planOn(command, input, tracked?.state ?? before.records, before.view, time)
    if (!planned.ok) return planned
    const plan = tracked ? tracked.release(planned.value.plan) : planned.value.plan
    const entry = entryOf(command, planned.value.input, plan, context, time, before.records)
    keep(journal, entry)
    const after = move(records.apply(entry.patches), nextView(before.view, plan), context)
    const commit =
      entry.patches.length > 0
        ? makeCommit({
            ...by(context),
            entries: [entry],
            patches: entry.patches,
            reads: marks(entry.patches, index, before.records),
            undoable: command.undoable ?? true,
          })
        : null
    dispatched.post({ entry, before, after, reads: tracked?.reads() ?? [], commit })
    channels.flush()
    return ok({ output: plan.output, entry, commit })
  }

  function fork(owner: DispatchContext, from: Session = { records: session.records, view: EMPTY_VIEW }): Fork {
    let base = from.records
    let overlay = new Overlay(base, index.entities)
    let view = from.view
    let pending: JournalEntry[] = []
    const entries: JournalEntry[] = []
    const dispatchApart = (id: string, input: unknown, context: DispatchContext): Result<{ output: Json; entry: JournalEntry }> => {
      const found = find(id)
      if (!found.ok) return found
      const time = now()
      const planned = planOn(found.value, input, overlay, view, time)
      if (!planned.ok) return planned
      const { plan } = planned.value
      const entry = entryOf(found.value, planned.value.input, plan, context, time, overlay)
      // What is written is relied on, even when the plan never read it by itself.
      for (const patch of entry.patches) overlay.get(patch.entity, patch.id)
      overlay.apply(entry.patches)
      view = nextView(view, plan)
      entries.push(entry)
      pending.push(entry)
      return ok({ output: plan.output, entry })
    }
    const commit = (audit?: AuditEvent): Result<Commit> => {
      const reads = readMarks(overlay, index, base)
      const stale = reads.filter((mark) => versionOf(index.entity(mark.entity), records.get(mark.entity, mark.id)) !== mark.version)
      if (stale.length > 0) return fail('STALE', staleMessage(stale, index), { known: stale.map((mark) => mark.id) })
      for (const entry of pending) keep(journal, entry)
      const patches = overlay.patches
      move(records.apply(patches), session.view, owner)
      const made = makeCommit({
        ...by(owner),
        entries: pending,
        patches,
        reads,
        undoable: patches.length > 0 && pending.every((entry) => index.command(entry.command)?.undoable ?? true),
        ...(audit ? { audit } : {}),
      })
      base = records
      overlay = new Overlay(base, index.entities)
      pending = []
      channels.flush()
      return ok(made)
    }
    return {
      get session() {
        return { records: overlay, view }
      },
      entries,
      dispatch: dispatchApart,
      rely: (entity, id) => void overlay.get(entity, id),
      commit,
    }
  }

  return {
    index,
    get session() {
      return session
    },
    journal,
    commits,
    dispatch,
    plan(id, input) {
      const found = find(id)
      if (!found.ok) return found
      const planned = planOn(found.value, input, records, session.view, now())
      return planned.ok ? ok(planned.value.plan) : planned
    },
    fork,
    apply(patches, { undoes, redoes, audit, announce, as, ...context }) {
      const reads = marks(patches, index, records)
      move(records.apply(deepFreeze(patches)), session.view, context)
      const more = { ...(undoes ? { undoes } : {}), ...(redoes ? { redoes } : {}), ...(audit ? { audit } : {}) }
      if (as) keep(commits, as)
      const commit = as ?? makeCommit({ ...by(context), entries: [], patches, reads, undoable: false, ...more }, announce ?? true)
      channels.flush()
      return commit
    },
    note(audit, context) {
      const commit = makeCommit({ ...by(context), entries: [], patches: [], reads: [], undoable: false, audit })
      channels.flush()
      return commit
    },
    onDispatch: (listener) => dispatched.on(listener),
    onCommit: (listener) => committed.on(listener),
    onChange: (listener) => changed.on(({ session: now, by: whose }) => listener(now, whose)),
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

/** What a commit keeps of its context. */
const by = ({ actor, source, run }: DispatchContext): Pick<Commit, 'actor' | 'source' | 'run'> => ({ actor, source, ...(run ? { run } : {}) })

const nextView = (view: View, plan: Plan): View => (plan.viewPatch ? deepFreeze({ ...view, ...plan.viewPatch }) : view)

export type { Problem }
