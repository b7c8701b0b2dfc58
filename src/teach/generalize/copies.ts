import { at, equalJson, type Json } from '../../bus/json.ts'
import { leavesOf } from '../../bus/schema.ts'
import type { Expr } from '../procedure/types.ts'
import { isNobody } from './leafKind.ts'
import type { LeafFact, StepFact, TraceFacts } from './facts.ts'

/**
 * Whether a reference was copied from a record that was opened earlier.
 * `copied`: that opening has no other use, so it is the reason the record was opened.
 * `rivals`: the value stands there, but the opening has a use of its own (or several openings tell the same):
 * nobody can say from one demonstration.
 */
export type Copy =
  { readonly is: 'copied'; readonly from: string; readonly expr: Expr } | { readonly is: 'rivals'; readonly exprs: readonly Expr[] }

interface Source {
  readonly fact: StepFact
  readonly path: string
}

export type Copies = ReadonlyMap<string, Copy>

/** Address of a leaf within a demonstration. */
export const leafAddress = (step: string, leaf: string): string => `${step}/${leaf}`

/** The copies of a demonstration by leaf. A leaf the person made a parameter is copied from nowhere. */
export function copiesIn(facts: TraceFacts, madeParams: ReadonlySet<string>): Copies {
  const copies = new Map<string, Copy>()
  for (const fact of facts.steps) {
    for (const leaf of fact.leaves) {
      const address = leafAddress(fact.step.stepId, leaf.leaf.path)
      const copy = madeParams.has(address) ? null : copyOf(fact, leaf, facts)
      if (copy) copies.set(address, copy)
    }
  }
  return copies
}

function copyOf(here: StepFact, { leaf, kind, value, evidence }: LeafFact, facts: TraceFacts): Copy | null {
  const { entity, edits } = leaf.meaning
  if (kind !== 'reference' || evidence?.how === 'me' || entity === undefined || isNobody(leaf.schema, value)) return null
  const sources = facts.steps
    .slice(0, here.place)
    .flatMap((fact) => pathsOf(fact, entity, value).map((path): Source => ({ fact, path })))
    // What a record already has in the very field is no reason to give it that value.
    .filter(({ fact, path }) => !(path === edits?.field && sharesRecord(fact, here)))
  if (sources.length === 0) return null
  const idle = sources.filter(({ fact }) => !hasOtherUse(fact, facts) && !openedByFlow(fact))
  const nearest = idle.at(-1)
  if (nearest && idle.every(({ fact, path }) => path === nearest.path && sharesRecord(fact, nearest.fact))) {
    return { is: 'copied', from: nearest.fact.step.stepId, expr: outOf(nearest) }
  }
  return { is: 'rivals', exprs: sources.reverse().map(outOf) }
}

const outOf = ({ fact, path }: Source): Expr => ({ op: 'out', step: fact.step.stepId, path })

/** Where the record a step opened shows this value, as a reference to the same kind of thing. */
function pathsOf({ step, command, leaves }: StepFact, entity: string, value: Json): readonly string[] {
  if (command.effect === 'write' || !leaves.some(({ kind }) => kind === 'record')) return []
  return leavesOf(command.output)
    .filter(({ path, meaning }) => meaning.entity === entity && equalJson(at(step.output, path), value))
    .map(({ path }) => path)
}

/** The opening led to a step on the record it opened. */
const hasOtherUse = ({ step }: StepFact, facts: TraceFacts): boolean =>
  facts.steps.some(({ leaves }) => leaves.some(({ opened }) => opened === step.stepId))

/** Nobody chose to look at what next-item flow opened. */
const openedByFlow = ({ leaves }: StepFact): boolean =>
  leaves.some(
    ({ kind, evidence }) => kind === 'record' && evidence?.how === 'focus' && evidence.from === 'auto' && evidence.step === undefined,
  )

function sharesRecord(a: StepFact, b: StepFact): boolean {
  const named = (fact: StepFact): readonly string[] =>
    fact.leaves.filter(({ kind }) => kind === 'record').map(({ leaf, value }) => JSON.stringify([leaf.meaning.entity, value]))
  return named(a).some((record) => named(b).includes(record))
}
