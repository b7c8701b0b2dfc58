import type { CatalogueIndex } from '../../../bus/command.ts'
import { equalJson, type Json, type JsonObject } from '../../../bus/json.ts'
import type { Rec } from '../../../bus/state.ts'
import type { Words } from '../../../bus/words.ts'
import { literalHolds } from '../../procedure/guard.ts'
import { guardWords } from '../../procedure/guardWords.ts'
import type { Literal } from '../../recording/types.ts'
import type { Building } from '../building.ts'
import { describingLeaves } from '../rules/separating.ts'
import { isArray } from '../steps/leafKind.ts'
import { orderedRecords } from '../steps/slices.ts'
import type { QuestionChoice } from '../types.ts'
import type { Doubt } from './asking.ts'

/** Rules offered in one question, and how many such questions follow one another when none of them was it. */
const OFFERED = 3
const FOLLOWING = 3
/** Rows a question shows at most. */
const ROWS = 8
const FEWEST = 6

const ALWAYS = 'always'
const CALLER = 'caller'

export interface GuardDoubt {
  readonly kind: 'guard' | 'value'
  readonly step: string
  readonly leaf?: string
  readonly entity: string
  readonly trace: number
  readonly words: Words
  /** Records on which it was done (or the first value given), and on which it was not. */
  readonly yes: readonly Rec[]
  readonly no: readonly Rec[]
  readonly rules: readonly Literal[]
  /** All that explain the demonstrations, those that cannot be followed among them: what is offered must differ from each. */
  readonly rivals?: readonly Literal[]
  /** It may be that it is done whatever the record. */
  readonly always: boolean
  /** The values of both sides, where the doubt is about a value. */
  readonly values?: readonly [Json, Json]
  /** *The caller says* is an answer, and holds until there is one. Of the rows of a loop it always is: then there is no loop. */
  readonly caller?: Words
}

export type GuardAnswer = { readonly rule: Literal } | 'always' | 'caller' | null

/**
 * Asks on which of some rows a thing would be done, where the rules that explain the demonstrations differ on them.
 * After *none of these* come the next rules.
 */
export function askGuard(building: Building, given: GuardDoubt): GuardAnswer {
  const doubt = building.loop ? { ...given, caller: [`No such rule: the caller says which ${building.index.entity(given.entity).many}`] } : given
  for (let turn = 0; turn < FOLLOWING; turn += 1) {
    const rules = doubt.rules.slice(turn * OFFERED, (turn + 1) * OFFERED)
    if (rules.length === 0) return null
    const question = questionOf(building, doubt, rules, turn === 0 && doubt.always)
    if (!question) continue
    const choice = building.asking.ask(question)
    if (choice?.choiceId === ALWAYS) return 'always'
    if (choice?.choiceId === CALLER) return 'caller'
    const rule = rules.find((one) => idOfRule(one) === choice?.choiceId)
    if (rule) return { rule }
    if (!building.asking.declined(question)) return null
    if (turn + 1 < FOLLOWING && doubt.rules.length > (turn + 1) * OFFERED) building.asking.settle(question)
  }
  return null
}

export const idOfRule = (rule: Literal): string => `${rule.field} ${rule.op}${rule.value === undefined ? '' : ` ${JSON.stringify(rule.value)}`}`

function questionOf(building: Building, doubt: GuardDoubt, rules: readonly Literal[], always: boolean): Doubt | null {
  const { entity, kind, values, caller } = doubt
  const def = building.index.entity(entity)
  const facts = building.traces[doubt.trace]
  if (!facts) return null
  const seen = everySeen(building, doubt.trace, entity)
  const records = { ...orderedRecords(facts.trace, building.index), [entity]: seen }
  // The demonstrated ones only where there are no others: whatever they have that is not on show would speak along.
  const shown = new Set([...doubt.yes, ...doubt.no].map((record) => record[def.idField]))
  const ids = seen.map((record) => record[def.idField]).filter((id) => typeof id === 'string')
  const known = [...ids.filter((id) => !shown.has(id)), ...ids.filter((id) => shown.has(id))]
  const rivals = doubt.rivals ?? doubt.rules
  const others = seen.filter((_, place) => place % 3 === 0)
  const made = tellingRows({ ...doubt, rules: rivals, offered: rules, others, index: building.index }).slice(0, ROWS)
  const rows = made.flatMap((row, place): readonly Rec[] => {
    const own = seen.find((record) => record[def.idField] === known[place])
    return own ? [dressed(own, row, entity, building.index)] : []
  })
  if (rows.length === 0) return null
  const idsWhere = (holds: (row: Rec) => boolean): readonly Json[] => rows.filter(holds).map((row) => row[def.idField] ?? null)
  const valueOf = (holds: (row: Rec) => boolean): Json =>
    values ? rows.map((row): Json => [row[def.idField] ?? null, holds(row) ? values[0] : values[1]]) : idsWhere(holds)
  // Only a rule that no other agrees with on these rows can be told by them.
  const telling = rules.filter((rule) => isToldBy(rule, rivals, rows))
  const choices: QuestionChoice[] = telling.map((rule) => ({
    choiceId: idOfRule(rule),
    words: values ? [toldBy(values[0]), ' if ', ...guardWords([rule], def), ', else ', toldBy(values[1])] : guardWords([rule], def),
    value: valueOf((row) => literalHolds(rule, row)),
  }))
  const all = always && rivals.every((rule) => patternOf(rule, rows).includes('0'))
  if (choices.length === 0 && !all) return null
  if (all) choices.push({ choiceId: ALWAYS, words: ['Always'], value: valueOf(() => true) })
  if (caller) choices.push({ choiceId: CALLER, words: caller, value: null })
  const byId = new Map(rows.map((row) => [row[def.idField], row]))
  const changed = seen.map((record): JsonObject => byId.get(record[def.idField] ?? null) ?? record)
  return {
    kind,
    step: doubt.step,
    ...(doubt.leaf === undefined ? {} : { leaf: doubt.leaf }),
    weight: kind === 'guard' ? 4 : 2.5,
    words: doubt.words,
    choices,
    ...(caller ? { safe: CALLER } : {}),
    ...(building.loop ? { ofRows: true as const } : {}),
    shown: { recordingId: facts.trace.recordingId, entity, rows, records: { ...records, [entity]: changed }, perturbed: true },
  }
}

const toldBy = (value: Json): Words[number] => ({ kind: 'value', text: typeof value === 'string' ? value : JSON.stringify(value) })

/** The records of a kind that a demonstration saw, then those that only others did. */
function everySeen({ traces, index }: Building, first: number, entity: string): readonly Rec[] {
  const { idField } = index.entity(entity)
  const places = [first, ...traces.keys()]
  const all = places.flatMap((place) => (traces[place] ? (orderedRecords(traces[place].trace, index)[entity] ?? []) : []))
  return [...new Map(all.toReversed().map((record) => [record[idField], record])).values()].toReversed()
}

/** A record that looks like another: what describes it is the other's, the rest its own. */
export const dressed = (own: Rec, like: Rec, entity: string, index: CatalogueIndex): Rec => ({
  ...own,
  ...Object.fromEntries(describingLeaves(entity, index).map(({ path }) => [path, like[path] ?? null])),
})

const patternOf = (rule: Literal, rows: readonly Rec[]): string => rows.map((row) => (literalHolds(rule, row) ? 1 : 0)).join('')

/** Whether no other rule would do the same on all of these rows. */
export const isToldBy = (rule: Literal, rules: readonly Literal[], rows: readonly Rec[]): boolean =>
  /01|10/u.test(patternOf(rule, rows)) && rules.every((other) => other === rule || patternOf(other, rows) !== patternOf(rule, rows))

export interface Sides {
  readonly yes: readonly Rec[]
  readonly no: readonly Rec[]
  readonly rules: readonly Literal[]
  /** Those of the rules that must be told from all others first. */
  readonly offered: readonly Literal[]
  /** Records that lend other values. */
  readonly others: readonly Rec[]
  readonly entity: string
  readonly index: CatalogueIndex
  /** Whether a record made up could be where the others are. */
  readonly fits?: (row: Rec) => boolean
}

/**
 * Records made of one on which it was done, changed until every rule that is offered differs on one of them from all
 * others, then until every two rules do; as few as will do.
 */
export function tellingRows({ yes, no, rules, offered, others, entity, index, fits = () => true }: Sides): readonly Rec[] {
  const [done] = yes
  const [left] = no
  if (!done || !left) return []
  const pool = distinctRows([done, ...variants(done, left, rules, entity, index), ...borrowed(done, left, rules, others)].filter(fits), rules)
  const chosen: Rec[] = []
  // By rule: what of it a row shows; the group of rules it cannot be told from; the offered ones it differs from.
  const bits = pool.map((row) => rules.map((rule) => literalHolds(rule, row)))
  let groups = rules.map(() => 0)
  const wanted = offered.map((rule) => rules.indexOf(rule))
  const apart = new Set<number>()
  const shows = (row: readonly boolean[]): readonly number[] =>
    wanted.flatMap((own, turn) => [
      // Against each other rule, and against never and always.
      ...rules.flatMap((_, other) => (row[own] === row[other] ? [] : [turn * (rules.length + 2) + other])),
      turn * (rules.length + 2) + rules.length + Number(row[own]),
    ])
  const split = (row: readonly boolean[]): readonly number[] => groups.map((group, rule) => group * 2 + Number(row[rule]))
  for (;;) {
    const kinds = new Set(groups).size
    let best = -1
    let most = 0
    bits.forEach((row, place) => {
      const gain = shows(row).filter((one) => !apart.has(one)).length * rules.length + new Set(split(row)).size - kinds
      if (gain > most) [best, most] = [place, gain]
    })
    const [row, shown] = [pool[best], bits[best]]
    if (!row || !shown) break
    chosen.push(row)
    for (const one of shows(shown)) apart.add(one)
    const ids = new Map<number, number>()
    groups = split(shown).map((id) => ids.get(id) ?? (ids.set(id, ids.size), ids.size - 1))
  }
  // One that no rule speaks for, so that always differs from all.
  const none = pool.find((row) => rules.every((rule) => !literalHolds(rule, row)))
  if (none && !chosen.includes(none)) chosen.push(none)
  if (!chosen.some((row) => rules.some((rule) => literalHolds(rule, row)))) chosen.unshift(done)
  // Few rows fit any rule by chance; a rule over what is not on show would be taken for one that is.
  const more = [...pool.filter((row) => !chosen.includes(row)), done, done, ...(none ? [none, none] : []), done, done]
  return [...chosen, ...more.slice(0, Math.max(0, FEWEST - chosen.length))]
}

/** Of records on which all rules agree, the first. */
function distinctRows(pool: readonly Rec[], rules: readonly Literal[]): readonly Rec[] {
  const kinds = new Map<string, Rec>()
  for (const row of pool) {
    const kind = rules.map((rule) => (literalHolds(rule, row) ? 1 : 0)).join('')
    if (!kinds.has(kind)) kinds.set(kind, row)
  }
  return [...kinds.values()]
}

/** The record with the values that others have in the fields of the rules, one field at a time. */
function borrowed(done: Rec, left: Rec, rules: readonly Literal[], others: readonly Rec[]): readonly Rec[] {
  const fields = [...new Set(rules.map(({ field }) => field))]
  const bare = rules.reduce((row, rule) => undone(row, left, rule), done)
  return fields.flatMap((field) =>
    others.slice(0, 12).flatMap((other) => [done, bare].map((row): Rec => ({ ...row, [field]: other[field] ?? null }))),
  )
}

function variants(done: Rec, left: Rec, rules: readonly Literal[], entity: string, index: CatalogueIndex): readonly Rec[] {
  const made = rules.map((kept) => rules.filter(({ field }) => field !== kept.field).reduce((row, rule) => undone(row, left, rule), done))
  const bare = rules.reduce((row, rule) => undone(row, left, rule), done)
  const leaves = describingLeaves(entity, index).filter(({ path }) => rules.some(({ field }) => field === path))
  const others = leaves.flatMap(({ path, schema }) =>
    (schema.enum ?? []).flatMap((value) => [done, bare, ...made].filter((row) => !equalJson(row[path], value)).map((row) => ({ ...row, [path]: value }))),
  )
  const partly = rules.flatMap((rule) => made.map((row) => undone(row, left, rule)))
  const mixed = leaves.filter(({ schema }) => isArray(schema)).flatMap(({ path }) => rules.filter(({ field }) => field === path).map((rule) => undone(done, left, rule)))
  return [...made, ...partly, ...mixed, bare, ...others]
}

/** The record with one rule made untrue, in the way the other record has it. */
function undone(row: Rec, left: Rec, { field, op, value }: Literal): Rec {
  const items = (Array.isArray(row[field]) ? row[field] : []) as readonly Json[]
  if (op === 'contains') return { ...row, [field]: items.filter((item) => !equalJson(item, value)) }
  if (op === 'lacks') return value === undefined || items.some((item) => equalJson(item, value)) ? row : { ...row, [field]: [...items, value] }
  return { ...row, [field]: left[field] ?? null }
}
