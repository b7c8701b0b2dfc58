import { equalJson } from '../../../src/bus/json.ts'
import type { End } from './evaluate.ts'
import { isOutside, type GoldParam, type Kind, type Outside } from './gold.ts'
import type { Ends, ToolResult } from './tally.ts'
import { BASELINES, type Baseline } from './baselines.ts'

export const KS = [1, 2, 3] as const
/** Figures that are told once are told of two demonstrations. */
export const HEADLINE = 2

/** Whether a procedure counts for exact matches: never what lies outside or contradicts itself, a rule not from one demonstration. */
export function countsForExact({ task: { gold }, k }: Pick<ToolResult, 'task' | 'k'>): boolean {
  if (isOutside(gold) || gold.kind === 'contradictory') return false
  return k > 1 || (gold.kind !== 'optional' && gold.kind !== 'branch')
}

/** Share of runs that ended in one of these ways. */
export function share(results: readonly ToolResult[], ends: readonly End[], of: (result: ToolResult) => Ends = (one) => one.ends): number {
  const runs = results.reduce((sum, { runs: own }) => sum + own.length, 0)
  const met = results.reduce((sum, result) => sum + ends.reduce((all, end) => all + of(result)[end], 0), 0)
  return runs === 0 ? Number.NaN : met / runs
}

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length
const rate = (values: readonly (boolean | null)[]): number => mean(values.flatMap((one) => (one === null ? [] : [one ? 1 : 0])))

export const exactAt = (results: readonly ToolResult[], k: number, of?: (result: ToolResult) => Ends): number =>
  share(results.filter((one) => one.k === k && countsForExact(one)), ['exact'], of)

/** Values of a closed list, and tags that are written: one demonstration makes none of them a parameter unasked, so that a tool taught to close a case cannot do something else. */
const FIXED_BY_ONE = new Set<GoldParam['type']>(['priority', 'priorities', 'status', 'statuses', 'tags'])

/**
 * The most that exact matches after one demonstration could come to if nobody were asked about such values: the share of
 * runs whose caller holds for every such parameter what was demonstrated.
 */
export function exactBound(results: readonly ToolResult[]): number {
  const runs = results.filter((one) => one.k === 1 && countsForExact(one)).flatMap(({ task: { gold, showings }, runs: own }) => {
    const fixed = gold.params.filter(({ type }) => FIXED_BY_ONE.has(type))
    return own.map(({ situation }) => fixed.every(({ name }) => equalJson(situation.given.args[name], showings[0]?.given.args[name])))
  })
  return rate(runs)
}

/** Silent wrong effects, over every run of every procedure, those outside the language and contradictory ones among them. */
export const silentAt = (results: readonly ToolResult[], k: number, of?: (result: ToolResult) => Ends): number =>
  share(results.filter((one) => one.k === k), k === 1 ? ['silent'] : ['silent', 'unseenSide'], of)

export const askedAt = (results: readonly ToolResult[], k: number): number =>
  mean(results.filter((one) => one.k === k).map(({ learnt }) => learnt.asked))

/** The headline: right, not silently wrong, and not asking. */
export const headline = (results: readonly ToolResult[]): number =>
  exactAt(results, HEADLINE) - 5 * silentAt(results, HEADLINE) - 0.02 * askedAt(results, HEADLINE)

export const baselineHeadline = (results: readonly ToolResult[], baseline: Baseline): number =>
  exactAt(results, HEADLINE, ofBaseline(baseline)) - 5 * silentAt(results, HEADLINE, ofBaseline(baseline))

export const ofBaseline =
  (baseline: Baseline) =>
  ({ baselines }: ToolResult): Ends =>
    baselines[baseline]

export function paramF1(results: readonly ToolResult[]): number {
  const counted = results.filter(({ task }) => !isOutside(task.gold) && task.gold.kind !== 'contradictory')
  const sum = (of: (params: ToolResult['params']) => number): number => counted.reduce((all, { params }) => all + of(params), 0)
  const right = sum((params) => params.right)
  return (2 * right) / (2 * right + sum((params) => params.surplus) + sum((params) => params.missed))
}

/** Blocks that say a choice cannot be explained, as against a check or a budget that failed. */
const UNEXPLAINED = new Set(['unexplained', 'judgement', 'contradiction', 'question', 'BLOCKED'])

export const isCalledUnexplained = ({ learnt }: ToolResult): boolean => learnt.blocks.some(({ kind }) => UNEXPLAINED.has(kind))

/** Recall over what lies outside, precision against what lies inside. One demonstration cannot show a step that is sometimes left out. */
export function unexplained(results: readonly ToolResult[]): { readonly precision: number; readonly recall: number } {
  const outside = results.filter(({ task: { gold }, k }) => isOutside(gold) && (k > 1 || gold.kind !== 'judgement'))
  const found = outside.filter(({ owned }) => owned === true).length
  const inside = results.filter(({ task: { gold } }) => !isOutside(gold) && gold.kind !== 'contradictory')
  const wrongly = inside.filter(isCalledUnexplained).length
  return { precision: found / (found + wrongly), recall: found / outside.length }
}

export interface Timing {
  readonly draftMs: number
  readonly verifyMs: number
  /** Demonstrations and steps it was measured on. */
  readonly traces: number
  readonly steps: number
}

/** All figures of one part, as one object. */
export function figuresOf(results: readonly ToolResult[], timing: Timing): Readonly<Record<string, number>> {
  const two = results.filter(({ k }) => k === HEADLINE)
  const { precision, recall } = unexplained(two)
  const contradicted = results.filter(({ task, k }) => task.gold.contradiction !== undefined && k > 1)
  const byK = (name: string, of: (k: number) => number): Record<string, number> => Object.fromEntries(KS.map((k) => [`${name}${k}`, of(k)]))
  const at = (k: number): readonly ToolResult[] => results.filter((one) => one.k === k)
  return {
    ...byK('EM', (k) => exactAt(results, k)),
    EM1bound: exactBound(results),
    ...byK('SWER', (k) => silentAt(results, k)),
    unseenSide: share(at(1), ['unseenSide']),
    spurious: share(two, ['spurious']),
    overHalt: share(two.filter(countsForExact), ['overHalt']),
    declined: share(two.filter(countsForExact), ['declined']),
    noTool: share(two.filter(countsForExact), ['none']),
    ...byK('overHalt', (k) => share(at(k).filter(countsForExact), ['overHalt'])),
    ...byK('declined', (k) => share(at(k).filter(countsForExact), ['declined'])),
    ...byK('noTool', (k) => share(at(k).filter(countsForExact), ['none'])),
    questions: askedAt(results, HEADLINE),
    ...byK('questions', (k) => askedAt(results, k)),
    ...byK('choicesAsked', (k) => mean(at(k).map(({ learnt }) => learnt.choicesAsked))),
    paramF1: paramF1(two),
    ...byK('paramF1_', (k) => paramF1(at(k))),
    unexplainedPrecision: precision,
    unexplainedRecall: recall,
    ...byK('unexplainedRecall', (k) => unexplained(at(k)).recall),
    loopRecovery: rate(two.map(({ loopFound }) => loopFound)),
    branchRecovery: rate(two.map(({ branchFound }) => branchFound)),
    ...byK('loopRecovery', (k) => rate(at(k).map(({ loopFound }) => loopFound))),
    ...byK('branchRecovery', (k) => rate(at(k).map(({ branchFound }) => branchFound))),
    contradictionRefusal: rate(contradicted.map(({ learnt }) => learnt.procedure === null)),
    draftMs: timing.draftMs,
    verifyMs: timing.verifyMs,
    timedTraces: timing.traces,
    timedSteps: timing.steps,
    bytes: mean(two.flatMap(({ learnt }) => (learnt.bytes > 0 ? [learnt.bytes] : []))),
    U: headline(results),
    ...Object.fromEntries(BASELINES.map((baseline) => [`U of ${baseline}`, baselineHeadline(results, baseline)])),
  }
}

/** Kinds there are results of, in the order of the priors, with theirs; a procedure counts under every kind it is of. */
export function byKind(results: readonly ToolResult[]): ReadonlyMap<Kind | Outside, readonly ToolResult[]> {
  const kinds = new Set(results.flatMap(({ task }) => task.gold.kinds))
  return new Map([...kinds].map((kind) => [kind, results.filter(({ task }) => task.gold.kinds.includes(kind))]))
}
