import { canonical } from '../../../src/bus/json.ts'
import { plain } from '../../../src/bus/words.ts'
import { NONE_OF_THESE, type Question } from '../../../src/teach/generalize/types.ts'
import { BASELINES } from './baselines.ts'
import { bootstrap } from './bootstrap.ts'
import { ENDS, type End } from './evaluate.ts'
import { askedAt, baselineHeadline, byKind, countsForExact, exactAt, headline, KS, ofBaseline, share, silentAt } from './figures.ts'
import { isOutside, sayGold } from './gold.ts'
import { Random } from './random.ts'
import type { ToolResult } from './tally.ts'

/** Columns that line up, the first to the left, the others to the right. */
function lines(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  '),
  )
}

const percent = (value: number): string => (Number.isNaN(value) ? '–' : (value * 100).toFixed(1))

/** Has a row of its own, but no part in the totals. */
const isApart = ({ task: { gold } }: ToolResult): boolean => isOutside(gold) || gold.kind === 'contradictory'

/** Kind by kind: how often right, how often silently wrong, and where the rest went. */
export function kindTable(results: readonly ToolResult[]): readonly string[] {
  const rest: readonly End[] = ['unseenSide', 'overHalt', 'declined', 'none', 'spurious']
  const row = (name: string, of: readonly ToolResult[]): readonly string[] => {
    const at = (k: number): readonly ToolResult[] => of.filter((one) => one.k === k)
    const exact = (k: number): string => percent(share(at(k).filter((one) => isApart(one) || countsForExact(one)), ['exact']))
    return [
      name,
      String(at(1).length),
      ...KS.map(exact),
      ...KS.map((k) => percent(silentAt(of, k))),
      ...KS.flatMap((k) => [rest.map((end) => Math.round(share(at(k), [end]) * 100)).join('/')]),
      ...KS.map((k) => askedAt(of, k).toFixed(1)),
    ]
  }
  const inside = results.filter(({ task }) => !isOutside(task.gold))
  return [
    'Of a hundred runs, after one, two and three demonstrations. EM: as gold. SWER: silently wrong.',
    'Rest: side never shown / halted / declined by the caller / no tool / nothing done where gold refuses.',
    ...lines([
      ['kind', 'tools', 'EM1', 'EM2', 'EM3', 'SWER1', 'SWER2', 'SWER3', 'rest 1', 'rest 2', 'rest 3', 'asked1', 'asked2', 'asked3'],
      ...[...byKind(results)].map(([kind, of]) => row(kind, of)),
      row('all in the language', inside),
    ]),
  ]
}

/** The totals with the range in which they lie if other procedures of the kind had been drawn. */
export function totalsTable(results: readonly ToolResult[], seed: string): readonly string[] {
  const figures: readonly (readonly [string, (of: readonly ToolResult[]) => number])[] = [
    ...KS.map((k) => [`EM${k}`, (of: readonly ToolResult[]) => exactAt(of, k)] as const),
    ...KS.map((k) => [`SWER${k}`, (of: readonly ToolResult[]) => silentAt(of, k)] as const),
    ['U × 100', headline],
  ]
  return lines([
    ['total', '%', '95 % interval'],
    ...figures.map(([name, figure]) => {
      const { low, high } = bootstrap(results, figure, new Random(`${seed}/bootstrap/${name}`))
      return [name, percent(figure(results)), `${percent(low)} – ${percent(high)}`]
    }),
  ])
}

export function baselineTable(results: readonly ToolResult[]): readonly string[] {
  return lines([
    ['beside it', ...KS.map((k) => `EM${k}`), ...KS.map((k) => `SWER${k}`), 'U × 100'],
    ...BASELINES.map((baseline) => {
      const of = ofBaseline(baseline)
      return [
        baseline,
        ...KS.map((k) => percent(exactAt(results, k, of))),
        ...KS.map((k) => percent(silentAt(results, k, of))),
        percent(baselineHeadline(results, baseline)),
      ]
    }),
  ])
}

const WORST: readonly End[] = ['silent', 'unseenSide', 'overHalt', 'spurious', 'none', 'declined']

/**
 * The procedures that went wrong, silent ones first: what was meant, what was learnt, the first run that shows it
 * and the demonstration it came from.
 * @param most how many are told
 */
export function failures(results: readonly ToolResult[], most: number): readonly string[] {
  const rank = ({ ends }: ToolResult): number => WORST.findIndex((end) => ends[end] > 0)
  const failed = results.filter((one) => rank(one) >= 0 && !isFine(one)).sort((a, b) => rank(a) - rank(b) || a.k - b.k)
  const told = failed.slice(0, most)
  const left = failed.length - told.length
  return [
    `${failed.length} procedures that went wrong${left > 0 ? `, ${left} of them not listed (--verbose lists all)` : ''}`,
    ...told.flatMap(failure),
  ]
}

/** Nothing can be wrong where nothing can be learnt and nothing was. */
const isFine = ({ task: { gold }, owned, ends, k }: ToolResult): boolean =>
  ends.silent === 0 && (owned === true || (gold.contradiction !== undefined && k > 1 && ends.none > 0))

/** A question with its choices and what they come to; the one that was chosen stands in brackets. */
function asked({ kind, words, choices, answered }: Question): string {
  const offered = choices.map(({ choiceId, words: said, value }) => {
    const choice = `${plain(said)} = ${canonical(value)}`
    return choiceId === answered?.choice ? `[${choice}]` : choice
  })
  return `${kind}: ${plain(words)} ${offered.join(' · ')}${answered?.choice === NONE_OF_THESE ? ' · [none of these]' : ''}`
}

function failure({ task, k, learnt, runs, ends }: ToolResult): readonly string[] {
  const worst = WORST.find((end) => ends[end] > 0)
  const run = runs.find(({ end }) => end === worst)
  const counts = ENDS.flatMap((end) => (ends[end] > 0 ? [`${end} ${ends[end]}`] : []))
  return [
    '',
    `${task.gold.id} after ${k}: ${counts.join(', ')}`,
    ...sayGold(task.gold).map((line) => `  meant    ${line}`),
    ...learnt.words.map((line) => `  learnt   ${line}`),
    ...learnt.blocks.map(({ kind, words }) => `  blocked  ${kind}: ${words}`),
    ...(learnt.draft?.questions ?? []).map((question) => `  asked    ${asked(question)}`),
    ...(run ? [`  run      ${run.end}: ${canonical(run.situation.given)} ${run.why}`] : []),
    ...task.shown.slice(0, k).flatMap(({ recording }, turn) =>
      recording.steps.map(({ stepId, command, input }) => `  shown ${turn + 1}  ${stepId} ${command} ${canonical(input)}`),
    ),
  ]
}
