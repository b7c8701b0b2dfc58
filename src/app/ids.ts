const ALPHABET = '0123456789abcdefghijkmnpqrstvwxyz'

/** A fresh id of 12 characters that read well: 60 random bits. Works on plain http, where `randomUUID` does not exist. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(bytes, (byte) => ALPHABET[byte & 31]).join('')
}

const KEY = 'understudy-tab'

/**
 * The id of this tab: the same after a reload, another in every other tab. Where the browser keeps nothing
 * for the tab it is new with each load.
 */
export function tabIdOf(store: () => Pick<Storage, 'getItem' | 'setItem'>): string {
  try {
    const known = store().getItem(KEY)
    if (known) return known
    const made = newId()
    store().setItem(KEY, made)
    return made
  } catch {
    // Storage may be forbidden altogether; then history is not per tab over reloads, and nothing else is lost.
    return newId()
  }
}
