import type { Bus } from '../../bus/bus.ts'
import type { JsonObject } from '../../bus/json.ts'
import { fail, ok, type Result } from '../../bus/results.ts'
import { leafAt } from '../../bus/schema.ts'
import type { ValidatorFor } from '../../bus/validate.ts'
import type { Words } from '../../bus/words.ts'
import type { Edit, LeafReason } from '../../teach/generalize/types.ts'
import { effectSentence } from '../../teach/procedure/effects.ts'
import type { Call, Expr, Procedure } from '../../teach/procedure/types.ts'
import { nodesOf, partsOf } from '../../teach/procedure/walk.ts'
import { normalise } from '../../teach/recording/normalise.ts'
import type { Recording } from '../../teach/recording/types.ts'
import { replaceSteps, shownCommand } from '../../teach/repair/replaceSteps.ts'
import { transact } from '../transact.ts'
import type { By, Library } from './api.ts'
import { learn, type Learned } from './computeDraft.ts'
import { stepWords } from './stepWords.ts'
import { suggestAuthored } from './suggest.ts'
import type { Authored, DraftRecord, ToolRecord } from './types.ts'

/** A step of a tool that is to be shown again. */
export interface RepairTarget {
  readonly tool: string
  readonly as: string
  /** From 1, as the tool's words count. */
  readonly number: number
  readonly words: Words
}

export interface RepairOptions {
  readonly bus: Bus
  readonly library: Library
  readonly validatorFor: ValidatorFor
  readonly newId: () => string
}

/** Tools mended a step at a time. Nothing about the live tool changes before a person approves the draft that comes of it. */
export interface Repairs {
  /**
   * What is to be shown again when a step fails: the step itself, or where it only takes a record from a list, the step
   * of that list. Without a step the one that failed last.
   * @returns `NOT_FOUND`, or `BLOCKED` with the reason why nothing can be shown again
   */
  target(tool: string, as?: string): Result<RepairTarget>
  /**
   * Puts what was shown in place of the step in every demonstration of the tool, and opens its draft again. Answers,
   * edits and the names of parameters stay. Fails with the reason and keeps nothing, where it shows more than one
   * command or one that cannot stand in for the step.
   */
  finish(target: RepairTarget, shown: Recording, by?: By): Result<DraftRecord>
}

const OPERATOR: By = { actor: 'operator', source: 'library' }

export function createRepairs({ bus, library, validatorFor, newId }: RepairOptions): Repairs {
  const { index } = bus

  function live(name: string): Result<ToolRecord> {
    const tool = library.tool(name)
    return tool && tool.state !== 'revoked' ? ok(tool) : fail('NOT_FOUND', 'There is no such tool.')
  }

  /** The recording a repaired one was first made of. */
  function originOf(recordingId: string): string {
    const seen = new Set<string>()
    let id = recordingId
    for (let next = library.recording(id)?.repairs?.recordingId; next !== undefined && !seen.has(next); next = library.recording(id)?.repairs?.recordingId) {
      seen.add(next)
      id = next
    }
    return id
  }

  /** The demonstrations to go on from: those of the draft, which may be more or mended already, else the tool's. */
  function sourcesOf(tool: ToolRecord): Result<readonly Recording[]> {
    const drafted = library.draft(tool.draftId)?.recordingIds ?? []
    const origins = new Set(drafted.map(originOf))
    const ids = tool.recordingIds.every((id) => origins.has(originOf(id))) && drafted.length > 0 ? drafted : tool.recordingIds
    const found = ids.flatMap((id) => library.recording(id) ?? [])
    if (found.length > 0 && found.length === ids.length) return ok(found)
    return fail('BLOCKED', 'The demonstrations this tool was made of are not here, so no step of it can be shown again. Teach the task anew.')
  }

  function replaced(tool: ToolRecord, call: Call, shown: Recording): Result<readonly Recording[]> {
    const trace = normalise(shown, index)
    const command = trace.ok ? shownCommand(trace.value, index) : trace
    if (!command.ok) return command
    const sources = sourcesOf(tool)
    if (!sources.ok) return sources
    const stepsOf = new Map<string, Set<string>>()
    for (const place of call.from) {
      const cut = place.lastIndexOf('/')
      const origin = originOf(place.slice(0, cut))
      stepsOf.set(origin, (stepsOf.get(origin) ?? new Set()).add(place.slice(cut + 1)))
    }
    const made: Recording[] = []
    for (const recording of sources.value) {
      const steps = stepsOf.get(originOf(recording.recordingId))
      const one = steps ? replaceSteps(recording, steps, command.value, index, newId()) : ok(recording)
      if (!one.ok) return one
      made.push(one.value)
    }
    return ok(made)
  }

  /** What is said of the tool: as its draft has it, else as it was approved. */
  function saidOf(tool: ToolRecord): Omit<Authored, 'parameters'> & { readonly label: string } {
    const draft = library.draft(tool.draftId)
    const { name, title, description } = tool.compiled
    if (draft) return { name, title: draft.title, description: draft.description, label: draft.label }
    const effects = effectSentence(tool.procedure, index)
    const own = description.endsWith(effects) ? description.slice(0, description.length - effects.length).trimEnd() : description
    return { name, title, description: own, label: title }
  }

  return {
    target(name, as) {
      const tool = live(name)
      if (!tool.ok) return tool
      const call = callToShow(tool.value, as)
      if (!call.ok) return call
      const sources = sourcesOf(tool.value)
      if (!sources.ok) return sources
      const line = stepWords(tool.value.procedure, index, bus.session.records).find((one) => one.as === call.value.as)
      return line ? ok({ tool: name, as: line.as, number: line.number, words: line.words }) : fail('NOT_FOUND', 'There is no such step.')
    },
    finish(target, shown, by = OPERATOR) {
      const found = live(target.tool)
      if (!found.ok) return found
      const tool = found.value
      const call = callToShow(tool, target.as)
      if (!call.ok) return call
      const made = replaced(tool, call.value, shown)
      if (!made.ok) return made
      const draft = library.draft(tool.draftId)
      const answers = draft?.answers ?? {}
      const edits = (draft?.edits ?? []).filter((edit) => stillFits(edit, target.as, made.value, bus))
      const before = learn(sourcesOr(tool), answers, draft?.edits ?? [], { index, validatorFor })
      const after = learn(made.value, answers, edits, { index, validatorFor })
      if (!after.ok) return after
      const parameters = keptNames(tool.procedure, before.ok ? before.value.generalized.reasons : [], after.value.generalized, draft?.parameters ?? {})
      const said = reworded(saidOf(tool), before.ok ? suggestionFor(before.value) : null, suggestionFor(after.value))
      const recordings = made.value.filter(({ recordingId }) => !library.recording(recordingId))
      const input = {
        name: tool.name,
        recordings: Object.fromEntries(recordings.map((recording) => [recording.recordingId, recording])),
        draft: { ...said, parameters, answers, edits, recordingIds: made.value.map(({ recordingId }) => recordingId) },
      } as unknown as JsonObject
      const detail = { draft: tool.draftId, repairs: target.number, recordings: recordings.map(({ recordingId }) => recordingId) }
      const done = transact(bus, by, [['save_repair', input]], { type: 'drafted', tool: tool.name, detail })
      if (!done.ok) return done
      const kept = library.draft(tool.draftId)
      return kept ? ok(kept) : fail('INTERNAL', 'The draft was not kept.')
    },
  }

  function suggestionFor({ generalized }: Learned): Authored {
    return suggestAuthored(generalized.procedure, index, new Set())
  }

  function sourcesOr(tool: ToolRecord): readonly Recording[] {
    const sources = sourcesOf(tool)
    return sources.ok ? sources.value : []
  }

  function callToShow(tool: ToolRecord, as: string | undefined): Result<Call> {
    const nodes = nodesOf(tool.procedure)
    const wanted = nodes.find(({ node, number }) => (as === undefined ? number === tool.lastError?.step : node.as === as))
    if (!wanted) return fail('NOT_FOUND', 'There is no such step.')
    const { node, number } = wanted
    const list = listBehind(node.node === 'call' ? Object.values(node.args) : [node.node === 'each' ? node.over : node.of])
    const isTaking = node.node === 'call' && index.command(node.command)?.effect === 'view'
    const shown = node.node === 'call' && !isTaking ? node : nodes.find((one) => one.node.as === list)?.node
    if (shown?.node !== 'call' || shown.from.length === 0) {
      return fail('BLOCKED', `There is no command behind step ${number} that could be shown again. Teach the whole task anew.`)
    }
    return ok(shown)
  }
}

/** What nobody worded, but was suggested by the steps there were, is said of those there are. The name stays: callers go by it. */
function reworded<T extends Pick<Authored, 'title' | 'description'>>(said: T, was: Authored | null, is: Authored): T {
  return {
    ...said,
    ...(said.title === was?.title ? { title: is.title } : {}),
    ...(said.description === was?.description ? { description: is.description } : {}),
  }
}

/** The step whose list a record, or the rows of a loop, are taken from. */
function listBehind(exprs: readonly Expr[]): string | undefined {
  for (const expr of exprs) {
    if (expr.op === 'pick') return expr.list
    if (expr.op === 'out') return expr.step
  }
  return undefined
}

/** An edit about a value the new command does not have goes with the step it was about. */
function stillFits(edit: Edit, as: string, recordings: readonly Recording[], { index }: Bus): boolean {
  if (!('step' in edit) || edit.step !== as || !('leaf' in edit)) return true
  const step = recordings.flatMap((recording) => recording.repairs?.steps.flatMap((id) => recording.steps.find((one) => one.stepId === id) ?? []) ?? [])[0]
  const command = step && index.command(step.command)
  return command !== undefined && leafAt(command.input, edit.leaf) !== undefined
}

/**
 * Names for the parameters of the repaired procedure: callers go on calling it as they did. Those that kept their key
 * keep their name; one whose key went with the step is known by another place its value goes to.
 */
function keptNames(
  published: Procedure,
  was: readonly LeafReason[],
  { procedure, reasons }: { readonly procedure: Procedure; readonly reasons: readonly LeafReason[] },
  authored: Authored['parameters'],
): Authored['parameters'] {
  const names: Record<string, Authored['parameters'][string]> = { ...authored }
  const old = new Map(published.params.map((param) => [param.key, param]))
  const takenOver = new Set(procedure.params.flatMap(({ key }) => (old.has(key) ? [key] : [])))
  for (const { key } of procedure.params) {
    const from = takenOver.has(key) ? key : keysAt(placesOf(key, reasons), was).find((one) => old.has(one) && !takenOver.has(one))
    const param = from === undefined ? undefined : old.get(from)
    if (!param || from === undefined) continue
    takenOver.add(from)
    const { description } = authored[from] ?? {}
    names[key] = { ...(description === undefined ? {} : { description }), name: param.name }
  }
  return names
}

const placesOf = (key: string, reasons: readonly LeafReason[]): readonly string[] =>
  reasons.flatMap(({ step, leaf, chosen }) => (keysIn(chosen).includes(key) ? [`${step}.${leaf}`] : []))

const keysAt = (places: readonly string[], reasons: readonly LeafReason[]): readonly string[] =>
  reasons.flatMap(({ step, leaf, chosen }) => (places.includes(`${step}.${leaf}`) ? keysIn(chosen) : []))

const keysIn = (expr: Expr): readonly string[] => [...(expr.op === 'param' ? [expr.key] : []), ...partsOf(expr).flatMap(keysIn)]
