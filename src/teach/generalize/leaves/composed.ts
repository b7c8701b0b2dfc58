import type { TextParts } from '../../recording/copiedText.ts'
import type { Expr } from '../../procedure/types.ts'

/** Text put together of pieces that are read somewhere and of what was written itself. */
export const composed = (parts: TextParts, read: (path: string) => Expr): Expr => ({
  op: 'concat',
  parts: parts.map((part): Expr => (typeof part === 'string' ? { op: 'const', value: part } : read(part.path))),
})
