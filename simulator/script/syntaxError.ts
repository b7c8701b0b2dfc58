const SPACE = /\s*/y
const SCALAR = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const TEXT = /"(?:[^"\\]|\\.)*"/y

/**
 * Where a text stops being JSON, from 0; its length when only something is missing at the end. Browsers tell this for
 * long texts only.
 */
export function syntaxErrorAt(text: string): number {
  let at = 0
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at = pattern.lastIndex
    return found !== null
  }
  const sign = (wanted: string): boolean => {
    take(SPACE)
    if (text[at] !== wanted) return false
    at += 1
    take(SPACE)
    return true
  }
  const list = (end: string, item: () => boolean): boolean => {
    if (sign(end)) return true
    for (;;) {
      if (!item()) return false
      if (sign(end)) return true
      if (!sign(',')) return false
    }
  }
  const value = (): boolean => {
    if (sign('{')) return list('}', () => take(TEXT) && sign(':') && value())
    return sign('[') ? list(']', value) : take(SCALAR)
  }
  value()
  take(SPACE)
  return at
}
