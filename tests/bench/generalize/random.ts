/** Chance that repeats: the same seed gives the same draws, and every name a stream of its own. */
export class Random {
  private a: number
  private b: number
  private c: number
  private d = 1

  /** @param seed any text; streams of different seeds have nothing to do with each other */
  constructor(private readonly seed: string) {
    ;[this.a, this.b, this.c] = hashes(seed) as [number, number, number]
    for (let turn = 0; turn < 12; turn += 1) this.next()
  }

  /** A stream apart, so that one more draw here moves nothing there. */
  fork(name: string | number): Random {
    return new Random(`${this.seed}/${name}`)
  }

  /** From 0 up to but not including 1 (sfc32). */
  next(): number {
    const sum = (this.a + this.b + this.d++) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = ((this.c << 21) | (this.c >>> 11)) + sum
    return (sum >>> 0) / 4_294_967_296
  }

  /** A whole number, both ends included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** @throws when there is nothing to choose from */
  pick<T>(list: readonly T[]): T {
    const found = list[Math.floor(this.next() * list.length)]
    if (found === undefined) throw new Error('There is nothing to choose from.')
    return found
  }

  /** One of the keys, by weight. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    const entries = Object.entries<number>(weights)
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [key, weight] of entries) if ((left -= weight) < 0) return key as K
    return entries.at(-1)?.[0] as K
  }

  shuffled<T>(list: readonly T[]): readonly T[] {
    const copy = [...list]
    for (let place = copy.length - 1; place > 0; place -= 1) {
      const other = this.between(0, place)
      ;[copy[place], copy[other]] = [copy[other] as T, copy[place] as T]
    }
    return copy
  }

  /** Some of the list, in its order. */
  some<T>(list: readonly T[], count: number): readonly T[] {
    const places = new Set(this.shuffled([...list.keys()]).slice(0, count))
    return list.filter((_, place) => places.has(place))
  }
}

/** Three well mixed numbers of a text (xmur3). */
function hashes(text: string): readonly number[] {
  let h = 1_779_033_703 ^ text.length
  for (let place = 0; place < text.length; place += 1) {
    h = Math.imul(h ^ text.charCodeAt(place), 3_432_918_353)
    h = (h << 13) | (h >>> 19)
  }
  return [0, 1, 2].map(() => {
    h = Math.imul(h ^ (h >>> 16), 2_246_822_507)
    h = Math.imul(h ^ (h >>> 13), 3_266_489_909)
    return (h ^= h >>> 16) >>> 0
  })
}
