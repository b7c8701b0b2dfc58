import type { CatalogueIndex } from '../../bus/command.ts'
import { deepFreeze, type Json } from '../../bus/json.ts'
import { ok, type Result } from '../../bus/results.ts'
import type { Trace } from '../recording/types.ts'
import { buildProcedure } from './build.ts'
import { recordKey, type Building } from './building.ts'
import { columnsOf } from './columns.ts'
import { copiesIn } from './copies.ts'
import type { LeafFact, StepFact } from './facts.ts'
import { findingsOf, remarksOn } from './findings.ts'
import { HandEdits } from './handEdits.ts'
import { liveSteps } from './liveSteps.ts'
import { ParamSlots } from './params.ts'
import type { Answers, Edit, Generalized } from './types.ts'

/**
 * From demonstrations to a procedure: candidates of every leaf, columns of steps, a decision a leaf, the
 * program. Pure and deterministic, byte for byte; knows nothing but the schemas of the catalogue.
 * @param _answers what people said to questions; one demonstration asks none
 * @param edits changes by hand, applied again at every call
 * @returns the procedure with the reason of every leaf; a problem in words when there is nothing to learn from
 */
export function generalize(
  traces: readonly Trace[],
  index: CatalogueIndex,
  _answers: Answers,
  edits: readonly Edit[],
): Result<Generalized> {
  const columns = columnsOf(traces, index)
  if (!columns.ok) return columns
  const facts = columns.value
  const hand = new HandEdits(edits)
  const copies = copiesIn(facts, hand.madeParams)
  const live = liveSteps(facts, copies)
  const building: Building = {
    facts,
    index,
    live,
    copies,
    edits: hand,
    slots: new ParamSlots(),
    bindings: new Map(),
    named: namedRecords(live),
    crowded: crowdedLists(live),
    remarks: [],
  }
  const { procedure, reasons } = buildProcedure(building)
  const stale = hand.idle.map((edit) => ({
    level: 'note' as const,
    kind: 'edit',
    leaf: JSON.stringify(edit),
    words: ['A change made by hand is about something that is no longer part of this'],
  }))
  const findings = findingsOf([...building.remarks, ...remarksOn(procedure, facts, index), ...stale])
  return ok(deepFreeze({ procedure, reasons, findings, questions: [], guards: [] }))
}

const recordsOf = ({ leaf, kind, value }: LeafFact): readonly string[] => {
  const { entity } = leaf.meaning
  if ((kind !== 'record' && kind !== 'records') || entity === undefined) return []
  return ([value].flat() as readonly Json[]).map((id) => recordKey(entity, id))
}

const namedRecords = (live: readonly StepFact[]): ReadonlySet<string> => new Set(live.flatMap(({ leaves }) => leaves.flatMap(recordsOf)))

/** Lists from which more than one record was taken that something was then written to. */
function crowdedLists(live: readonly StepFact[]): ReadonlySet<string> {
  const written = new Set(live.flatMap(({ command, leaves }) => (command.effect === 'write' ? leaves.flatMap(recordsOf) : [])))
  const taken = new Map<string, Set<string>>()
  for (const leaf of live.flatMap(({ leaves }) => leaves)) {
    if (!leaf.choice?.setHere) continue
    for (const record of recordsOf(leaf)) {
      if (written.has(record)) taken.set(leaf.choice.list, (taken.get(leaf.choice.list) ?? new Set()).add(record))
    }
  }
  return new Set([...taken].flatMap(([list, records]) => (records.size > 1 ? [list] : [])))
}
