import type { Dispatched } from '../../bus/bus.ts'
import type { CatalogueIndex, Command } from '../../bus/command.ts'
import type { Commit } from '../../bus/journal.ts'
import { at, type JsonObject } from '../../bus/json.ts'
import { leavesOf } from '../../bus/schema.ts'
import type { ListView, Session, State } from '../../bus/state.ts'
import { changesOf, madeIn } from './changes.ts'
import { cutOutput, listedIn, namedIn } from './project.ts'
import type { Provenance } from './provenance.ts'
import { SliceBuilder } from './slice.ts'
import type { LiveRecording, RecordedEvidenceMap, StartView, Step, ViewSnapshot, Witness } from './types.ts'
import { recordsOf, snapshotView } from './viewSnapshot.ts'
import { witnessOf } from './witness.ts'

/** What a capture needs to know to begin anew. */
export interface Beginning {
  readonly recordingId: string
  readonly startedAt: string
  readonly me: string | undefined
  readonly purpose?: JsonObject | undefined
}

/** One demonstration while it is gathered: steps, the lists they looked at and the records they touched. */
export class Capture {
  readonly recordingId: string
  readonly startedAt: string
  readonly start: StartView
  readonly cuts: string[]
  readonly purpose: JsonObject | undefined
  steps: readonly Step[]
  private readonly views: Record<string, ViewSnapshot>
  private readonly slice: SliceBuilder
  private readonly commits: Record<string, readonly string[]>
  /** The list on show that was last made a snapshot of. */
  private seen: { readonly list: ListView; readonly viewId: string } | undefined

  private constructor(
    private readonly index: CatalogueIndex,
    private readonly provenance: Provenance,
    begun: LiveRecording,
  ) {
    this.recordingId = begun.recordingId
    this.startedAt = begun.startedAt
    this.start = begun.start
    this.cuts = [...begun.cuts]
    this.purpose = begun.purpose
    this.steps = begun.steps
    this.views = { ...begun.views }
    this.slice = new SliceBuilder(index, begun)
    this.commits = { ...begun.commits }
  }

  /** Begins with what is on show now. */
  static begin(index: CatalogueIndex, provenance: Provenance, session: Session, { recordingId, startedAt, me, purpose }: Beginning): Capture {
    const { list, focus } = session.view
    const start: StartView = { ...(list ? { view: 'v1' } : {}), ...(focus ? { focus } : {}), ...(me === undefined ? {} : { me }) }
    const capture = new Capture(index, provenance, {
      format: 'understudy/live-recording',
      version: 1,
      recordingId,
      startedAt,
      start,
      views: {},
      slice: {},
      steps: [],
      cuts: [],
      commits: {},
      standing: {},
      ...(purpose ? { purpose } : {}),
    })
    if (list) capture.viewOn(list, session.records)
    if (focus) capture.slice.whole(focus.entity, focus.id, session.records)
    return capture
  }

  /** Goes on with a recording that was stored, on a page that may show something else by now. */
  static resume(index: CatalogueIndex, provenance: Provenance, session: Session, saved: LiveRecording): Capture {
    const capture = new Capture(index, provenance, saved)
    const { list } = session.view
    const known = saved.standing.list?.view
    const view = known === undefined ? undefined : saved.views[known]
    const stands = list && view && view.step === provenance.list.step && view.total === list.ids.length
    if (stands && view.ids.every((id, place) => list.ids[place] === id)) capture.seen = { list, viewId: view.viewId }
    return capture
  }

  /** The id the next step will have. */
  get nextId(): string {
    return `s${this.steps.length + 1}`
  }

  /** Adds a dispatched command as a step. @param evidence resolved, of each leaf */
  take(event: Dispatched, command: Command, evidence: RecordedEvidenceMap): void {
    const { entry, before, after, reads, commit } = event
    const { records } = before
    const stepId = this.nextId
    const list = before.view.list
    const setsList = after.view.list !== list
    // A list that is replaced without naming a record in it is not looked at: each letter typed into a search would keep fifty rows.
    const view = list && !setsList ? this.viewOn(list, records) : undefined
    const choices = list ? this.choices(command, entry.input, evidence, list, records) : {}
    for (const { entity, id } of [...reads, ...entry.patches, ...namedIn(leavesOf(command.input), entry.input)]) {
      this.slice.whole(entity, id, records)
    }
    this.showOutput(command, event, setsList)
    const changes = changesOf(entry.patches, this.index)
    this.slice.leaveOut(madeIn(changes, this.index))
    const { output, cut } = cutOutput(entry.output)
    const step: Step = {
      stepId,
      command: command.id,
      input: entry.input,
      output,
      ...(cut ? { outputCut: cut } : {}),
      ...(view === undefined ? {} : { view }),
      choices,
      evidence,
      changes,
      reads,
      actor: entry.actor,
      time: entry.time,
    }
    if (commit) this.commits[commit.id] = [stepId]
    this.steps = [...this.steps, step]
  }

  /** Adds an undo or redo of steps of this recording. @returns whether it was one */
  takeBack(commit: Commit): boolean {
    const stepsOf = (ids: readonly string[] | undefined): readonly string[] => (ids ?? []).flatMap((id) => this.commits[id] ?? [])
    const reverts = stepsOf(commit.undoes)
    const restores = stepsOf(commit.redoes)
    if (reverts.length + restores.length === 0) return false
    const step: Step = {
      stepId: this.nextId,
      command: reverts.length > 0 ? 'undo' : 'redo',
      input: {},
      output: null,
      choices: {},
      evidence: {},
      changes: changesOf(commit.patches, this.index),
      reads: [],
      ...(reverts.length > 0 ? { reverts } : {}),
      ...(restores.length > 0 ? { restores } : {}),
      actor: commit.actor,
      time: commit.time,
    }
    this.commits[commit.id] = [...reverts, ...restores]
    this.steps = [...this.steps, step]
    return true
  }

  /** Strikes a step out, or takes that back. Unknown ids change nothing. */
  mark(stepId: string, struck: boolean): void {
    this.steps = this.steps.map(({ struck: _was, ...step }) =>
      (step.stepId === stepId ? struck : _was === true) ? { ...step, struck: true as const } : step,
    )
  }

  /** All of it as plain data, as it stands. */
  live(session: Session): LiveRecording {
    const { list } = session.view
    return {
      format: 'understudy/live-recording',
      version: 1,
      recordingId: this.recordingId,
      startedAt: this.startedAt,
      start: this.start,
      views: { ...this.views },
      slice: this.slice.slice,
      steps: this.steps,
      cuts: [...this.cuts],
      commits: { ...this.commits },
      standing: this.provenance.save(session.view, list && this.seen?.list === list ? this.seen.viewId : undefined),
      ...(this.purpose ? { purpose: this.purpose } : {}),
    }
  }

  private viewOn(list: ListView, records: State): string {
    if (this.seen?.list === list) return this.seen.viewId
    const viewId = `v${Object.keys(this.views).length + 1}`
    const { evidence, step } = this.provenance.list
    this.views[viewId] = snapshotView(list, records, this.index.entity(list.entity), { viewId, evidence, step })
    this.slice.list(list, records, this.searches(list))
    this.seen = { list, viewId }
    return viewId
  }

  private choices(command: Command, input: JsonObject, evidence: RecordedEvidenceMap, list: ListView, records: State): Step['choices'] {
    const choices: Record<string, Witness> = {}
    for (const { path, meaning } of leavesOf(command.input)) {
      const id = at(input, path)
      if (meaning.kind !== 'record' || meaning.entity !== list.entity || typeof id !== 'string' || wasOpen(evidence[path])) continue
      if (!list.ids.includes(id)) continue
      const witness = witnessOf(id, recordsOf(list, records), this.index.entity(list.entity))
      if (witness) choices[path] = witness
    }
    return choices
  }

  private showOutput(command: Command, { entry, before, after }: Dispatched, setsList: boolean): void {
    const shown = after.view.list
    if (setsList && shown) this.slice.list(shown, before.records, this.searches(shown))
    for (const { entity, rows } of listedIn(command, entry.output)) {
      const def = this.index.entities.get(entity)
      if (!def || (setsList && shown?.entity === entity)) continue
      const ids = rows.flatMap((row) => (typeof row[def.idField] === 'string' ? [row[def.idField] as string] : []))
      this.slice.list({ entity, command: command.id, query: entry.input, ids }, before.records, false)
    }
  }

  /** Whether a list was found by looking into fields its rows do not show. */
  private searches(list: ListView): boolean {
    const leaves = leavesOf(this.index.command(list.command)?.input ?? {})
    return leaves.some(({ path, meaning }) => meaning.tests?.op === 'search' && at(list.query, path) !== undefined)
  }
}

/** The record was chosen earlier, when it was opened, and is only gone on with. */
const wasOpen = (evidence: RecordedEvidenceMap[string] | undefined): boolean =>
  evidence?.how === 'focus' && (evidence.step !== undefined || evidence.from === 'beforeTeach')
