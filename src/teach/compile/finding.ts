import type { Words } from '../../bus/words.ts'
import { shortHash } from '../generalize/hash.ts'
import type { Finding } from '../generalize/types.ts'

/** A finding of the compiler. It has the same id each time it is about the same thing. */
export const finding = (level: Finding['level'], kind: string, about: string, words: Words): Finding => ({
  findingId: `f_${shortHash([kind, about])}`,
  level,
  kind,
  words,
})
