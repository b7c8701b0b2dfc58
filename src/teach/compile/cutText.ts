/** A text of at most so many characters, cut at a word where one is near and never inside a character. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  if (most < 1) return ''
  const head = text.slice(0, most - 1)
  const space = head.lastIndexOf(' ')
  const cut = (space > most * 0.6 ? head.slice(0, space) : head).replace(/[\uD800-\uDBFF]$/, '')
  return `${cut.trimEnd()}…`
}
