import { at, type Json } from '../../bus/json.ts'
import { leavesOf, type JsonSchema } from '../../bus/schema.ts'

/** A text put together of pieces: what was written itself, and what stood in a field of a record. */
export type TextParts = readonly (string | { readonly path: string })[]

/** Shorter texts stand in others by chance. */
export const LEAST_TEXT = 4

/**
 * How a text is put together of what users wrote into a record: *Order of Ada Byron* of the name it shows. The longest
 * texts are looked for first, each as whole words.
 * @param shown what a look at the record returned, by the command's schema of it
 * @returns null when nothing of the record stands in the text
 */
export function copiedText(text: string, shown: Json, schema: JsonSchema): TextParts | null {
  const fields = leavesOf(schema)
    .flatMap(({ path, meaning }) => {
      const value = meaning.free === true ? at(shown, path) : undefined
      return typeof value === 'string' && value.trim().length >= LEAST_TEXT ? [{ path, value }] : []
    })
    .sort((a, b) => b.value.length - a.value.length || (a.path < b.path ? -1 : 1))
  let parts: TextParts = [text]
  for (const { path, value } of fields) {
    parts = parts.flatMap((part): TextParts => {
      const from = typeof part === 'string' ? wholeWordsAt(part, value) : -1
      if (typeof part !== 'string' || from < 0) return [part]
      return [part.slice(0, from), { path }, part.slice(from + value.length)].filter((piece) => piece !== '')
    })
  }
  return parts.some((part) => typeof part !== 'string') ? parts : null
}

/** The text the same pieces come to for another record; null where a field of it has nothing to give. */
export function textOf(parts: TextParts, record: Json): string | null {
  let text = ''
  for (const part of parts) {
    const piece = typeof part === 'string' ? part : at(record, part.path)
    if (typeof piece !== 'string' || (typeof part !== 'string' && piece.trim() === '')) return null
    text += piece
  }
  return text
}

/** Where one text stands in another, not within words of it; −1 when it does not. */
export function wholeWordsAt(text: string, value: string): number {
  for (let from = text.indexOf(value); from >= 0; from = text.indexOf(value, from + 1)) {
    if (!isWordCharacter(text[from - 1]) && !isWordCharacter(text[from + value.length])) return from
  }
  return -1
}

const isWordCharacter = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character)
