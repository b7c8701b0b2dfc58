import { lineOf } from '../script/lineOf.ts'
import type { Report, StepReport } from '../run/report.ts'

/** A run as text: a line a step, and for a failure where in the file it is and what is wrong. */
export function table(report: Report, file: string, text: string): string {
  const rows = report.steps.map((step) => [step.ok ? 'ok' : 'FAILED', step.place, step.title, `${Math.round(step.ms)} ms`, cost(step.input), cost(step.output)])
  const header = ['', 'step', 'what', 'took', 'in', 'out']
  const failed = report.steps.find((step) => step.failure)
  return [
    ...aligned([header, ...rows]),
    ...(failed ? ['', ...failureLines(failed, file, text)] : []),
    ...(report.left > 0 ? [`${report.left} further steps were not tried.`] : []),
    total(report),
  ].join('\n')
}

/** Where and what, on two lines. */
export function failureLines(step: StepReport, file: string, text: string): readonly string[] {
  const { path, message } = step.failure ?? { path: '', message: '' }
  return [`${file}:${lineOf(text, step.pointer)}  step ${step.place}: ${step.title}`, `  ${path === '' ? '' : `${path}: `}${message}`]
}

function total({ steps, ok, ms }: Report): string {
  const sum = (pick: (step: StepReport) => number): number => steps.reduce((all, step) => all + pick(step), 0)
  const characters = sum((step) => (step.input?.characters ?? 0) + (step.output?.characters ?? 0))
  const tokens = sum((step) => (step.input?.tokens ?? 0) + (step.output?.tokens ?? 0))
  return `${ok ? 'passed' : 'FAILED'} in ${Math.round(ms)} ms, ${characters} characters and ${tokens} tokens in and out`
}

const cost = (one: StepReport['input']): string => (one === null ? '' : one.tokens === null ? `${one.characters} ch` : `${one.characters} ch ${one.tokens} tok`)

function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.min(70, Math.max(...rows.map((row) => row[column]?.length ?? 0))))
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd())
}
