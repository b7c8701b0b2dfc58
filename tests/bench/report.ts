import type { Figure, Spread } from './measure.ts'

/** The figures as a table for people. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = [
    ['what', 'median', 'middle half', 'beside it', 'median', 'ratio', 'middle half', 'target'],
    ...figures.map(({ name, unit, ours, beside, ratio, target }) => [
      name,
      `${short(ours.median)} ${unit}`,
      halfOf(ours),
      beside?.name ?? '',
      beside ? `${short(beside.median)} ${unit}` : '',
      ratio ? short(ratio.median) : '',
      ratio ? halfOf(ratio) : '',
      target ? `${targetText(target, unit)}: ${isMet({ ours, target, ...(ratio ? { ratio } : {}) }) ? 'met' : 'missed'}` : '',
    ]),
  ]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd()).join('\n')
}

/** Whether a figure is within its target. */
export const isMet = ({ ours, ratio, target }: Pick<Figure, 'ours' | 'ratio' | 'target'>): boolean =>
  (target?.most === undefined || ours.median <= target.most) && (target?.ratio === undefined || (ratio?.median ?? Infinity) <= target.ratio)

const targetText = ({ most, ratio }: NonNullable<Figure['target']>, unit: string): string =>
  [...(ratio === undefined ? [] : [`ratio ≤ ${ratio}`]), ...(most === undefined ? [] : [`≤ ${most} ${unit}`])].join(', ')

const halfOf = ({ p25, p75, count }: Spread): string => (count > 1 ? `${short(p25)} – ${short(p75)}` : '')

const short = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(value >= 10 ? 3 : 2))
