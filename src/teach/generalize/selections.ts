import type { CatalogueIndex } from '../../bus/command.ts'
import type { Literal, Witness } from '../recording/types.ts'
import type { Expr, Guard, Pick } from '../procedure/types.ts'
import type { Choice } from './choices.ts'
import { WEIGHTS } from './weights.ts'

/** An expression that gives the demonstrated value, and how far-fetched it is. */
export interface Candidate {
  readonly expr: Expr
  readonly weight: number
}

/**
 * The selection that one demonstration shows without a doubt: an end of an order the person chose, or
 * the only row. Anything else wants an answer, so it stays the caller's to say.
 */
export function settledPick({ witness, sorted, found }: Choice): Pick | null {
  if (!witness) return null
  const { ordinal, total } = witness
  if (sorted !== null && total >= 2) {
    if (ordinal === 0) return { by: 'first' }
    if (ordinal === total - 1) return { by: 'last' }
  }
  return found === 1 ? { by: 'only' } : null
}

/** Every way to tell the chosen row from the list, as the whole list counted at that moment says. */
export function pickCandidates(choice: Choice, given: Expr, entity: string, index: CatalogueIndex): readonly Candidate[] {
  const pick = (choose: Pick, weight: number): Candidate => ({ expr: { op: 'pick', list: choice.list, choose }, weight })
  const found = [pick({ by: 'id', id: given }, WEIGHTS.param)]
  const { witness, sorted, found: all } = choice
  if (!witness) return found
  const { ordinal, total } = witness
  const end = sorted === null ? WEIGHTS.unsorted : WEIGHTS.evidence
  if (ordinal === 0 && total >= 2) found.push(pick({ by: 'first' }, end))
  if (ordinal === total - 1 && total >= 2) found.push(pick({ by: 'last' }, end))
  if (all === 1) return [pick({ by: 'only' }, WEIGHTS.evidence), ...found]
  for (const [field, { smaller, larger, ties }] of Object.entries(witness.ranks)) {
    if (ties === 0 && smaller === 0) found.push(pick({ by: 'min', field }, WEIGHTS.extreme))
    if (ties === 0 && larger === 0) found.push(pick({ by: 'max', field }, WEIGHTS.extreme))
  }
  const guard = shortestGuard(witness, entity, index)
  if (guard) found.push(pick({ by: 'where', guard }, WEIGHTS.where + guard.length))
  found.push(pick({ by: 'nth', k: ordinal }, WEIGHTS.nth))
  return found
}

/** The shortest conjunction of at most two literals true of the chosen row alone. Never one that names the row by its id. */
export function shortestGuard(witness: Witness, entity: string, index: CatalogueIndex): Guard | null {
  const { idField, versionField, touchedField } = index.entity(entity)
  const tells = ({ field, value }: Literal): boolean => ![idField, versionField, touchedField].includes(field) && value !== witness.id
  const single = witness.literals.find(({ literal, count }) => count === 1 && tells(literal))
  if (single) return [single.literal]
  for (const { of, count } of witness.pairs) {
    const pair = of.flatMap((place) => witness.literals[place]?.literal ?? [])
    if (count === 1 && pair.length === 2 && pair.every(tells)) return pair
  }
  return null
}
