import { align } from './align.ts'

export interface DiffLine {
  readonly side: 'both' | 'left' | 'right'
  readonly text: string
}

/** Two texts line by line: what both have, what only one has. */
export const diffLines = (left: string, right: string): readonly DiffLine[] =>
  align(left.split('\n'), right.split('\n'), (line) => line).map((pair) => ({
    side: pair.left === undefined ? 'right' : pair.right === undefined ? 'left' : 'both',
    text: pair.left ?? pair.right ?? '',
  }))
