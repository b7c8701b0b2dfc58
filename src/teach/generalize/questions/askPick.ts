import type { Pick } from '../../procedure/types.ts'
import type { Doubt } from './asking.ts'
import type { Building } from '../building.ts'
import type { Column, LeafColumn, ListChoice } from '../steps/columns.ts'
import { shortHash } from '../hash.ts'
import type { PickCandidate } from '../leaves/selections.ts'
import { tellingPicks, tomorrowOf } from './tomorrow.ts'
import type { QuestionChoice } from '../types.ts'
import { WEIGHTS } from '../weights.ts'

/** Rivals that are worth a question, and how many rows one may offer. */
const RIVALS = 8
const OFFERED = 3
/** Rows of the lists a rule was right on, multiplied, below which that may well be chance; and how many lists are asked about. */
const TELLING = 60
const LISTS = 3
/** How many such questions follow one another when none of the rows was it. */
const FOLLOWING = 2
const CALLER = 'caller'

/**
 * Asks which record would be taken tomorrow, where the rules that explain the demonstrations would take different
 * ones. *The caller says which* is always a choice, and what holds until somebody answers. After *none of these* come
 * the rules that could not be offered with the first.
 */
export function askPick(
  building: Building,
  column: Column,
  leaf: LeafColumn,
  choice: ListChoice,
  possible: readonly PickCandidate[],
): Pick | null {
  const shown = building.traces.length
  const rivals = possible.filter(({ pick, weight }) => shown >= fewestFor(pick) && weight <= WEIGHTS.param + 3).slice(0, RIVALS)
  let left: readonly PickCandidate[] = rivals
  for (let turn = 0; turn < FOLLOWING; turn += 1) {
    const asked = questionOf(building, column, leaf, choice, rivals, left)
    if (!asked) return null
    const answered = building.asking.ask(asked.question)
    const pick = asked.offered.find(({ choiceId }) => choiceId === answered?.choiceId)?.pick
    if (pick) return isPlain(pick) || isConfirmed(building, column, leaf, choice, rivals, pick, asked) ? pick : null
    left = left.filter(({ pick: one }) => !asked.offered.some((offer) => offer.pick === one))
    if (!building.asking.declined(asked.question)) return null
    if (turn + 1 < FOLLOWING && questionOf(building, column, leaf, choice, rivals, left)) building.asking.settle(asked.question)
  }
  return null
}

/**
 * How many demonstrations have to bear a rule out before it is offered: a description or a rank fits one example by
 * chance too often, one of two parts two of them. A place nobody chose is never offered.
 */
function fewestFor(pick: Pick): number {
  if (pick.by === 'nth') return Number.POSITIVE_INFINITY
  if (isPlain(pick)) return 1
  return pick.by === 'where' && pick.guard.length > 1 ? 3 : 2
}

/** An end of the list, or its only row, is what a person means who takes it. */
const isPlain = ({ by }: Pick): boolean => by === 'first' || by === 'last' || by === 'only'

/**
 * A description or a rank leads to the right row of one list by chance too easily, whatever the person goes by: it
 * counts when it does so on further lists, until chance is out of the question.
 */
function isConfirmed(
  building: Building,
  column: Column,
  leaf: LeafColumn,
  choice: ListChoice,
  rivals: readonly PickCandidate[],
  pick: Pick,
  first: Asked,
): boolean {
  const own = rivals.filter((rival) => rival.pick === pick)
  const asked = [first]
  for (let chances = rowsIn(first); chances < TELLING; ) {
    const next = asked.length === LISTS ? null : questionOf(building, column, leaf, choice, rivals, own, { pick, asked })
    const offer = next?.offered.find((one) => one.pick === pick)
    if (!next || !offer || building.asking.ask(next.question)?.choiceId !== offer.choiceId) return false
    asked.push(next)
    chances *= rowsIn(next)
  }
  return asked.length > 1
}

/** Questions that asked for the same rule on other lists. */
interface Before {
  readonly pick: Pick
  readonly asked: readonly Asked[]
}

const rowsIn = ({ question }: Asked): number => question.shown?.rows.length ?? 0

interface Asked {
  readonly question: Doubt
  readonly offered: readonly { readonly choiceId: string; readonly pick: Pick; readonly id: string }[]
}

/**
 * @param left the rivals that are still to be offered; all others must differ from what is offered, too
 * @param before what was asked about a rule: this question is about a list on which it takes yet another row
 */
function questionOf(
  building: Building,
  column: Column,
  leaf: LeafColumn,
  choice: ListChoice,
  rivals: readonly PickCandidate[],
  left: readonly PickCandidate[],
  before: Before | null = null,
): Asked | null {
  const entity = leaf.leaf.meaning.entity
  const used = before?.asked.flatMap(({ offered }) => offered.flatMap(({ pick, id }) => (pick === before.pick ? [id] : []))) ?? []
  const again = before && { pick: before.pick, used }
  const tomorrow = entity === undefined || left.length === 0 ? null : tomorrowOf(building, column, leaf, choice, rivals, left, again)
  if (!tomorrow || entity === undefined) return null
  const { one } = building.index.entity(entity)
  const offered = tellingPicks(rivals, tomorrow)
    .filter(({ picks }) => before !== null || picks.some((pick) => left.includes(pick)))
    .sort((a, b) => Number(b.picks.some((pick) => left.includes(pick))) - Number(a.picks.some((pick) => left.includes(pick))))
    .slice(0, OFFERED)
    .flatMap(({ id, picks: [first] }) => (first ? [{ choiceId: `${'cde'[before?.asked.length ?? 0] ?? ''}_${shortHash(first.pick)}`, pick: first.pick, id }] : []))
  if (offered.length === 0) return null
  const choices: QuestionChoice[] = offered.map(({ choiceId, id }) => ({ choiceId, words: [{ kind: 'value', text: id }], value: id }))
  choices.push({ choiceId: CALLER, words: [`The caller says which ${one}`], value: null })
  return {
    offered,
    question: {
      kind: 'pick',
      step: column.as,
      leaf: leaf.leaf.path,
      weight: 3,
      words: [before ? `And on this list? Which ${one}?` : `Tomorrow the list looks like this. Which ${one}?`],
      choices,
      safe: CALLER,
      shown: { ...tomorrow.state, entity },
    },
  }
}
