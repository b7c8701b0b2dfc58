import type { CatalogueIndex } from '../../bus/command.ts'
import type { Json } from '../../bus/json.ts'
import type { Words } from '../../bus/words.ts'
import type { Expr } from '../procedure/types.ts'
import type { Copies } from './copies.ts'
import type { LeafFact, StepFact, TraceFacts } from './facts.ts'
import type { HandEdits } from './handEdits.ts'
import { keyOf, type ParamSlots, type Use, type Way } from './params.ts'
import type { Finding, LeafReason } from './types.ts'

/** What a leaf became, and why. */
export interface Decision {
  readonly expr: Expr
  readonly provenance: LeafReason['provenance']
  readonly why: Words
}

/** A finding before it has a name. */
export interface Remark {
  readonly level: Finding['level']
  readonly kind: string
  readonly step?: string
  readonly leaf?: string
  readonly words: Words
}

/** All that decisions on the leaves of one procedure share. */
export interface Building {
  readonly facts: TraceFacts
  readonly index: CatalogueIndex
  readonly live: readonly StepFact[]
  readonly copies: Copies
  readonly edits: HandEdits
  readonly slots: ParamSlots
  /** Record → the one expression by which the procedure knows it. */
  readonly bindings: Map<string, Expr>
  /** Records the demonstration names to act on or look at. */
  readonly named: ReadonlySet<string>
  /** Lists from which several records were taken to be changed. */
  readonly crowded: ReadonlySet<string>
  readonly remarks: Remark[]
}

export const recordKey = (entity: string, id: Json): string => JSON.stringify([entity, id])

/** How a person calls a leaf. */
export const labelOf = ({ leaf }: LeafFact): string =>
  leaf.meaning.label ?? (leaf.path.split('.').at(-1) ?? leaf.path).replace(/([a-z])([A-Z])/gu, '$1 $2').toLowerCase()

export const useOf = ({ step, command }: StepFact, { leaf }: LeafFact, way: Way = 'whole'): Use => ({
  step: step.stepId,
  command: command.id,
  writes: command.effect === 'write',
  leaf,
  way,
})

/** The key a leaf has as a parameter. */
export function leafKey({ facts }: Building, { step, place }: StepFact, { leaf }: LeafFact, way = 'whole'): string {
  const turn = facts.steps.slice(0, place).filter((fact) => fact.step.command === step.command).length
  return keyOf(step.command, leaf.path, turn, way)
}
