/** One place of two lists laid side by side: in both, or in one of them. */
export interface Pair<Item> {
  readonly left?: Item
  readonly right?: Item
}

/** Longer lists are not laid side by side item by item: that would hold up the page. */
const COMPARED = 2_000

/** Lays two lists side by side by their longest common subsequence. @param keyOf items are the same where their keys are */
export function align<Item>(left: readonly Item[], right: readonly Item[], keyOf: (item: Item) => string): readonly Pair<Item>[] {
  const a = left.map(keyOf)
  const b = right.map(keyOf)
  if (a.length > COMPARED || b.length > COMPARED) {
    const same = a.length === b.length && a.every((key, place) => key === b[place])
    return same ? left.map((item, place) => pair(item, right[place])) : [...left.map((item) => pair(item)), ...right.map((item) => pair(undefined, item))]
  }
  const width = b.length + 1
  const common = new Uint16Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      common[i * width + j] =
        a[i] === b[j] ? (common[(i + 1) * width + j + 1] ?? 0) + 1 : Math.max(common[(i + 1) * width + j] ?? 0, common[i * width + j + 1] ?? 0)
    }
  }
  const pairs: Pair<Item>[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) pairs.push(pair(left[i++], right[j++]))
    else if (j >= b.length || (i < a.length && (common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0))) pairs.push(pair(left[i++]))
    else pairs.push(pair(undefined, right[j++]))
  }
  return pairs
}

const pair = <Item>(left?: Item, right?: Item): Pair<Item> => ({ ...(left === undefined ? {} : { left }), ...(right === undefined ? {} : { right }) })
