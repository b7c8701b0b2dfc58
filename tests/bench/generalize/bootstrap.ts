import type { Random } from './random.ts'
import type { ToolResult } from './tally.ts'

export interface Interval {
  readonly low: number
  readonly high: number
}

const RESAMPLES = 500

/** The middle 95 % of a figure over procedures drawn anew, with replacement; a procedure comes with all its results. */
export function bootstrap(results: readonly ToolResult[], figure: (results: readonly ToolResult[]) => number, random: Random): Interval {
  const byTask = new Map<string, ToolResult[]>()
  for (const result of results) byTask.set(result.task.gold.id, [...(byTask.get(result.task.gold.id) ?? []), result])
  const tasks = [...byTask.values()]
  const values = Array.from({ length: RESAMPLES }, () => figure(Array.from(tasks, () => random.pick(tasks)).flat())).sort((a, b) => a - b)
  const at = (part: number): number => values[Math.round((values.length - 1) * part)] ?? Number.NaN
  return { low: at(0.025), high: at(0.975) }
}
