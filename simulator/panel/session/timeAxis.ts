/** Times in which nothing happens take no more room than this, in milliseconds. */
const LONGEST_GAP = 1_500

/** Where a time stands on the axis, from 0 to 1. */
export type TimeAxis = (at: number) => number

/** One axis for everything in a log. Idle stretches are shortened: a minute of thinking must not press everything else together. */
export function timeAxis(moments: readonly number[]): TimeAxis {
  const sorted = [...new Set(moments)].sort((a, b) => a - b)
  const places: number[] = []
  let place = 0
  for (const [index, moment] of sorted.entries()) {
    if (index > 0) place += Math.min(moment - (sorted[index - 1] ?? moment), LONGEST_GAP)
    places.push(place)
  }
  const length = Math.max(place, 1)
  return (at) => {
    const after = sorted.findIndex((moment) => moment >= at)
    if (after < 0) return 1
    const before = Math.max(0, sorted[after] === at ? after : after - 1)
    const inside = Math.min(at - (sorted[before] ?? at), LONGEST_GAP)
    return Math.min(1, Math.max(0, ((places[before] ?? 0) + inside) / length))
  }
}
