import type { Json, JsonObject } from '../../bus/json.ts'
import type { Rec } from '../../bus/state.ts'
import { literalHolds } from '../procedure/guard.ts'
import { guardWords } from '../procedure/guardWords.ts'
import type { Literal } from '../recording/types.ts'
import { idOfRule, tellingRows } from './askGuard.ts'
import type { Building } from './building.ts'
import { sidesOf } from './loopNode.ts'
import type { LoopItem } from './shape.ts'
import { idOf, sliceRecords } from './slices.ts'
import type { QuestionChoice } from './types.ts'

const ALL = 'all'
const NO = 'no'
/** Rules offered in one question, and how many such questions follow one another. */
const OFFERED = 3
const FOLLOWING = 3

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
    const asked = questionOf(building, item, offered)
    if (!asked) return null
    const choice = building.asking.ask(asked)
    if (choice?.choiceId === ALL) return 'all'
    if (choice?.choiceId === NO) return 'no'
    const rule = offered.find((one) => idOfRule(one) === choice?.choiceId)
    if (rule) return rule
    if (!building.asking.declined(asked)) return null
  }
  return null
}

function questionOf(building: Building, item: LoopItem, rules: readonly Literal[]) {
  // The longest rest tells most.
  const place = item.at.reduce((best, loop, at) => ((loop?.remaining.length ?? -1) > (item.at[best]?.remaining.length ?? -1) ? at : best), 0)
  const loop = item.at[place]
  const facts = building.traces[item.samples[place]?.trace ?? 0]
  if (!loop || !facts) return null
  const def = building.index.entity(loop.entity)
  const records = sliceRecords(facts.trace, building.index)
  const own = records[loop.entity] ?? []
  const rest = loop.remaining.flatMap((id) => own.filter((record) => idOf(record, def) === id))
  const { yes, no } = sidesOf(building, item)
  // With rules to choose from, the rows are made to differ on them; those that remain, or those seen, lend their places.
  const places = rest.length > 0 ? rest.map((record) => idOf(record, def)) : loop.ids
  const made = rules.length < 2 ? [] : tellingRows(yes, no, rules, loop.entity, building.index).slice(0, places.length)
  const rows: readonly Rec[] =
    made.length > 0
      ? [...made.map((row, at): Rec => ({ ...row, [def.idField]: places[at] ?? '' })), ...rest.slice(made.length)]
      : rest
  if (rows.length === 0) return null
  const idsWhere = (holds: (row: Rec) => boolean): readonly Json[] => rows.filter(holds).map((row) => idOf(row, def))
  const yesWords = rest.length > 0 ? `the remaining ${rest.length} too` : 'yes'
  const choices: QuestionChoice[] =
    rules.length === 0
      ? [{ choiceId: ALL, words: ['Yes, ', yesWords], value: idsWhere(() => true) }]
      : rules.map((rule) => ({ choiceId: idOfRule(rule), words: ['Yes, if ', ...guardWords([rule], def)], value: idsWhere((row) => literalHolds(rule, row)) }))
  choices.push({ choiceId: NO, words: [`No, the caller says which ${def.many}`], value: [] })
  const byId = new Map(rows.map((row) => [idOf(row, def), row]))
  const changed = own.map((record): JsonObject => byId.get(idOf(record, def)) ?? record)
  return {
    kind: 'rest' as const,
    step: item.as,
    weight: 5,
    words: [
      `You worked on ${loop.rows.length} of ${loop.total} ${def.many} of the list. `,
      rest.length > 0 ? `The remaining ${rest.length} too?` : 'Which of these would it be another day?',
    ],
    choices,
    safe: NO,
    shown: { recordingId: facts.trace.recordingId, entity: loop.entity, rows, records: { ...records, [loop.entity]: changed }, perturbed: made.length > 0 },
  }
}
