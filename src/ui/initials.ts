/** Those already made: a list shows the same few names over and over, and its first frame waits for each. */
const known = new Map<string, string>()

/** First letters of the first and the last word, whatever script they are in. */
export function initials(name: string): string {
  const made = known.get(name) ?? lettersOf(name)
  known.set(name, made)
  return made
}

function lettersOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters.map((word) => [...(word ?? '')][0] ?? '').join('').toLocaleUpperCase()
}
