import { equalJson, type Json, type JsonObject } from '../../../bus/json.ts'
import type { Rec } from '../../../bus/state.ts'
import { literalHolds } from '../../procedure/guard.ts'
import { guardWords } from '../../procedure/guardWords.ts'
import type { Literal } from '../../recording/types.ts'
import { dressed, idOfRule, isToldBy, tellingRows } from './askGuard.ts'
import { isArray } from '../steps/leafKind.ts'
import { inList, rowsOn } from './listTests.ts'
import type { LoopFact } from '../steps/loops.ts'
import { describingLeaves, literalsOf } from '../rules/separating.ts'
import type { Building } from '../building.ts'
import { sidesOf } from '../steps/loopSides.ts'
import type { LoopItem } from '../steps/shape.ts'
import { idOf, orderedRecords } from '../steps/slices.ts'
import type { QuestionChoice } from '../types.ts'

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
 * others are the choices, on rows on which they differ; where none was and it is not all of them either, what all rows
 * that were worked on have in common.
 */
export function askRest(building: Building, item: LoopItem, rules: readonly Literal[]): RestAnswer {
  if (rules.length > 0) return askRule(building, item, rules)
  const asked = questionOf(building, item, [], [])
  if (!asked) return null
  const choice = building.asking.ask(asked)
  if (choice?.choiceId === ALL) return 'all'
  if (choice?.choiceId === NO) return 'no'
  if (!building.asking.declined(asked)) return null
  const common = commonTo(building, item)
  if (!questionOf(building, item, common.slice(0, OFFERED), common)) return null
  building.asking.settle(asked)
  return askRule(building, item, common)
}

function askRule(building: Building, item: LoopItem, rules: readonly Literal[]): RestAnswer {
  for (let turn = 0; turn < FOLLOWING; turn += 1) {
    const offered = rules.slice(turn * OFFERED, (turn + 1) * OFFERED)
    const asked = offered.length === 0 ? null : questionOf(building, item, offered, rules)
    if (!asked) return null
    const choice = building.asking.ask(asked)
    if (choice?.choiceId === NO) return 'no'
    const rule = offered.find((one) => idOfRule(one) === choice?.choiceId)
    if (rule) return rule
    if (!building.asking.declined(asked)) return null
    if (rules.length > (turn + 1) * OFFERED) building.asking.settle(asked)
  }
  return null
}

/** What holds for all rows that were worked on, though not for every row there could be. */
function commonTo(building: Building, item: LoopItem): readonly Literal[] {
  const { yes, entity } = sidesOf(building, item)
  const [loop] = item.at.filter((one) => one !== null)
  const facts = building.traces[item.samples[item.at.findIndex((one) => one !== null)]?.trace ?? 0]
  if (!loop || !facts) return []
  const others = unlikeAll(yes, orderedRecords(facts.trace, building.index)[entity] ?? [], loop, building)
  return literalsOf(yes, entity, building.index, others).filter(
    (literal) => yes.every((row) => literalHolds(literal, row)) && others.some((row) => !literalHolds(literal, row)),
  )
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
  const { yes, no: passed } = sidesOf(building, item, place)
  // Where no row was passed over, one that is unlike all that were worked on stands for those that would be.
  const unlike = unlikeAll(yes, own, loop, building)
  const no = passed.length > 0 ? passed : unlike.slice(0, 1)
  // With rules to choose from, rows that nobody worked on are made to differ on them.
  const free = own.map((record) => idOf(record, def)).filter((id) => !loop.rows.includes(id))
  const listedFirst = [...free.filter((id) => loop.ids.includes(id)), ...free.filter((id) => !loop.ids.includes(id))]
  const sides = { yes, no, rules: all, offered: rules, others: own.filter((_, turn) => turn % 3 === 0), entity: loop.entity, index: building.index, fits: inList(loop.list) }
  // Without rules the rows that remain are shown as they are, beside some that differ from all that were worked on:
  // a rule nobody saw at work would leave one of those alone.
  const spare = free.filter((id) => !loop.ids.includes(id))
  const places = all.length === 0 ? [...spare, ...loop.remaining] : listedFirst
  const made = (all.length === 0 ? unlike : tellingRows(sides)).slice(0, Math.min(ROWS, places.length))
  const byId = new Map(made.flatMap((row, turn): readonly (readonly [string, Rec])[] => {
      const base = own.find((record) => idOf(record, def) === places[turn])
      return base ? [[places[turn] ?? '', dressed(base, row, loop.entity, building.index)]] : []
    }))
  const changed = { ...records, [loop.entity]: own.map((record): JsonObject => byId.get(idOf(record, def)) ?? record) }
  // As it was, only the rest is asked about; on a list that never was, every row is.
  const perturbed = made.length > 0
  const rows = rowsOn(loop.list, changed, building.index).filter((row) => perturbed || !loop.rows.includes(idOf(row, def)))
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

/**
 * Rows that in every field differ from all that were worked on, as few as hold every other value there could be: a rule
 * nobody saw at work would leave one of them alone, whatever field it looks at.
 */
function unlikeAll(yes: readonly Rec[], own: readonly Rec[], loop: LoopFact, { index }: Building): readonly Rec[] {
  const [done] = yes
  if (!done) return []
  const fits = inList(loop.list)
  const others = describingLeaves(loop.entity, index).flatMap(({ path, schema }) => {
    const seen = own.flatMap((record) => (isArray(schema) ? ((record[path] ?? []) as readonly Json[]) : [record[path] ?? null]))
    const all = [...(schema.enum ?? []), ...seen].filter((item, place, every) => every.findIndex((one) => equalJson(one, item)) === place)
    const values: readonly Json[] = isArray(schema) ? [[], all.slice(0, schema.maxItems ?? MOST_ITEMS)] : [...all.filter(isNothing), ...all.filter((one) => !isNothing(one))]
    const free = values.filter((value) => isArray(schema) || yes.every((one) => !equalJson(one[path] ?? null, value)))
    const left = free.filter((value) => fits({ ...done, [path]: value })).slice(0, ROWS)
    return left.length === 0 ? [] : [{ path, left }]
  })
  const most = Math.max(0, ...others.map(({ left }) => left.length))
  return Array.from({ length: most }, (_, turn) => ({ ...done, ...Object.fromEntries(others.map(({ path, left }) => [path, left[turn % left.length] ?? null])) }))
}

const isNothing = (value: Json): boolean => value === null || value === ''

const MOST_ITEMS = 20

const stepsIn = ({ body }: LoopItem): readonly string[] =>
  body.flatMap((one) => (one.kind === 'loop' ? stepsIn(one) : one.column.command.effect === 'write' ? [one.column.as] : []))
