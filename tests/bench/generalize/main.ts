import { writeFileSync } from 'node:fs'
import { deskBus } from '../../support/sessions.ts'
import { figuresOf, KS } from './figures.ts'
import { readOptions } from './options.ts'
import { baselineTable, failures, kindTable, totalsTable } from './report.ts'
import { drawSuite } from './suite.ts'
import { tryTask } from './tally.ts'
import { measureTiming } from './timing.ts'

/** How many failures are told unless all are asked for. */
const TOLD = 12

/**
 * Can it learn the procedure? Draws gold procedures, has each demonstrated, learns it from one, two and three
 * demonstrations, and tries what was learnt where it was not shown.
 * @returns the figures of the last part, which is the test part unless another was asked for
 */
export function run(_root: string, args: readonly string[]): Readonly<Record<string, unknown>> {
  const { seed, json, parts, verbose, only } = readOptions(args)
  const { index } = deskBus({})
  const timing = measureTiming(seed, index)
  let summary: Readonly<Record<string, unknown>> = {}
  for (const part of parts) {
    const start = performance.now()
    const tasks = drawSuite(seed, part, only)
    const results = tasks.flatMap((task) => KS.map((k) => tryTask(task, k, index)))
    const seconds = (performance.now() - start) / 1000
    say('', `${part} part, seed ${seed}: ${tasks.length} procedures in ${seconds.toFixed(0)} s`, '')
    say(...kindTable(results), '', ...totalsTable(results, seed), '', ...baselineTable(results), '')
    say(...failures(results, verbose ? Number.POSITIVE_INFINITY : TOLD), '')
    summary = { part, seed, tools: tasks.length, ...figuresOf(results, timing), seconds }
    say(...Object.entries(summary).map(([name, value]) => `${name.padEnd(28)} ${typeof value === 'number' ? round(value) : String(value)}`))
  }
  if (json !== null) writeFileSync(json, `${JSON.stringify(summary, null, 2)}\n`)
  return summary
}

const say = (...lines: readonly string[]): void => console.info(lines.join('\n'))

const round = (value: number): string => (Number.isInteger(value) ? `${value}` : value.toFixed(3))
