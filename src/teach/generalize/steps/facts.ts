import type { CatalogueIndex, Command } from '../../../bus/command.ts'
import { at, type Json } from '../../../bus/json.ts'
import { leavesOf, type Leaf } from '../../../bus/schema.ts'
import { actedOn, recordLeaf } from '../../procedure/lists.ts'
import type { RecordedEvidence, Step, Trace } from '../../recording/types.ts'
import { choiceOf, foundBy, type Choice } from './choices.ts'
import { leafKind, type LeafKind } from './leafKind.ts'

/** One given leaf of one step, with all the recording knows of it. */
export interface LeafFact {
  readonly leaf: Leaf
  readonly kind: LeafKind
  readonly value: Json
  readonly evidence: RecordedEvidence | undefined
  /** The list it was taken from, if from one of this recording. */
  readonly choice: Choice | null
  /** The kept step that opened the record. */
  readonly opened: string | null
  /** The array the record had before, where the leaf replaces one. */
  readonly before: readonly Json[] | null
}

export interface StepFact {
  readonly place: number
  readonly step: Step
  readonly command: Command
  /** In the order of the schema; what was left out is not among them. */
  readonly leaves: readonly LeafFact[]
  /** How many records the step found; null when it makes no list. */
  readonly found: number | null
}

/** One demonstration, read once with the catalogue in hand. */
export interface TraceFacts {
  readonly trace: Trace
  readonly steps: readonly StepFact[]
  /** The seen record whose id this text is, to the letter. */
  recordCalled(text: string): NamedRecord | undefined
  /** Whether the id of such a record stands in the text, or what looks like one. Case counts for nothing. */
  namesRecord(text: string): boolean
  /** What a field of a record held right before a step; at the end without one. */
  valueBefore(step: StepFact | null, entity: string, id: string, field: string): Json | undefined
}

/** A record of a kind that is acted on or looked at, so that its id is never a constant. */
export interface NamedRecord {
  readonly entity: string
  readonly id: string
}

/** @throws when the catalogue lacks a command of the trace: callers check first. */
export function factsOf(trace: Trace, index: CatalogueIndex): TraceFacts {
  const commandOf = (id: string): Command => {
    const command = index.command(id)
    if (!command) throw new Error(`The catalogue has no command "${id}".`)
    return command
  }
  const kept = new Set(trace.steps.map((step) => step.stepId))
  const now = currentValues(trace)
  const steps = trace.steps.map((step, place): StepFact => {
    const command = commandOf(step.command)
    const leaves = leavesOf(command.input).flatMap((leaf): readonly LeafFact[] => {
      const value = at(step.input, leaf.path)
      if (value === undefined) return []
      const kind = leafKind(leaf)
      const evidence = step.evidence[leaf.path]
      const names = kind === 'record' || kind === 'records'
      const choice = names ? choiceOf(step, command, leaf.path, trace.steps.slice(0, place), trace, commandOf) : null
      const opened = names ? openedBy(evidence, kept) : null
      return [{ leaf, kind, value, evidence, choice, opened, before: kind === 'edit' ? arrayBefore(step, command, leaf, now) : null }]
    })
    now.after(step)
    return { place, step, command, leaves, found: foundBy(step, command) }
  })
  const valueBefore: TraceFacts['valueBefore'] = (until, entity, id, field) => {
    let value = at(trace.slice[entity]?.[id] ?? {}, field)
    for (const { stepId, changes } of trace.steps) {
      if (stepId === until?.step.stepId) break
      for (const change of changes) {
        if (change.entity === entity && change.id === id && isAbove(change.field, field)) value = at(change.after, field.slice(change.field.length + 1))
      }
    }
    return value
  }
  return { trace, steps, ...namesIn(trace, index), valueBefore }
}

function namesIn(trace: Trace, index: CatalogueIndex): Pick<TraceFacts, 'recordCalled' | 'namesRecord'> {
  const byId = new Map<string, NamedRecord>()
  for (const entity of recordEntitiesOf(index)) {
    for (const id of Object.keys(trace.slice[entity] ?? {})) byId.set(id, { entity, id })
  }
  const shapes = new Set([...byId.keys()].map(shapeOf))
  return {
    recordCalled: (text) => byId.get(text),
    namesRecord: (text) => [text.trim(), ...text.split(/[\s,;]+/u)].some((word) => shapes.has(shapeOf(word))),
  }
}

/** An id with its digits made alike, so that one that was never on show is known for what it is. */
const shapeOf = (id: string): string => id.toLowerCase().replace(/\d/gu, '0')

/** Kinds of records that some command acts on or looks at. */
export const recordEntitiesOf = (index: CatalogueIndex): readonly string[] =>
  [...new Set([...index.commands.values()].flatMap(({ input }) => leavesOf(input).flatMap(recordEntity)))].sort()

const recordEntity = ({ meaning }: Leaf): readonly string[] =>
  meaning.kind === 'record' && meaning.entity !== undefined ? [meaning.entity] : []

/** A field, or the object a part of which it is. */
const isAbove = (above: string, field: string): boolean => above === field || field.startsWith(`${above}.`)

function openedBy(evidence: RecordedEvidence | undefined, kept: ReadonlySet<string>): string | null {
  if (evidence?.how !== 'focus' || evidence.beforeTeach || evidence.step === undefined) return null
  return kept.has(evidence.step) ? evidence.step : null
}

/** Values of fields as the kept steps leave them, on top of what was first seen. */
function currentValues(trace: Trace) {
  const written = new Map<string, Json | undefined>()
  const key = (entity: string, id: string, field: string): string => JSON.stringify([entity, id, field])
  return {
    of(entity: string, id: string, path: string): Json | undefined {
      const [field = path] = path.split('.')
      const place = key(entity, id, field)
      const whole = written.has(place) ? written.get(place) : trace.slice[entity]?.[id]?.[field]
      return at(whole, path.slice(field.length + 1))
    },
    after(step: Step): void {
      for (const { entity, id, field, after } of step.changes) written.set(key(entity, id, field), after)
    },
  }
}

function arrayBefore(step: Step, command: Command, { meaning }: Leaf, now: ReturnType<typeof currentValues>): readonly Json[] | null {
  const [record] = actedOn(command, step.input)
  const { edits } = meaning
  if (!record || !edits || !recordLeaf(command)) return null
  const value = now.of(record.entity, record.id, edits.field) ?? step.changes.find(({ field }) => field === edits.field)?.before
  return Array.isArray(value) ? (value as readonly Json[]) : null
}
