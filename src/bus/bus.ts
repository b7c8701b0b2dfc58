import { CatalogueIndex, type Catalogue, type Command, type Plan } from './command.ts'
import type { AuditEvent, Commit, DispatchContext, JournalEntry, ReadMark } from './journal.ts'
import { deepFreeze, type Json, type JsonObject } from './json.ts'
import { fail, ok, type Problem, type Result } from './results.ts'
import { EMPTY_VIEW, type FieldChange, type Patch, type Rec, type Session, type State, type View } from './state.ts'
import { Overlay, Records, versionOf } from './table.ts'
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
  /** Told after the console's session changed. */
  onChange(listener: (session: Session) => void): () => void
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

/** The only way state changes: validates, plans, applies, journals, tells. Synchronous, on memory. */
export function createBus(options: BusOptions): Bus {
  const index = new CatalogueIndex(options.catalogue)
  const { validatorFor, clock, newId } = options
  let session: Session = { records: Records.of(index.entities, options.records), view: options.view ?? EMPTY_VIEW }
  let records = session.records as Records
  let seq = 0
  let watchers = 0
  const journal: JournalEntry[] = []
  const commits: Commit[] = []
  const onDispatch = new Set<(event: Dispatched) => void>()
  const onCommit = new Set<(commit: Commit) => void>()
  const onChange = new Set<(session: Session) => void>()

  const now = (): string => new Date(clock()).toISOString()

  const keep = <T>(list: T[], item: T): void => {
    list.push(item)
    if (list.length > KEPT) list.splice(0, list.length - KEPT)
  }

  const listen = <T>(set: Set<T>, listener: T): (() => void) => {
    set.add(listener)
    return () => set.delete(listener)
  }

  function move(nextRecords: Records, view: View): void {
    records = nextRecords
    session = Object.freeze({ records, view })
    for (const listener of onChange) listener(session)
  }

  /** Validates and plans against any session. */
  function planOn(command: Command, input: unknown, state: State, view: View, time: string): Result<Plan> {
    const wrong = checkInput(command.input, input, validatorFor, (leaf) => `${command.id}.${leaf.path}`)
    if (wrong) return { ok: false, error: wrong }
    const plan = command.plan(state, view, input as JsonObject, { now: time })
    return 'refused' in plan ? { ok: false, error: plan.refused } : ok(plan)
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
      ...context,
    })
  }

  function makeCommit(parts: Omit<Commit, 'id' | 'time'>, announce = true): Commit {
    const commit: Commit = deepFreeze({ id: newId(), time: now(), ...parts })
    keep(commits, commit)
    if (announce) for (const listener of onCommit) listener(commit)
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
    const plan = tracked ? tracked.release(planned.value) : planned.value
    const entry = entryOf(command, input as JsonObject, plan, context, time, before.records)
    keep(journal, entry)
    move(records.apply(entry.patches), nextView(before.view, plan))
    const commit =
      entry.patches.length > 0
        ? makeCommit({
            actor: context.actor,
            source: context.source,
            ...(context.run ? { run: context.run } : {}),
            entries: [entry],
            patches: entry.patches,
            reads: marks(entry.patches, index, before.records),
            undoable: command.undoable ?? true,
          })
        : null
    const event: Dispatched = { entry, before, after: session, reads: tracked?.reads() ?? [], commit }
    for (const listener of onDispatch) listener(event)
    return ok({ output: plan.output, entry, commit })
  }

  function fork(owner: DispatchContext, from: Session = { records: session.records, view: EMPTY_VIEW }): Fork {
    let base = from.records
    let overlay = new Overlay(base, index.entities)
    let view = from.view
    let pending: JournalEntry[] = []
    const entries: JournalEntry[] = []
    const planned = (id: string, input: unknown, context: DispatchContext): Result<{ output: Json; entry: JournalEntry }> => {
      const found = find(id)
      if (!found.ok) return found
      const time = now()
      const plan = planOn(found.value, input, overlay, view, time)
      if (!plan.ok) return plan
      const entry = entryOf(found.value, input as JsonObject, plan.value, context, time, overlay)
      overlay.apply(entry.patches)
      view = nextView(view, plan.value)
      entries.push(entry)
      pending.push(entry)
      return ok({ output: plan.value.output, entry })
    }
    const commit = (audit?: AuditEvent): Result<Commit> => {
      const reads = readMarks(overlay, index, base)
      const stale = reads.filter((mark) => versionOf(index.entity(mark.entity), records.get(mark.entity, mark.id)) !== mark.version)
      if (stale.length > 0) return fail('STALE', staleMessage(stale, index), { known: stale.map((mark) => mark.id) })
      for (const entry of pending) keep(journal, entry)
      const patches = overlay.patches
      move(records.apply(patches), session.view)
      const made = makeCommit({
        actor: owner.actor,
        source: owner.source,
        ...(owner.run ? { run: owner.run } : {}),
        entries: pending,
        patches,
        reads,
        undoable: patches.length > 0 && pending.every((entry) => index.command(entry.command)?.undoable ?? true),
        ...(audit ? { audit } : {}),
      })
      base = session.records
      overlay = new Overlay(base, index.entities)
      pending = []
      return ok(made)
    }
    return {
      get session() {
        return { records: overlay, view }
      },
      entries,
      dispatch: planned,
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
      return found.ok ? planOn(found.value, input, session.records, session.view, now()) : found
    },
    fork,
    apply(patches, { undoes, redoes, audit, announce, as, ...context }) {
      const reads = marks(patches, index, session.records)
      move(records.apply(patches), session.view)
      if (as) {
        keep(commits, as)
        return as
      }
      return makeCommit(
        {
          actor: context.actor,
          source: context.source,
          ...(context.run ? { run: context.run } : {}),
          entries: [],
          patches,
          reads,
          undoable: false,
          ...(undoes ? { undoes } : {}),
          ...(redoes ? { redoes } : {}),
          ...(audit ? { audit } : {}),
        },
        announce ?? true,
      )
    },
    note: (audit, context) =>
      makeCommit({
        actor: context.actor,
        source: context.source,
        ...(context.run ? { run: context.run } : {}),
        entries: [],
        patches: [],
        reads: [],
        undoable: false,
        audit,
      }),
    onDispatch: (listener) => listen(onDispatch, listener),
    onCommit: (listener) => listen(onCommit, listener),
    onChange: (listener) => listen(onChange, listener),
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

const nextView = (view: View, plan: Plan): View => (plan.viewPatch ? deepFreeze({ ...view, ...plan.viewPatch }) : view)

/** Adds to each update what the bus keeps itself: the counted version and the time of the change. */
function touched(patches: readonly Patch[], index: CatalogueIndex, state: State, time: string): readonly Patch[] {
  return patches.map((patch) => {
    if (patch.op !== 'update') return patch
    const { versionField, touchedField } = index.entity(patch.entity)
    const record = state.get(patch.entity, patch.id)
    const fields: Record<string, FieldChange> = { ...patch.fields }
    const version = versionField === undefined ? undefined : record?.[versionField]
    if (versionField !== undefined && typeof version === 'number') fields[versionField] = { from: version, to: version + 1 }
    const was = touchedField === undefined ? undefined : record?.[touchedField]
    if (touchedField !== undefined && was !== undefined) fields[touchedField] = { from: was, to: time }
    return { ...patch, fields }
  })
}

/** What a person's own write relies on: the versions of what it changes. */
function marks(patches: readonly Patch[], index: CatalogueIndex, before: State): readonly ReadMark[] {
  const seen = new Map<string, ReadMark>()
  for (const { entity, id } of patches) {
    const key = `${entity}\n${id}`
    if (!seen.has(key)) seen.set(key, { entity, id, version: versionOf(index.entity(entity), before.get(entity, id)) })
  }
  return [...seen.values()]
}

function readMarks(overlay: Overlay, index: CatalogueIndex, base: State): readonly ReadMark[] {
  const marked: ReadMark[] = []
  for (const [name, ids] of overlay.reads()) {
    const entity = index.entity(name)
    if (entity.versionField === undefined) continue
    for (const id of ids) marked.push({ entity: name, id, version: versionOf(entity, base.get(name, id)) })
  }
  return marked
}

function staleMessage(stale: readonly ReadMark[], index: CatalogueIndex): string {
  const first = stale[0]
  const what = first ? `The ${index.entity(first.entity).one} ${first.id}` : 'A record'
  return `${what} was changed by somebody else during this run. Nothing was applied; call again to work on the current state.`
}

export type { Problem }
