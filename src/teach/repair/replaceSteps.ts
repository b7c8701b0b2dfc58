import type { CatalogueIndex, Command } from '../../bus/command.ts'
import { at, equalJson } from '../../bus/json.ts'
import { fail, ok, type Result } from '../../bus/results.ts'
import { withLeaf } from '../../bus/schema.ts'
import { recordEntitiesOf } from '../generalize/steps/facts.ts'
import { listOf } from '../procedure/lists.ts'
import { fit } from '../recording/fit.ts'
import { labelOf } from '../recording/label.ts'
import { normalise } from '../recording/normalise.ts'
import { recordNamed } from '../recording/project.ts'
import type { RecordedEvidenceMap, Recording, Slice, Step, Trace } from '../recording/types.ts'
import { listUsedBy } from '../recording/uses.ts'
import { replan } from './replan.ts'

/** One command, shown in place of a step. */
export interface Shown {
  readonly step: Step
  readonly command: Command
  /** What was seen while it was shown: the vocabulary it names is in there. */
  readonly slice: Slice
}

/**
 * The one command a demonstration shows, openings apart.
 * @returns `BLOCKED` with the reason where it shows none, or more than one
 */
export function shownCommand({ steps, slice }: Trace, index: CatalogueIndex): Result<Shown> {
  const shown = steps.flatMap((step) => {
    const command = index.command(step.command)
    return command && command.effect !== 'view' ? [{ step, command, slice }] : []
  })
  const [only, ...more] = shown
  if (!only) return fail('BLOCKED', 'Only opening something was shown. Show the one command that takes the place of the step.')
  if (more.length === 0) return ok(only)
  const titles = shown.map(({ command }) => `“${command.title}”`).join(', ')
  return fail('BLOCKED', `${shown.length} commands were shown: ${titles}. Show only the one that takes the place of the step.`)
}

/**
 * A demonstration with some of its steps shown again: every one of them is replaced by the same command, on the record
 * the step was about. What follows is worked out anew on what the demonstration had seen. The old recording stays
 * as it is.
 * @param stepIds the steps to replace, of the normalised trace
 * @param recordingId of the recording that comes of it
 * @returns `BLOCKED` with the reason where the command cannot stand in for the step
 */
export function replaceSteps(
  recording: Recording,
  stepIds: ReadonlySet<string>,
  shown: Shown,
  index: CatalogueIndex,
  recordingId: string,
): Result<Recording> {
  const found = normalise(recording, index)
  if (!found.ok) return found
  const trace = found.value
  const steps: Step[] = []
  for (const step of trace.steps) {
    const made = stepIds.has(step.stepId) ? inPlaceOf(step, shown, trace, index) : ok(step)
    if (!made.ok) return made
    steps.push(made.value)
  }
  const slice = withVocabulary(trace.slice, shown.slice, index)
  const planned = replan({ ...trace, slice }, steps, stepIds, shown, index)
  if (!planned.ok) return planned
  const { cuts, ...again } = planned.value
  const raw: Recording = {
    ...recording,
    ...again,
    recordingId,
    cuts: [...recording.cuts, ...cuts],
    repairs: { recordingId: recording.recordingId, steps: [...stepIds] },
  }
  const whole = normalise(raw, index)
  if (!whole.ok) return whole
  const kept = whole.value.steps
  if (![...stepIds].every((stepId) => kept.some((step) => step.stepId === stepId))) {
    return fail('BLOCKED', `“${shown.command.title}” would have no effect there: a later step does it over. Show another command.`)
  }
  return ok(fit({ ...raw, label: labelOf(kept, index) }, kept, index))
}

/** The command that was shown, as if it had been done where the step was: with the step's record, and how that was come by. */
function inPlaceOf(step: Step, { step: shown, command }: Shown, trace: Trace, index: CatalogueIndex): Result<Step> {
  const old = index.command(step.command)
  const unfit = old ? misfit(old, command, isListOf(step, trace, index)) : null
  if (unfit !== null) return fail('BLOCKED', unfit)
  const named = recordNamed(command, shown.input)
  const { outputCut: _cut, ...rest } = step
  const given = withOldOrigins(shown, step)
  const base = { ...rest, command: command.id, input: shown.input, evidence: given, choices: {}, output: null, changes: [], reads: [] }
  if (!named) return ok(base)
  const before = recordNamed(old, step.input)
  if (before?.entity !== named.entity) {
    const { one } = index.entity(named.entity)
    return fail('BLOCKED', `“${command.title}” is done to a ${one}, and the step it would replace is not about one.`)
  }
  const { [named.leaf]: _own, ...others } = given
  const how = step.evidence[before.leaf]
  const choice = step.choices[before.leaf]
  return ok({
    ...base,
    input: withLeaf(shown.input, named.leaf, before.id),
    evidence: { ...others, ...(how ? { [named.leaf]: how } : {}) },
    choices: choice ? { [named.leaf]: choice } : {},
  })
}

/** Evidence of the command shown. A part that merely stood there, and is as the step had it, came about as it did then. */
const withOldOrigins = ({ evidence, input }: Step, old: Step): RecordedEvidenceMap =>
  Object.fromEntries(
    Object.entries(evidence).map(([path, how]) => {
      const was = old.evidence[path]
      const same = how.beforeTeach === true && was !== undefined && equalJson(at(input, path), at(old.input, path))
      return [path, same ? was : how]
    }),
  )

/** Whether a later step took its record from the list this one made. */
const isListOf = (step: Step, { steps, views }: Trace, index: CatalogueIndex): boolean =>
  steps.some((later) => listUsedBy(later, { index, views }) === step.stepId)

/** Why one command cannot stand in for another, whatever it is given; null when it can. */
function misfit(old: Command, command: Command, list: boolean): string | null {
  if (list && !listOf(command)) return `“${old.title}” makes the list that a later step takes from. Show a list again.`
  if (old.effect === 'write' && command.effect !== 'write') return `“${old.title}” changes something, “${command.title}” only looks. Show the change.`
  return null
}

/** What the demonstration had seen, with the vocabulary the new command knows. Records that are acted on stay its own. */
function withVocabulary(slice: Slice, seen: Slice, index: CatalogueIndex): Slice {
  const actedOn = new Set(recordEntitiesOf(index))
  const vocabulary = Object.entries(seen).filter(([entity]) => !actedOn.has(entity))
  return { ...slice, ...Object.fromEntries(vocabulary.map(([entity, records]) => [entity, { ...records, ...slice[entity] }])) }
}
