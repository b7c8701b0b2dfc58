/** Of repeated measurements: the middle, and the quarters on both sides of it. */
export interface Spread {
  readonly median: number
  readonly p25: number
  readonly p75: number
  readonly count: number
}

/** One figure, with what was run beside it where there is something to compare with. */
export interface Figure {
  readonly name: string
  readonly unit: 'µs' | 'ms' | 'kB'
  readonly ours: Spread
  readonly beside?: { readonly name: string } & Spread
  /** Ours divided by the other, round by round, so that what else the machine does falls out. */
  readonly ratio?: Spread
  readonly target?: { readonly most?: number; readonly ratio?: number }
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (part: number): number => {
    const place = (sorted.length - 1) * part
    const low = sorted[Math.floor(place)] ?? 0
    const high = sorted[Math.ceil(place)] ?? low
    return low + (high - low) * (place - Math.floor(place))
  }
  return { median: at(0.5), p25: at(0.25), p75: at(0.75), count: values.length }
}

/** One measurement, in milliseconds; it does by itself what must not be counted. */
export type Measurement = (round: number) => number | Promise<number>

export interface Rounds {
  readonly rounds: number
  /** Rounds before those that count. */
  readonly warmUp: number
}

/**
 * Runs measurements in turn, round after round, first one of them first and then the other, so that whatever
 * else the machine does meets all of them alike.
 * @returns milliseconds, by measurement, a value a round
 */
export async function inTurn(measurements: readonly Measurement[], { rounds, warmUp }: Rounds): Promise<readonly (readonly number[])[]> {
  const values = measurements.map((): number[] => [])
  const there = [...measurements.keys()]
  const back = [...there].reverse()
  for (let round = 0; round < warmUp + rounds; round += 1) {
    for (const one of round % 2 === 0 ? there : back) {
      const value = await measurements[one]?.(round)
      if (round >= warmUp && value !== undefined) values[one]?.push(value)
    }
  }
  return values
}

/** The figure of two series that were measured in turn. */
export function figure(
  name: string,
  unit: 'µs' | 'ms',
  ours: readonly number[],
  other: { readonly name: string; readonly values: readonly number[] },
  target?: Figure['target'],
): Figure {
  const scale = unit === 'µs' ? 1_000 : 1
  const scaled = (values: readonly number[]): Spread => spreadOf(values.map((value) => value * scale))
  const ratios = ours.map((value, round) => value / (other.values[round] ?? Number.NaN))
  return { name, unit, ours: scaled(ours), beside: { name: other.name, ...scaled(other.values) }, ratio: spreadOf(ratios), ...(target ? { target } : {}) }
}

/** Milliseconds one of many takes. */
export function timeEach<T>(items: readonly T[], work: (item: T) => unknown): number {
  const start = performance.now()
  for (const item of items) work(item)
  return (performance.now() - start) / items.length
}
