/** One thing that can be chosen. */
export interface Option {
  readonly value: string
  readonly label: string
  /** Small print beside the label. */
  readonly hint?: string
  /** Further words it is found by. */
  readonly keywords?: string
}

/** How well a label answers what was typed: 0 begins with it, 1 a word does, 2 holds it, 3 its letters in order; null not at all. */
function rank(text: string, query: string): number | null {
  const place = text.indexOf(query)
  if (place === 0) return 0
  if (place > 0) return /[\s_\-./@]/.test(text[place - 1] ?? '') ? 1 : 2
  let from = 0
  for (const letter of query) {
    const found = text.indexOf(letter, from)
    if (found < 0) return null
    from = found + letter.length
  }
  return 3
}

/**
 * The options that answer what was typed, best first; equals keep their order, so a menu learnt by
 * heart stays as it is.
 */
export function matchOptions(options: readonly Option[], typed: string): readonly Option[] {
  const query = typed.trim().toLocaleLowerCase()
  if (query === '') return options
  return options
    .map((option) => {
      const direct = rank(option.label.toLocaleLowerCase(), query)
      const other = option.keywords?.toLocaleLowerCase().includes(query) ? 2 : null
      return { option, rank: direct === null ? other : other === null ? direct : Math.min(direct, other) }
    })
    .filter((entry): entry is { option: Option; rank: number } => entry.rank !== null)
    .sort((a, b) => a.rank - b.rank)
    .map((entry) => entry.option)
}
