import { spreadOf } from '../measure.ts'
import type { Outcome } from './tally.ts'

/** One way of doing all jobs. */
export interface Way {
  readonly way: string
  readonly outcomes: readonly Outcome[]
}

/** A way in figures: medians over the jobs, and the most any took. */
export interface WayFigures {
  readonly way: string
  readonly done: number
  readonly calls: number
  readonly tokens: number
  readonly mostTokens: number
  readonly ms: number
  readonly failures: readonly string[]
  readonly jobs: readonly Outcome[]
}

export interface Summary {
  readonly ways: readonly WayFigures[]
  /** All tools of the page at once. */
  readonly library: { readonly tools: number; readonly tokens: number }
  /** Of the taught tools, against driving the page: how many times fewer tokens and milliseconds, job by job, the median. */
  readonly fewerTokens: number
  readonly faster: number
  readonly targets: Readonly<Record<string, boolean>>
}

const tokens = ({ definitions, input, output }: Outcome): number => definitions + input + output
const median = (values: readonly number[]): number => spreadOf(values).median

/** Puts the first way against the second, and all against their targets. */
export function summaryOf(ways: readonly Way[], library: Summary['library']): Summary {
  const figures = ways.map(({ way, outcomes }): WayFigures => ({
    way,
    done: outcomes.filter(({ wrong }) => wrong === null).length,
    calls: median(outcomes.map(({ calls }) => calls)),
    tokens: median(outcomes.map(tokens)),
    mostTokens: Math.max(...outcomes.map(tokens)),
    ms: median(outcomes.map(({ ms }) => ms)),
    failures: outcomes.flatMap(({ job, wrong }) => (wrong === null ? [] : [`${job}: ${wrong}`])),
    jobs: outcomes,
  }))
  const [ours, driven] = ways
  const against = (of: (outcome: Outcome) => number): number =>
    median((driven?.outcomes ?? []).map((outcome, place) => of(outcome) / of(ours?.outcomes[place] ?? outcome)))
  const fewerTokens = against(tokens)
  const faster = against(({ ms }) => ms)
  const [own] = figures
  const whole = library.tokens + Math.max(...(ours?.outcomes ?? []).map(({ input, output }) => input + output))
  return {
    ways: figures,
    library,
    fewerTokens,
    faster,
    targets: {
      'at most 600 tokens a job': (own?.mostTokens ?? Infinity) <= 600,
      'at most 2,000 with all definitions': whole <= 2_000,
      'one call': own?.jobs.every(({ calls }) => calls === 1) ?? false,
      'at least 10 times fewer tokens': fewerTokens >= 10,
      'at least 50 times faster': faster >= 50,
      'all right': own?.done === own?.jobs.length,
    },
  }
}

/** The same for people. */
export function tableOf({ ways, library, fewerTokens, faster, targets }: Summary): string {
  const rows = [
    ['way', 'done', 'calls', 'tokens', 'most', 'ms'],
    ...ways.map(({ way, done, jobs, calls, tokens: all, mostTokens, ms }) => [way, `${done} of ${jobs.length}`, `${calls}`, all.toFixed(0), mostTokens.toFixed(0), ms.toFixed(ms < 100 ? 1 : 0)]),
  ]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return [
    ...rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd()),
    '',
    `Medians a job. Against driving the page: ${fewerTokens.toFixed(0)} times fewer tokens, ${faster.toFixed(0)} times faster.`,
    `All ${library.tools} tools of the page together: ${library.tokens} tokens.`,
    ...ways.flatMap(({ way, failures }) => failures.map((failure) => `${way}, ${failure}`)),
    ...Object.entries(targets).map(([target, met]) => `${target}: ${met ? 'met' : 'missed'}`),
  ].join('\n')
}
