import { at, equalJson, type Json, type JsonObject } from '../../bus/json.ts'
import type { Rec } from '../../bus/state.ts'
import { literalHolds } from '../procedure/guard.ts'
import { guardWords } from '../procedure/guardWords.ts'
import type { Literal } from '../recording/types.ts'
import { EMPTY_VIEW } from '../../bus/state.ts'
import { Records } from '../../bus/table.ts'
import { listOf, rowsAt } from '../procedure/lists.ts'
import { dressed, idOfRule, isToldBy, tellingRows } from './askGuard.ts'
import { isArray } from './leafKind.ts'
import type { LoopFact } from './loops.ts'
import { describingLeaves } from './separating.ts'
import type { Building } from './building.ts'
import { sidesOf } from './loopNode.ts'
import type { LoopItem } from './shape.ts'
import { idOf, orderedRecords, type SliceRecords } from './slices.ts'
import type { QuestionChoice } from './types.ts'

const ALL = 'all'
const NO = 'no'
/** Rules offered in one question, and how many such questions follow one another. */
const OFFERED = 3
const FOLLOWING = 3
/** Rows made for one question at most. */
const ROWS = 8

export type RestAnswer = Literal | 'all' | 'no' | null

/**
 * *The remaining N too?*, with those rows shown. Where rows were passed over, the rules that tell them from the
 * others are the choices, on rows on which they differ.
 */
export function askRest(building: Building, item: LoopItem, rules: readonly Literal[]): RestAnswer {
  const turns = rules.length === 0 ? 1 : FOLLOWING
  for (let turn = 0; turn < turns; turn += 1) {
    const offered = rules.slice(turn * OFFERED, (turn + 1) * OFFERED)
    if (rules.length > 0 && offered.length === 0) return null
    const asked = questionOf(building, item, offered, rules)
    if (!asked) return null
    const choice = building.asking.ask(asked)
    if (choice?.choiceId === ALL) return 'all'
    if (choice?.choiceId === NO) return 'no'
    const rule = offered.find((one) => idOfRule(one) === choice?.choiceId)
    if (rule) return rule
    if (!building.asking.declined(asked)) return null
    if (rules.length > (turn + 1) * OFFERED) building.asking.settle(asked)
  }
  return null
}

function questionOf(building: Building, item: LoopItem, rules: readonly Literal[], all: readonly Literal[]) {
  // The longest rest tells most.
  const place = item.at.reduce((best, loop, turn) => ((loop?.remaining.length ?? -1) > (item.at[best]?.remaining.length ?? -1) ? turn : best), 0)
  const loop = item.at[place]
  const facts = building.traces[item.samples[place]?.trace ?? 0]
  if (!loop || !facts) return null
  const def = building.index.entity(loop.entity)
  const records = orderedRecords(facts.trace, building.index)
  const own = records[loop.entity] ?? []
  const { yes, no } = sidesOf(building, item, place)
  // With rules to choose from, rows that nobody worked on are made to differ on them.
  const free = own.map((record) => idOf(record, def)).filter((id) => !loop.rows.includes(id))
  const listedFirst = [...free.filter((id) => loop.ids.includes(id)), ...free.filter((id) => !loop.ids.includes(id))]
  const sides = { yes, no, rules: all, others: own.filter((_, turn) => turn % 3 === 0), entity: loop.entity, index: building.index, fits: inList(loop) }
  // Without rules the rows that remain are shown as they are, beside some that differ from all that were worked on:
  // a rule nobody saw at work would leave one of those alone.
  const unlike = all.length === 0 ? unlikeAll(yes, own, loop.entity, building) : []
  const spare = free.filter((id) => !loop.ids.includes(id))
  const places = all.length === 0 ? [...spare, ...loop.remaining] : listedFirst
  const made = (all.length === 0 ? unlike.filter(inList(loop)) : tellingRows(sides)).slice(0, Math.min(ROWS, places.length))
  const byId = new Map(made.flatMap((row, turn): readonly (readonly [string, Rec])[] => {
      const base = own.find((record) => idOf(record, def) === places[turn])
      return base ? [[places[turn] ?? '', dressed(base, row, loop.entity, building.index)]] : []
    }))
  const changed = { ...records, [loop.entity]: own.map((record): JsonObject => byId.get(idOf(record, def)) ?? record) }
  // As it was, only the rest is asked about; on a list that never was, every row is.
  const perturbed = made.length > 0
  const rows = listed(building, loop, changed).filter((row) => perturbed || !loop.rows.includes(idOf(row, def)))
  if (rows.length === 0) return null
  const idsWhere = (holds: (row: Rec) => boolean): readonly Json[] => rows.filter(holds).map((row) => idOf(row, def))
  const choices: QuestionChoice[] =
    all.length === 0
      ? [{ choiceId: ALL, words: [perturbed ? 'Yes, all of them' : `Yes, the remaining ${rows.length} too`], value: idsWhere(() => true) }]
      : rules
          .filter((rule) => isToldBy(rule, all, rows))
          .map((rule) => ({ choiceId: idOfRule(rule), words: ['Yes, if ', ...guardWords([rule], def)], value: idsWhere((row) => literalHolds(rule, row)) }))
  choices.push({ choiceId: NO, words: [`No, the caller says which ${def.many}`], value: [] })
  return {
    kind: 'rest' as const,
    // The first step on a row: it stands in the procedure whether or not there is a loop around it.
    step: stepsIn(item)[0] ?? item.as,
    weight: 5,
    words: [
      `You worked on ${loop.rows.length} of ${loop.total} ${def.many} of the list. `,
      ...(loop.remaining.length > 0 && all.length === 0 ? [`The remaining ${loop.total - loop.rows.length} too? `] : []),
      ...(perturbed ? ['Tomorrow the list looks like this: which of these would it be?'] : []),
    ],
    choices,
    safe: NO,
    shown: { recordingId: facts.trace.recordingId, entity: loop.entity, rows, records: changed, perturbed },
  }
}

/** Whether a record would be in the list, by what its query says it tests. */
function inList({ list }: LoopFact): (row: Rec) => boolean {
  const tests = list.leaves.flatMap(({ leaf, value }) => (leaf.meaning.tests ? [{ ...leaf.meaning.tests, value, nobody: leaf.meaning.nobody }] : []))
  return (row) =>
    tests.every(({ field, op, value, nobody }) => {
      const now = at(row, field)
      const items = (Array.isArray(now) ? now : []) as readonly Json[]
      const wanted = [value].flat() as readonly Json[]
      const has = (one: Json): boolean => items.some((item) => equalJson(item, one))
      switch (op) {
        case 'in':
          return wanted.some((one) => equalJson(one, now))
        case 'equals':
          return value === nobody ? now === null || now === undefined : equalJson(now, value)
        case 'contains':
          return wanted.every(has)
        case 'lacks':
          return !wanted.some(has)
        case 'search':
          return true
      }
    })
}

/** Rows like one that was worked on, but for one field, which none of them had so. */
function unlikeAll(yes: readonly Rec[], own: readonly Rec[], entity: string, { index }: Building): readonly Rec[] {
  const [done] = yes
  if (!done) return []
  return describingLeaves(entity, index).flatMap(({ path, schema }): readonly Rec[] => {
    if (isArray(schema)) {
      const all = own.flatMap((record) => (record[path] ?? []) as readonly Json[])
      const every = all.filter((item, place) => all.findIndex((one) => equalJson(one, item)) === place).slice(0, schema.maxItems ?? MOST_ITEMS)
      return [{ ...done, [path]: every }, { ...done, [path]: [] }]
    }
    const other = own.find((record) => yes.every((one) => !equalJson(one[path], record[path])))
    return other ? [{ ...done, [path]: other[path] ?? null }] : []
  })
}

const MOST_ITEMS = 20

const stepsIn = ({ body }: LoopItem): readonly string[] =>
  body.flatMap((one) => (one.kind === 'loop' ? stepsIn(one) : one.column.command.effect === 'write' ? [one.column.as] : []))

/** The rows the list has on these records. */
function listed({ index }: Building, { list }: LoopFact, records: SliceRecords): readonly Rec[] {
  const shape = listOf(list.command)
  const plan = list.command.plan(Records.of(index.entities, records), EMPTY_VIEW, list.step.input, { now: list.step.time })
  return shape && !('refused' in plan) ? rowsAt(plan.output, shape.path) : []
}
