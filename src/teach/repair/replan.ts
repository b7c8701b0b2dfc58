import type { CatalogueIndex, Command, Plan } from '../../bus/command.ts'
import { fail, ok, type Result } from '../../bus/results.ts'
import { EMPTY_VIEW, type ListView } from '../../bus/state.ts'
import { Overlay, Records } from '../../bus/table.ts'
import { trackReads } from '../../bus/trackReads.ts'
import { changesOf, patchesOf } from '../recording/changes.ts'
import { cutOutput, recordNamed } from '../recording/project.ts'
import { rebase } from '../recording/rebase.ts'
import { recordsIn } from '../recording/slice.ts'
import type { Recording, Slice, Step, StepChange, Trace, ViewSnapshot, Witness } from '../recording/types.ts'
import { recordsOf, snapshotView } from '../recording/viewSnapshot.ts'
import { witnessOf } from '../recording/witness.ts'
import type { Shown } from './replaceSteps.ts'

export type Replanned = Pick<Recording, 'steps' | 'views' | 'slice' | 'cuts'>

const RELISTED = 'The list of a step that was shown again was worked out on what this demonstration had seen.'
const WAS_SO = 'A record that was so already is taken to have been as the one on which the step was shown again.'

/**
 * Works out on a demonstration's own slice what its new steps give and change, which lists they make and what is
 * chosen from those. Later writes that looked at what is different now are planned again.
 * @param trace with the slice to work on
 * @param steps all steps of the trace, those in `fresh` with another command and input
 */
export function replan(
  trace: Trace,
  steps: readonly Step[],
  fresh: ReadonlySet<string>,
  shown: Shown,
  index: CatalogueIndex,
): Result<Replanned> {
  const work = new Work(trace, index)
  const made: Step[] = []
  for (const step of steps) {
    const next = fresh.has(step.stepId) ? work.plan(step, shown) : work.follow(step)
    if (!next.ok) return next
    made.push(next.value)
    work.apply(next.value.changes)
  }
  // What reads gave is as planned here; writes are rebased against what was recorded.
  const all = trace.steps.map((raw, place) => {
    const now = made[place]
    return now && fresh.has(raw.stepId) && index.command(now.command)?.effect !== 'write' ? now : raw
  })
  return ok({ steps: rebase(all, made, work.slice, index), views: work.views, slice: work.slice, cuts: [...work.cuts] })
}

class Work {
  slice: Slice
  readonly views: Record<string, ViewSnapshot>
  readonly cuts = new Set<string>()
  private state: Overlay
  private readonly written: StepChange[] = []
  /** Lists made anew, by the id of the snapshot they replace. */
  private readonly lists = new Map<string, { readonly viewId: string; readonly list: ListView }>()

  constructor(
    trace: Trace,
    private readonly index: CatalogueIndex,
  ) {
    this.slice = trace.slice
    this.views = { ...trace.views }
    this.state = this.stateOf()
  }

  /** A step that was shown again. */
  plan(step: Step, shown: Shown): Result<Step> {
    const { command } = shown
    let planned = this.planned(step, command)
    if (planned.ok && command.effect === 'write' && planned.value.step.changes.length === 0 && this.makeRoom(step, shown)) {
      planned = this.planned(step, command)
    }
    if (!planned.ok) return planned
    const { plan } = planned.value
    if (plan.viewPatch?.list) this.relist(step, plan.viewPatch.list)
    return ok(planned.value.step)
  }

  /** Any other step: it may have chosen its record from a list that is another now. */
  follow(step: Step): Result<Step> {
    const fresh = step.view === undefined ? undefined : this.lists.get(step.view)
    if (!fresh) return ok(step)
    const choices: Record<string, Witness> = {}
    const entity = this.index.entity(fresh.list.entity)
    for (const [path, { id }] of Object.entries(step.choices)) {
      const witness = witnessOf(id, recordsOf(fresh.list, this.state), entity)
      if (!witness) {
        return fail('BLOCKED', `The ${entity.one} that was taken from the list when this was demonstrated is not in the list shown now, so the later steps have nothing to go by. Teach the whole task anew.`)
      }
      choices[path] = witness
    }
    return ok({ ...step, view: fresh.viewId, choices })
  }

  apply(changes: readonly StepChange[]): void {
    this.written.push(...changes)
    this.state.apply(patchesOf(changes, this.index))
  }

  private planned(step: Step, command: Command): Result<{ readonly plan: Plan; readonly step: Step }> {
    const { state } = this
    const tracked = trackReads({ get: (entity, id) => state.peek(entity, id), list: (entity) => state.list(entity) })
    const plan = command.plan(tracked.state, EMPTY_VIEW, step.input, { now: step.time })
    if ('refused' in plan) {
      return fail('BLOCKED', `Where this was demonstrated, “${command.title}” is refused: ${plan.refused.message}`)
    }
    const { output, patches, viewPatch } = tracked.release(plan)
    const kept = cutOutput(output)
    return ok({
      plan: { output, ...(viewPatch ? { viewPatch } : {}) },
      step: {
        ...step,
        output: kept.output,
        ...(kept.cut ? { outputCut: kept.cut } : {}),
        changes: changesOf(patches ?? [], this.index),
        reads: tracked.reads(),
      },
    })
  }

  /**
   * The record was so already, so the command would show nothing on it: its field is taken to have been as that of
   * the record the command was shown on, unless an earlier step wrote it. @returns whether that was done
   */
  private makeRoom({ input }: Step, shown: Shown): boolean {
    const named = recordNamed(shown.command, input)
    const record = named && this.slice[named.entity]?.[named.id]
    if (!named || !record) return false
    const fields = shown.step.changes.flatMap(({ entity, field, before }) =>
      entity === named.entity && before !== undefined ? [[field, before] as const] : [],
    )
    const isWritten = (field: string): boolean =>
      this.written.some((change) => change.entity === named.entity && change.id === named.id && change.field === field)
    if (fields.length === 0 || fields.some(([field]) => isWritten(field))) return false
    const room = { ...record, ...Object.fromEntries(fields) }
    this.slice = { ...this.slice, [named.entity]: { ...this.slice[named.entity], [named.id]: room } }
    this.state = this.stateOf()
    this.state.apply(patchesOf(this.written, this.index))
    this.cuts.add(WAS_SO)
    return true
  }

  /** The list a step makes now, in place of the one it made. */
  private relist({ stepId, evidence }: Step, list: ListView): void {
    const entity = this.index.entity(list.entity)
    for (const view of Object.values(this.views)) {
      if (view.step !== stepId) continue
      const viewId = `${view.viewId}r`
      this.views[viewId] = snapshotView(list, this.state, entity, { viewId, evidence, step: stepId })
      delete this.views[view.viewId]
      this.lists.set(view.viewId, { viewId, list })
      this.cuts.add(RELISTED)
    }
  }

  private stateOf(): Overlay {
    return new Overlay(Records.of(this.index.entities, recordsIn(this.slice)), this.index.entities)
  }
}
