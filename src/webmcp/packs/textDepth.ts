const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN = new Set([0x5b, 0x7b])
const CLOSE = new Set([0x5d, 0x7d])

/**
 * How deep a JSON text nests, without parsing it: one pass over its characters, so that no text can make the parser or
 * anything after it run out of stack. Stops once it is deeper than asked about. Of a text that is no JSON it says
 * something, and the parser says the rest.
 */
export function textDepth(text: string, most: number): number {
  let depth = 0
  let deepest = 0
  let quoted = false
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place)
    if (quoted) {
      if (code === BACKSLASH) place += 1
      else if (code === QUOTE) quoted = false
    } else if (code === QUOTE) quoted = true
    else if (OPEN.has(code)) {
      depth += 1
      deepest = Math.max(deepest, depth)
      if (deepest > most) return deepest
    } else if (CLOSE.has(code)) depth -= 1
  }
  return deepest
}
