import { shortHash } from '../hash.ts'

/** What alignment sees of a step, or of a loop taken as one. */
export interface Line<T> {
  readonly item: T
  /** Command, kind of record and shape of the payload, without values. Equal signatures may stand for one another. */
  readonly signature: string
  /** A write, or a loop with one: leaving it out costs more, and it never stands for another. */
  readonly writes: boolean
  /** How it hangs together with the steps before it, in relative terms. */
  readonly bindings: readonly string[]
}

const MATCH = 4
const READ_GAP = -1
const WRITE_GAP = -3

/** Side by side: in each column at most one item of every sequence. */
export type Aligned<T> = readonly (readonly (T | null)[])[]

interface Draft<T> {
  readonly signature: string
  readonly writes: boolean
  readonly bindings: readonly string[]
  readonly cells: ReadonlyMap<number, T>
}

/**
 * Lays sequences of different length side by side (Needleman and Wunsch against a profile that starts at the
 * sequence nearest to all others). Ties break by content, so the order in which sequences come makes no difference.
 */
export function alignAll<T>(sequences: readonly (readonly Line<T>[])[]): Aligned<T> {
  const order = mergeOrder(sequences)
  const [centre = 0, ...rest] = order
  let profile: readonly Draft<T>[] = (sequences[centre] ?? []).map((line) => draftOf(line, centre))
  for (const place of rest) profile = merged(profile, sequences[place] ?? [], place)
  return profile.map(({ cells }) => sequences.map((_, place) => cells.get(place) ?? null))
}

/** How alike two sequences are, from 0 to 1. */
export function scoreOf<T>(a: readonly Line<T>[], b: readonly Line<T>[]): number {
  const best = Math.max(selfScore(a), selfScore(b))
  return best === 0 ? 0 : Math.max(0, pathOf(a, b).score) / best
}

const selfScore = (lines: readonly Shape[]): number => lines.reduce((sum, line) => sum + MATCH + line.bindings.length, 0)

/** The sequence nearest to all others first, then the others as they are near to it. */
function mergeOrder<T>(sequences: readonly (readonly Line<T>[])[]): readonly number[] {
  const places = sequences.map((_, place) => place)
  if (sequences.length < 2) return places
  const shapes = sequences.map((lines) => JSON.stringify(lines.map(({ signature, bindings }) => [signature, bindings])))
  const hashOf = new Map(shapes.map((shape) => [shape, '']))
  for (const shape of hashOf.keys()) hashOf.set(shape, shortHash(shape))
  const hashes = shapes.map((shape) => hashOf.get(shape) ?? '')
  // Rows of a loop are mostly alike: each two shapes are laid side by side once.
  const known = new Map<string, number>()
  const score = (a: number, b: number): number => {
    const key = `${hashes[a] ?? ''} ${hashes[b] ?? ''}`
    const found = known.get(key) ?? pathOf(sequences[a] ?? [], sequences[b] ?? []).score
    known.set(key, found)
    return found
  }
  const scores = places.map((one) => places.map((other) => score(one, other)))
  const total = (place: number): number => (scores[place] ?? []).reduce((sum, score) => sum + score, 0)
  const tie = (a: number, b: number): number => ((hashes[a] ?? '') < (hashes[b] ?? '') ? -1 : (hashes[a] ?? '') > (hashes[b] ?? '') ? 1 : a - b)
  const [centre = 0] = [...places].sort((a, b) => total(b) - total(a) || tie(a, b))
  const near = (place: number): number => scores[centre]?.[place] ?? 0
  return [centre, ...places.filter((place) => place !== centre).sort((a, b) => near(b) - near(a) || tie(a, b))]
}

const draftOf = <T>({ item, signature, writes, bindings }: Line<T>, place: number): Draft<T> => ({
  signature,
  writes,
  bindings,
  cells: new Map([[place, item]]),
})

function merged<T>(profile: readonly Draft<T>[], lines: readonly Line<T>[], place: number): readonly Draft<T>[] {
  return pathOf(profile, lines).steps.flatMap(([a, b]): readonly Draft<T>[] => {
    const column = a === null ? undefined : profile[a]
    const line = b === null ? undefined : lines[b]
    if (column && line) return [{ ...column, cells: new Map([...column.cells, [place, line.item]]) }]
    if (column) return [column]
    return line ? [draftOf(line, place)] : []
  })
}

type Shape = Pick<Line<unknown>, 'signature' | 'writes' | 'bindings'>
type Pair = readonly [a: number | null, b: number | null]

const areAlike = (a: readonly Shape[], b: readonly Shape[]): boolean =>
  a.length === b.length &&
  a.every(({ signature, bindings }, place) => {
    const other = b[place]
    return signature === other?.signature && bindings.length === other.bindings.length && bindings.every((one, turn) => one === other.bindings[turn])
  })

/** The best way to lay two sequences side by side. Of equal ways the one that matches earliest. */
function pathOf(a: readonly Shape[], b: readonly Shape[]): { readonly score: number; readonly steps: readonly Pair[] } {
  // Demonstrations are mostly alike. Then nothing scores better than each step beside its own.
  if (areAlike(a, b)) return { score: selfScore(a), steps: a.map((_, place) => [place, place]) }
  const width = b.length + 1
  const best = new Array<number>((a.length + 1) * width).fill(0)
  const at = (i: number, j: number): number => best[i * width + j] ?? 0
  const gap = (shape: Shape | undefined): number => (shape?.writes ? WRITE_GAP : READ_GAP)
  const both = (i: number, j: number): number => {
    const left = a[i]
    const right = b[j]
    if (!left || !right || left.signature !== right.signature) return Number.NEGATIVE_INFINITY
    return MATCH + left.bindings.filter((one) => right.bindings.includes(one)).length
  }
  for (let i = a.length; i >= 0; i -= 1) {
    for (let j = b.length; j >= 0; j -= 1) {
      if (i === a.length && j === b.length) continue
      best[i * width + j] = Math.max(
        i < a.length && j < b.length ? both(i, j) + at(i + 1, j + 1) : Number.NEGATIVE_INFINITY,
        i < a.length ? gap(a[i]) + at(i + 1, j) : Number.NEGATIVE_INFINITY,
        j < b.length ? gap(b[j]) + at(i, j + 1) : Number.NEGATIVE_INFINITY,
      )
    }
  }
  const steps: Pair[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const here = at(i, j)
    if (i < a.length && j < b.length && both(i, j) + at(i + 1, j + 1) === here) steps.push([i++, j++])
    else if (i < a.length && gap(a[i]) + at(i + 1, j) === here) steps.push([i++, null])
    else steps.push([null, j++])
  }
  return { score: at(0, 0), steps }
}
