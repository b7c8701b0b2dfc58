/**
 * Plain words with their role, so that a view can colour them and an agent's copy can keep
 * user-written text apart. A bare string is connecting text of our own.
 */
export type Word =
  | string
  | {
      /** `value`: a demonstrated or constant value. `param`: the caller says. `pick`: how a record is chosen. `ugc`: user-written text. */
      readonly kind: 'value' | 'param' | 'pick' | 'ugc'
      readonly text: string
    }

export type Words = readonly Word[]

/** The words as one plain line, for titles, announcements and golden texts. */
export const plain = (words: Words): string => words.map((word) => (typeof word === 'string' ? word : word.text)).join('')

/** Words of several parts joined by a separator, empty parts left out. */
export function joinWords(parts: readonly Words[], separator = ', '): Words {
  return parts.filter((part) => part.length > 0).flatMap((part, index) => (index === 0 ? part : [separator, ...part]))
}

/**
 * The line as an agent may see it: user-written words are replaced by `‹text N›` and given apart.
 * @returns `text` of trusted words only, and `untrusted` with the texts left out, if there were any.
 */
export function redact(words: Words): { readonly text: string; readonly untrusted?: readonly string[] } {
  const untrusted: string[] = []
  const text = words
    .map((word) => {
      if (typeof word === 'string') return word
      if (word.kind !== 'ugc') return word.text
      untrusted.push(word.text)
      return `‹text ${untrusted.length}›`
    })
    .join('')
  return untrusted.length > 0 ? { text, untrusted } : { text }
}
