export interface DiffLine {
  readonly side: 'both' | 'left' | 'right'
  readonly text: string
}

/** More lines than this are not compared one by one. */
const COMPARED = 2_000

/** Two texts line by line: what both have, what only one has. By the longest common subsequence. */
export function diffLines(left: string, right: string): readonly DiffLine[] {
  const a = left.split('\n')
  const b = right.split('\n')
  if (a.length > COMPARED || b.length > COMPARED) {
    return left === right ? a.map((text) => ({ side: 'both', text })) : [...a.map((text) => ({ side: 'left', text }) as const), ...b.map((text) => ({ side: 'right', text }) as const)]
  }
  const width = b.length + 1
  const common = new Uint16Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      common[i * width + j] =
        a[i] === b[j] ? (common[(i + 1) * width + j + 1] ?? 0) + 1 : Math.max(common[(i + 1) * width + j] ?? 0, common[i * width + j + 1] ?? 0)
    }
  }
  const lines: DiffLine[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ side: 'both', text: a[i] ?? '' })
      i += 1
      j += 1
    } else if (j >= b.length || (i < a.length && (common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0))) {
      lines.push({ side: 'left', text: a[i] ?? '' })
      i += 1
    } else {
      lines.push({ side: 'right', text: b[j] ?? '' })
      j += 1
    }
  }
  return lines
}
