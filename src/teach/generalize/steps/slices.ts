import { createBus, type Bus, type Fork } from '../../../bus/bus.ts'
import { movesByItself, type EntityDef } from '../../../bus/entity.ts'
import type { CatalogueIndex } from '../../../bus/command.ts'
import type { DispatchContext } from '../../../bus/journal.ts'
import type { Json, JsonObject } from '../../../bus/json.ts'
import { fail } from '../../../bus/results.ts'
import type { Rec } from '../../../bus/state.ts'
import type { ValidatorFor } from '../../../bus/validate.ts'
import type { Change, Outcome } from '../../procedure/outcome.ts'
import { interpret, type Pause, type Reply } from '../../procedure/interpret.ts'
import type { Procedure } from '../../procedure/types.ts'
import type { Trace } from '../../recording/types.ts'
import { recordEntitiesOf } from './facts.ts'

/** The records of a demonstration, as lists a bus can start from. */
export type SliceRecords = Readonly<Record<string, readonly Rec[]>>

export const sliceRecords = (trace: Trace, index: CatalogueIndex): SliceRecords =>
  Object.fromEntries([...index.entities.keys()].map((entity) => [entity, Object.values(trace.slice[entity] ?? {})]))

/** The same in the order of their ids, so that what is asked on them depends on nothing else. */
export const orderedRecords = (trace: Trace, index: CatalogueIndex): SliceRecords =>
  Object.fromEntries(
    [...index.entities.keys()].sort().map((entity) => {
      const records = trace.slice[entity] ?? {}
      return [entity, Object.entries(records).sort(([a], [b]) => (a < b ? -1 : 1)).map(([, record]) => record)]
    }),
  )

/**
 * Demonstrations each with the vocabulary of all: a procedure learnt from several may name a template that only one
 * of them saw. Records that are acted on stay where they were seen.
 */
export function withVocabulary(traces: readonly Trace[], index: CatalogueIndex): readonly Trace[] {
  if (traces.length < 2) return traces
  const acted = new Set(recordEntitiesOf(index))
  const known: Record<string, Record<string, JsonObject>> = {}
  for (const { slice } of traces) {
    for (const [entity, records] of Object.entries(slice)) if (!acted.has(entity)) known[entity] = { ...records, ...known[entity] }
  }
  return traces.map((trace) => {
    const more = Object.entries(known).map(([entity, records]) => [entity, { ...trace.slice[entity], ...missingIn(records, trace.slice[entity]) }])
    return { ...trace, slice: { ...trace.slice, ...(Object.fromEntries(more) as typeof known) } }
  })
}

const missingIn = (records: Readonly<Record<string, JsonObject>>, own: Readonly<Record<string, JsonObject>> = {}) =>
  Object.fromEntries(Object.entries(records).filter(([id]) => !Object.hasOwn(own, id)))

/** A record's id; empty where it has none, which no record of a catalogue is without. */
export function idOf(record: Rec, { idField }: EntityDef): string {
  const id = record[idField]
  return typeof id === 'string' ? id : ''
}

export interface SliceRun {
  readonly outcome: Outcome
  readonly fork: Fork
  /** By entry of the fork: the step that made it. */
  readonly madeBy: readonly string[]
}

export interface TrialOptions {
  /** Whether to stop here. */
  readonly stop?: (pause: Pause) => boolean
  /** Told of every pause, before the step that comes next. */
  readonly onPause?: (as: string) => void
}

/** Where procedures are tried out: records of a demonstration, a clock after it, nothing of the page. */
export interface Sandbox {
  readonly bus: Bus
  run(procedure: Procedure, args: JsonObject, me: string | null, options?: TrialOptions): SliceRun
}

const CONTEXT: DispatchContext = { actor: 'system', source: 'verify' }

export function sandboxOf(records: SliceRecords, trace: Trace, index: CatalogueIndex, validatorFor: ValidatorFor): Sandbox {
  let time = afterAll(trace)
  let id = 0
  const bus = createBus({ catalogue: index.catalogue, validatorFor, clock: () => (time += 1000), newId: () => `verify-${++id}`, records })
  return {
    bus,
    run(procedure, args, me, options = {}) {
      const fork = bus.fork(CONTEXT)
      const run = interpret(procedure, { index: bus.index, fork, args, me, context: CONTEXT })
      const madeBy: string[] = []
      let last = ''
      let step = run.next()
      while (!step.done) {
        while (madeBy.length < fork.entries.length) madeBy.push(last)
        if (step.value.at === 'step') last = step.value.as
        step = run.next(replyTo(step.value, options))
      }
      while (madeBy.length < fork.entries.length) madeBy.push(last)
      return { outcome: step.value, fork, madeBy }
    },
  }
}

function replyTo(pause: Pause, { stop, onPause }: TrialOptions): Reply {
  if (pause.at !== 'end') onPause?.(pause.as)
  return stop?.(pause) === true ? { stop: fail('CANCELLED', 'Stopped before this step.').error } : { go: true }
}

/** A moment after everything the demonstration knows of, so that what runs now changes last. */
function afterAll({ steps, slice }: Trace): number {
  let latest = 0
  const see = (value: Json | undefined): void => {
    const time = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/u.test(value) ? Date.parse(value) : Number.NaN
    if (time > latest) latest = time
  }
  for (const { time } of steps) see(time)
  for (const records of Object.values(slice)) for (const record of Object.values(records)) Object.values(record).forEach(see)
  return latest
}

/** What the kept steps of a demonstration came to, field by field, volatile fields left out. */
export function demonstratedChanges(trace: Trace, index: CatalogueIndex): readonly (Change & { readonly step: string })[] {
  const net = new Map<string, Change & { readonly step: string }>()
  for (const { stepId, changes } of trace.steps) {
    for (const { entity, id, field, before, after } of changes) {
      if (movesByItself(index.entity(entity), field)) continue
      const seen = trace.slice[entity]?.[id]
      const from = seen ? seen[field] : before
      const change = {
        entity,
        id,
        field,
        step: stepId,
        ...(from === undefined ? {} : { from }),
        ...(after === undefined ? {} : { to: after }),
      }
      net.set(JSON.stringify([entity, id, field]), change)
    }
  }
  return [...net.values()]
}
