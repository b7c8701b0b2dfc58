import { TAG_LENGTH } from './model.ts'

/**
 * The one spelling of a tag somebody typed or imported: lower case, composed, white space as `-`, invisible
 * and separating characters gone, cut to length. Empty where nothing is left.
 */
export function tagFrom(text: string): string {
  // Composed first, too: some characters become a separator by it, as the Greek question mark does.
  const clean = text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .toLowerCase()
    .replace(/[\p{C}\p{Lu},;]/gu, '')
    .trim()
    .replace(/ +/gu, '-')
    .normalize('NFC')
  return [...clean].slice(0, TAG_LENGTH).join('')
}

/** The same tags in the order they came, each once, empty ones left out. */
export const tagsFrom = (texts: readonly string[]): readonly string[] => [...new Set(texts.map(tagFrom))].filter((tag) => tag !== '')
