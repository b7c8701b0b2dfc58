/** Whether every word of a search occurs in one of the texts, whatever its case. An empty search finds everything. */
export function hasWords(search: string, ...texts: readonly string[]): boolean {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const text = texts.join('\n').toLocaleLowerCase()
  return words.every((word) => text.includes(word))
}
