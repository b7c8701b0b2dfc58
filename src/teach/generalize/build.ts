import type { Expr, Node, Param, Procedure } from '../procedure/types.ts'
import { callsOf } from '../procedure/walk.ts'
import { recordKey, leafKey, type Building, type Decision } from './building.ts'
import { candidatesOf, type RecordExpr } from './candidates.ts'
import { decideLeaf } from './decideLeaf.ts'
import { describeParam } from './describeParam.ts'
import type { LeafFact, StepFact } from './facts.ts'
import { paramNames, roleOf } from './paramNames.ts'
import { paramOf } from './params.ts'
import type { LeafReason } from './types.ts'
import { ValueIndex } from './valueIndex.ts'

/** The program: each step with its leaves decided, then the parameters they came to need. */
export function buildProcedure(building: Building): { readonly procedure: Procedure; readonly reasons: readonly LeafReason[] } {
  const values = ValueIndex.of(building.live)
  const reasons: LeafReason[] = []
  const body = building.live.map((fact): Node => {
    const decisions = decideStep(building, fact)
    const record = recordOf(fact, decisions, building)
    const args: Record<string, Expr> = {}
    for (const leaf of fact.leaves) {
      const decision = decisions.get(leaf)
      if (!decision) continue
      args[leaf.leaf.path] = decision.expr
      const given: Expr = { op: 'param', key: leafKey(building, fact, leaf) }
      reasons.push({
        step: fact.step.stepId,
        leaf: leaf.leaf.path,
        chosen: decision.expr,
        provenance: decision.provenance,
        why: decision.why,
        rivals: candidatesOf(fact, leaf, { given, record, values, index: building.index }).filter(
          ({ expr }) => !isSame(expr, decision.expr),
        ),
      })
    }
    return {
      node: 'call',
      as: fact.step.stepId,
      command: fact.command.id,
      args,
      from: [`${building.facts.trace.recordingId}/${fact.step.stepId}`],
    }
  })
  return { procedure: { version: 1, params: paramsOf(building, body), body }, reasons }
}

/** The record first: what else is decided may look at its fields. */
function decideStep(building: Building, fact: StepFact): ReadonlyMap<LeafFact, Decision> {
  const decisions = new Map<LeafFact, Decision>()
  const records = fact.leaves.filter(({ kind }) => kind === 'record' || kind === 'records')
  for (const leaf of records) decisions.set(leaf, decideLeaf(building, fact, leaf, null))
  const record = recordOf(fact, decisions, building)
  for (const leaf of fact.leaves) if (!decisions.has(leaf)) decisions.set(leaf, decideLeaf(building, fact, leaf, record))
  return decisions
}

/**
 * The record a step acts on, as its other leaves may refer to it. A step that takes its record itself
 * cannot be referred to before it ran, so the taking stands in the reference too.
 */
function recordOf(fact: StepFact, decisions: ReadonlyMap<LeafFact, Decision>, { bindings }: Building): RecordExpr | null {
  const named = fact.leaves.find(({ kind }) => kind === 'record')
  const entity = named?.leaf.meaning.entity
  const decided = named && decisions.get(named)
  if (!named || entity === undefined || !decided) return null
  const bound = bindings.get(recordKey(entity, named.value))
  const own = bound?.op === 'arg' && bound.step === fact.step.stepId
  return { entity, of: bound && !own ? bound : decided.expr }
}

function paramsOf(building: Building, body: readonly Node[]): readonly Param[] {
  const sources = new Set([...building.copies.values()].flatMap((copy) => (copy.is === 'copied' ? [copy.from] : [])))
  const slots = building.slots.all
  const roles = slots.map((slot) => roleOf(slot, sources))
  const names = paramNames(slots, roles, building.index)
  const calls = callsOf({ version: 1, params: [], body })
  return slots.map((slot, place) => paramOf(slot, names[place] ?? 'value', describeParam(slot, roles[place] ?? '', calls, building.index)))
}

const isSame = (a: Expr, b: Expr): boolean => JSON.stringify(a) === JSON.stringify(b)
