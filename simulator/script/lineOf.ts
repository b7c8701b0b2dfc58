/**
 * The line on which a member of a JSON text begins, from 1.
 * @param text valid JSON
 * @param path keys and indices from the root; when it leads nowhere, the line of the last part that exists
 */
export function lineOf(text: string, path: readonly (string | number)[]): number {
  const place = find(text, skip(text, 0), path.map(String))
  return text.slice(0, place).split('\n').length
}

const skip = (text: string, from: number): number => {
  let at = from
  while (at < text.length && /[\s,:]/.test(text[at] ?? '')) at += 1
  return at
}

function find(text: string, at: number, path: readonly string[]): number {
  const [wanted, ...rest] = path
  const opens = text[at]
  if (wanted === undefined || (opens !== '{' && opens !== '[')) return at
  let place = skip(text, at + 1)
  for (let index = 0; place < text.length && text[place] !== '}' && text[place] !== ']'; index += 1) {
    const start = place
    let key = String(index)
    if (opens === '{') {
      const end = endOf(text, place)
      key = JSON.parse(text.slice(place, end)) as string
      place = skip(text, end)
    }
    if (key === wanted) return rest.length === 0 ? start : find(text, place, rest)
    place = skip(text, endOf(text, place))
  }
  return at
}

/** Where the value that begins here ends. */
function endOf(text: string, at: number): number {
  if (text[at] === '"') {
    let place = at + 1
    while (place < text.length && text[place] !== '"') place += text[place] === '\\' ? 2 : 1
    return place + 1
  }
  if (text[at] !== '{' && text[at] !== '[') {
    let place = at
    while (place < text.length && !/[\s,\]}]/.test(text[place] ?? '')) place += 1
    return place
  }
  let place = skip(text, at + 1)
  while (place < text.length && text[place] !== '}' && text[place] !== ']') place = skip(text, endOf(text, place))
  return place + 1
}
