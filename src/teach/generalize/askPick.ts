import type { JsonObject } from '../../bus/json.ts'
import { at } from '../../bus/json.ts'
import { EMPTY_VIEW } from '../../bus/state.ts'
import { Records } from '../../bus/table.ts'
import { listOf, rowsAt } from '../procedure/lists.ts'
import { choose } from '../procedure/pick.ts'
import type { Pick } from '../procedure/types.ts'
import { leavesOf } from '../../bus/schema.ts'
import type { Building } from './building.ts'
import type { Column, LeafColumn, ListChoice } from './columns.ts'
import { shortHash } from './hash.ts'
import type { PickCandidate } from './selections.ts'
import { orderedRecords, type SliceRecords } from './slices.ts'
import type { QuestionChoice } from './types.ts'
import { WEIGHTS } from './weights.ts'

/** Rivals that are worth a question, and how many rows one may offer. */
const RIVALS = 8
const OFFERED = 3
const CALLER = 'caller'

/**
 * Asks which record would be taken tomorrow, where the rules that explain the demonstrations would take different
 * ones. *The caller says which* is always a choice, and what holds until somebody answers.
 */
export function askPick(
  building: Building,
  column: Column,
  leaf: LeafColumn,
  choice: ListChoice,
  possible: readonly PickCandidate[],
): Pick | null {
  const entity = leaf.leaf.meaning.entity
  // A description or a rank fits one example by chance too often to be offered; two have to bear it out.
  const several = building.traces.length > 1
  const rivals = possible.filter(({ pick, weight }) => pick.by !== 'nth' && (several || pick.by === 'first' || pick.by === 'last') && weight <= WEIGHTS.param + 3).slice(0, RIVALS)
  const tomorrow = entity === undefined || rivals.length === 0 ? null : tomorrowOf(building, column, leaf, choice, rivals)
  if (!tomorrow || entity === undefined) return null
  const { one } = building.index.entity(entity)
  const groups = new Map<string, { readonly id: string; readonly picks: PickCandidate[] }>()
  rivals.forEach((rival, place) => {
    const id = tomorrow.taken[place] ?? ''
    const group = groups.get(id) ?? { id, picks: [] }
    // Two rules for one row of this order: the place in it is what a person sees.
    if (rival.pick.by === 'first' || rival.pick.by === 'last') group.picks.unshift(rival)
    else group.picks.push(rival)
    groups.set(id, group)
  })
  const choices: QuestionChoice[] = [...groups.values()]
    // A row that several descriptions lead to tells none of them, and whoever takes the same one again tells nothing.
    .filter(({ id, picks }) => id !== '' && id !== tomorrow.chosen && (picks.length === 1 || picks.every(({ pick }) => pick.by !== 'where')))
    .slice(0, OFFERED)
    .map(({ id, picks }) => ({ choiceId: `c_${shortHash(picks[0]?.pick ?? null)}`, words: [{ kind: 'value', text: id }], value: id }))
  if (choices.length === 0) return null
  choices.push({ choiceId: CALLER, words: [`The caller says which ${one}`], value: null })
  const answered = building.asking.ask({
    kind: 'pick',
    step: column.as,
    leaf: leaf.leaf.path,
    weight: 3,
    words: [`Tomorrow the list looks like this. Which ${one}?`],
    choices,
    safe: CALLER,
    shown: { ...tomorrow.state, entity },
  })
  const group = [...groups.values()].find(({ picks }) => answered?.choiceId === `c_${shortHash(picks[0]?.pick ?? null)}`)
  return group?.picks[0]?.pick ?? null
}

interface Tomorrow {
  readonly state: { readonly recordingId: string; readonly rows: readonly JsonObject[]; readonly records: SliceRecords; readonly perturbed: boolean }
  /** By rival; empty where it takes none. */
  readonly taken: readonly string[]
  /** The record that was demonstrated. */
  readonly chosen: string
}

/** No description shares the row with another rule. */
function isAlone(rivals: readonly PickCandidate[], taken: readonly string[], place: number): boolean {
  const group = rivals.filter((_, other) => taken[other] === taken[place])
  return group.length === 1 || group.every(({ pick }) => pick.by !== 'where')
}

/** The changed list on which most rivals differ. */
function tomorrowOf(
  building: Building,
  column: Column,
  leaf: LeafColumn,
  choice: ListChoice,
  rivals: readonly PickCandidate[],
): Tomorrow | null {
  const place = leaf.at.findIndex((cell) => cell !== null)
  const trace = building.traces[column.samples[place]?.trace ?? 0]
  const list = trace && building.columns.factIn(choice.list, column.samples[place]?.trace ?? 0)
  const shape = listOf(choice.list.command)
  const chosen = leaf.at[place]?.value
  if (!trace || !list || !shape || typeof chosen !== 'string') return null
  const def = building.index.entity(shape.entity)
  const base = orderedRecords(trace.trace, building.index)
  let best: Tomorrow | null = null
  let kinds = 0
  const described = rivals.flatMap(({ pick }) => (pick.by === 'where' ? [pick.guard.map(({ field }) => field)] : []))
  for (const records of futures(base, shape.entity, def.idField, chosen, building, described)) {
    const state = Records.of(building.index.entities, records)
    const plan = choice.list.command.plan(state, EMPTY_VIEW, list.step.input, { now: list.step.time })
    if ('refused' in plan) continue
    const rows = rowsAt(plan.output, shape.path)
    if (rows.length < 2) continue
    const taken = rivals.map(({ pick }) => {
      const one = choose(pick, { entity: def, rows, called: 'the list' }, state, undefined)
      return one.ok && typeof one.value === 'string' ? one.value : ''
    })
    const differ = new Set(taken.filter((id, at) => id !== '' && id !== chosen && isAlone(rivals, taken, at))).size
    if (differ > kinds) {
      kinds = differ
      best = { state: { recordingId: trace.trace.recordingId, rows, records, perturbed: true }, taken, chosen }
    }
    if (kinds === rivals.length) break
  }
  return best
}

/** The records with ordered or describing values of the chosen one and of another exchanged, and without the chosen one. */
function* futures(
  base: SliceRecords,
  entity: string,
  idField: string,
  chosen: string,
  { index }: Building,
  described: readonly (readonly string[])[],
): Generator<SliceRecords> {
  const own = base[entity] ?? []
  const mine = own.find((record) => record[idField] === chosen)
  const ordered = leavesOf(index.entity(entity).schema).filter(({ meaning, path }) => meaning.ordered === true && !path.includes('.'))
  const others = own.filter((record) => record[idField] !== chosen).slice(0, 12)
  const times = ordered.map(({ path }) => path)
  const exchanges = [times, ...(times.length > 1 ? times.map((one) => [one]) : []), ...described, ...described.map((fields) => [...times, ...fields])]
  for (const other of mine ? others : []) {
    for (const fields of exchanges) {
      const swap = (from: JsonObject, to: JsonObject): JsonObject => ({
        ...to,
        ...Object.fromEntries(fields.flatMap((path) => (at(from, path) === undefined ? [] : [[path, at(from, path) ?? null]]))),
      })
      yield {
        ...base,
        [entity]: own.map((record) => (record === mine ? swap(other, mine) : record === other && mine ? swap(mine, other) : record)),
      }
    }
  }
  yield { ...base, [entity]: own.filter((record) => record !== mine) }
}
