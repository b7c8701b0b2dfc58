/** A count as a person reads it: `1,204`. Small ones do without the browser's tables of numbers, which take long to load. */
export const countWords = (count: number): string => (count < 1_000 ? String(count) : count.toLocaleString('en'))
