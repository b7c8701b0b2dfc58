import type { CatalogueIndex } from '../../bus/command.ts'
import { equalJson, type Json } from '../../bus/json.ts'
import { fail, ok, type Result } from '../../bus/results.ts'
import { leavesOf } from '../../bus/schema.ts'
import { fieldKey, partsChanged } from './changes.ts'
import { editsOf, isWrite } from './edits.ts'
import { standing } from './fold.ts'
import { rebase } from './rebase.ts'
import { withMergedSetEdits, withoutRoundTrips, withoutSuperseded } from './supersede.ts'
import type { RecordedEvidence, Recording, Step, Trace, ViewSnapshot } from './types.ts'
import { copiedFrom, listUsedBy, type Surroundings } from './uses.ts'

/** A trace has at most this many steps. */
export const MAX_STEPS = 60

/**
 * The demonstration without its detours: what generalizing works on. Pure, and the recording stays as it is.
 * Undone and struck steps leave; of writes what was corrected; of reads what led to nothing, unless only
 * reads were shown. Steps keep their ids and what they are evidence of.
 * @returns `BLOCKED` when nothing is left, `LIMIT` when more than `most` steps are
 */
export function normalise(recording: Raw, index: CatalogueIndex, most = MAX_STEPS): Result<Trace> {
  if (recording.steps.length === 0) return fail('BLOCKED', 'Nothing was done between Teach and Stop, so there is nothing to learn from.')
  const around: Surroundings = { index, views: recording.views }
  const writes = settled(recording, around)
  const steps = withoutIdleReads(withoutRepeatedOpenings(withoutRefinedLists(writes, around), index), around)
  if (steps.length === 0) {
    return fail('BLOCKED', 'Everything that was done was taken back or struck out, so there is nothing to learn from.')
  }
  if (steps.length > most) {
    return fail('LIMIT', `This recording has ${steps.length} steps; a tool can be made of at most ${most}. Show it in fewer steps.`)
  }
  const views = referredTo(recording, steps)
  const { recordingId, start, slice, repairs } = recording
  return ok({ recordingId, start, views, slice, steps, ...(repairs ? { shownAgain: repairs.steps } : {}) })
}

/** What normalising reads of a recording; a recording that goes on has it as well. */
export type Raw = Pick<Recording, 'recordingId' | 'start' | 'views' | 'slice' | 'steps' | 'repairs'>

/** The steps that stand, their writes reduced until no rule applies any more. */
function settled({ steps: all, slice }: Raw, around: Surroundings): readonly Step[] {
  let steps = rebase(all, standing(all, around.index), slice, around.index)
  for (;;) {
    const reduced = withoutRoundTrips(withMergedSetEdits(withoutSuperseded(steps, around), around), around)
    // Each rule makes the steps or their items fewer, so this ends.
    if (isSame(reduced, steps)) return withTrueToggles(steps, around.index)
    steps = rebase(all, reduced, slice, around.index)
  }
}

const isSame = (a: readonly Step[], b: readonly Step[]): boolean =>
  a.length === b.length && a.every((step, place) => step.stepId === b[place]?.stepId && equalJson(step.input, b[place].input))

/** A whole array given by toggling is told by what it adds and removes now, where an earlier edit has gone. */
function withTrueToggles(steps: readonly Step[], index: CatalogueIndex): readonly Step[] {
  return steps.map((step) => {
    const evidence: Record<string, RecordedEvidence> = { ...step.evidence }
    for (const { op, leaf, key } of editsOf(step, index)) {
      const change = partsChanged(step.changes).find((one) => fieldKey(one.entity, one.id, one.field) === key)
      if (op !== 'set' || evidence[leaf.path]?.how !== 'toggled' || !change) continue
      const before = textsOf(change.before)
      const after = textsOf(change.after)
      const added = after.filter((item) => !before.includes(item))
      const removed = before.filter((item) => !after.includes(item))
      evidence[leaf.path] = { how: 'toggled', ...(added.length > 0 ? { added } : {}), ...(removed.length > 0 ? { removed } : {}) }
    }
    return { ...step, evidence }
  })
}

const textsOf = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? (value as readonly Json[]).filter((item) => typeof item === 'string') : []

/** Of lists asked for one after the other, none of them used between, only the last: it has the full query. */
function withoutRefinedLists(steps: readonly Step[], around: Surroundings): readonly Step[] {
  return steps.filter((step, place) => {
    if (!leavesOf(around.index.command(step.command)?.output ?? {}).some(({ meaning }) => meaning.list !== undefined)) return true
    const next = steps.findIndex((later, at) => at > place && later.command === step.command)
    if (next < 0) return true
    return steps.slice(place + 1).some((later) => listUsedBy(later, around) === step.stepId)
  })
}

/** Of the same record opened twice with nothing done between, only the last: a key that moves to a row and one that opens it. */
function withoutRepeatedOpenings(steps: readonly Step[], index: CatalogueIndex): readonly Step[] {
  return steps.filter((step, place) => {
    const next = steps[place + 1]
    const again = next?.command === step.command && equalJson(next.input, step.input)
    return !again || index.command(step.command)?.effect !== 'view'
  })
}

/** Without reads and openings whose output, list and focus no kept step uses. Where only reads were shown, all stay. */
function withoutIdleReads(steps: readonly Step[], around: Surroundings): readonly Step[] {
  const { index } = around
  if (!steps.some((step) => isWrite(index.command(step.command)))) return steps
  const kept: Step[] = []
  const needed = new Set<string>()
  for (const step of steps.toReversed()) {
    const used = isWrite(index.command(step.command)) || needed.has(step.stepId) || kept.some((later) => copiedFrom(step, later, around))
    if (!used) continue
    kept.push(step)
    for (const { step: opener } of Object.values(step.evidence)) if (opener !== undefined) needed.add(opener)
    const list = listUsedBy(step, around)
    if (list !== undefined) needed.add(list)
  }
  return kept.toReversed()
}

/** The views kept steps looked at and the one at the start; a view whose step has gone is nobody's. */
function referredTo({ views, start }: Raw, steps: readonly Step[]): Readonly<Record<string, ViewSnapshot>> {
  const ids = new Set(steps.map(({ stepId }) => stepId))
  const used = new Set([start.view, ...steps.map(({ view }) => view)])
  return Object.fromEntries(
    Object.entries(views)
      .filter(([viewId]) => used.has(viewId))
      .map(([viewId, { step, ...view }]) => [viewId, step !== undefined && ids.has(step) ? { ...view, step } : view]),
  )
}
