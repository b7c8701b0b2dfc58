import type { CatalogueIndex } from '../../../bus/command.ts'
import { equalJson } from '../../../bus/json.ts'
import type { Literal, Witness } from '../../recording/types.ts'
import type { Expr, Guard, Pick } from '../../procedure/types.ts'
import type { ListChoice } from '../steps/columns.ts'
import { WEIGHTS } from '../weights.ts'

/** An expression that gives the demonstrated value, and how far-fetched it is. */
export interface Candidate {
  readonly expr: Expr
  readonly weight: number
}

/** A rule that takes the demonstrated record every time, and how far-fetched it is. */
export interface PickCandidate {
  readonly pick: Pick
  readonly weight: number
}

/**
 * The selection the demonstrations show without a doubt: an end of an order the person chose, or the only row.
 * One of them must show it, the others must not contradict it. Anything else wants an answer, so it stays the caller's.
 */
export function settledPick({ witnesses, sorted, found }: ListChoice): Pick | null {
  if (witnesses.length === 0) return null
  const among = Math.max(...witnesses.map(({ total }) => total))
  if (sorted !== null && among >= 2) {
    if (witnesses.every(({ ordinal }) => ordinal === 0)) return { by: 'first' }
    // Of two rows the one that is not the first is always the last: that tells nothing.
    if (among > 2 && witnesses.every(({ ordinal, total }) => ordinal === total - 1)) return { by: 'last' }
  }
  return found.every((count) => count === 1) ? { by: 'only' } : null
}

/** Every rule that tells the chosen row from the list each time, as the whole lists counted at those moments say; best first. */
export function candidatePicks({ witnesses, sorted, found }: ListChoice, entity: string, index: CatalogueIndex): readonly PickCandidate[] {
  const [first, ...more] = witnesses
  if (!first) return []
  const every = (test: (witness: Witness) => boolean): boolean => witnesses.every(test)
  const several = witnesses.some(({ total }) => total >= 2)
  const end = sorted === null ? WEIGHTS.unsorted : WEIGHTS.evidence
  const candidates: PickCandidate[] = []
  if (found.every((count) => count === 1)) candidates.push({ pick: { by: 'only' }, weight: WEIGHTS.evidence })
  if (several && every(({ ordinal }) => ordinal === 0)) candidates.push({ pick: { by: 'first' }, weight: end })
  if (several && every(({ ordinal, total }) => ordinal === total - 1)) candidates.push({ pick: { by: 'last' }, weight: end })
  if (several) {
    for (const field of Object.keys(first.ranks).sort()) {
      const alone = (side: 'smaller' | 'larger'): boolean => every(({ ranks }) => ranks[field]?.ties === 0 && ranks[field][side] === 0)
      if (alone('smaller')) candidates.push({ pick: { by: 'min', field }, weight: WEIGHTS.extreme })
      if (alone('larger')) candidates.push({ pick: { by: 'max', field }, weight: WEIGHTS.extreme })
    }
    for (const guard of guardsOf(first, entity, index).filter((one) => more.every((witness) => tellsAlone(one, witness))).slice(0, MOST_GUARDS)) {
      candidates.push({ pick: { by: 'where', guard }, weight: WEIGHTS.where + guard.length })
    }
  }
  if (every(({ ordinal }) => ordinal === first.ordinal)) candidates.push({ pick: { by: 'nth', k: first.ordinal }, weight: WEIGHTS.nth })
  return candidates.sort((a, b) => a.weight - b.weight)
}

const MOST_GUARDS = 8

/** Descriptions of at most two literals that are true of the chosen row alone, shortest first. */
function guardsOf(witness: Witness, entity: string, index: CatalogueIndex): readonly Guard[] {
  const { idField, versionField, touchedField } = index.entity(entity)
  const tells = ({ field, value }: Literal): boolean => ![idField, versionField, touchedField].includes(field) && value !== witness.id
  const single = witness.literals.flatMap(({ literal, count }): readonly Guard[] => (count === 1 && tells(literal) ? [[literal]] : []))
  const pairs = witness.pairs.flatMap(({ of, count }): readonly Guard[] => {
    const pair = of.flatMap((place) => witness.literals[place] ?? [])
    // A pair that says more than it needs to is no description of its own.
    if (count !== 1 || pair.length !== 2 || pair.some((one) => one.count === 1 || !tells(one.literal))) return []
    return [pair.map(({ literal }) => literal)]
  })
  return [...single, ...pairs]
}

/** The shortest conjunction of at most two literals true of the chosen row alone. Never one that names the row by its id. */
export const shortestGuard = (witness: Witness, entity: string, index: CatalogueIndex): Guard | null =>
  guardsOf(witness, entity, index)[0] ?? null

/** Whether a description is true of this chosen row alone, too. */
function tellsAlone(guard: Guard, { literals, pairs, total }: Witness): boolean {
  if (total === 1) return true
  const places = guard.map(({ field, op, value }) =>
    literals.findIndex(({ literal }) => literal.field === field && literal.op === op && equalJson(literal.value, value)),
  )
  if (places.some((place) => place < 0)) return false
  const counts = places.map((place) => literals[place]?.count ?? 0)
  const pair = pairs.find(({ of }) => places.length === 2 && of.every((place) => places.includes(place)))
  return Math.min(...counts, pair?.count ?? Number.POSITIVE_INFINITY) === 1
}
