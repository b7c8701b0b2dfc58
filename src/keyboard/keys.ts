/** A key stroke as the table spells it: modifiers in fixed order, then the key. `Mod` is Ctrl, or Cmd on a Mac. */
export interface Stroke {
  readonly mod: boolean
  readonly alt: boolean
  readonly shift: boolean
  readonly key: string
}

/** The part of a `KeyboardEvent` that is looked at. */
export interface KeyLike {
  readonly key: string
  readonly code?: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly isComposing?: boolean
  readonly repeat?: boolean
  readonly defaultPrevented?: boolean
}

const isLetter = (key: string): boolean => /^[A-Za-z]$/.test(key)

/** Reads `p`, `Shift+j`, `Mod+Shift+z`, `Escape`, `?`. */
export function parseKeys(keys: string): Stroke {
  const parts = keys === '+' ? ['+'] : keys.split('+')
  const key = parts.at(-1) ?? ''
  const has = (name: string): boolean => parts.slice(0, -1).includes(name)
  return {
    mod: has('Mod') || has('Ctrl') || has('Meta'),
    alt: has('Alt'),
    shift: has('Shift'),
    key: isLetter(key) ? key.toLowerCase() : key,
  }
}

/**
 * The stroke an event is. Caps Lock changes nothing, symbols carry no Shift (it differs between
 * layouts), and on a layout without Latin letters the place of the key counts.
 */
export function strokeOf(event: KeyLike): Stroke {
  const latin = event.key.length === 1 && event.key > '\u007f' ? /^Key([A-Z])$/.exec(event.code ?? '')?.[1] : undefined
  const key = latin ?? event.key
  const symbol = key.length === 1 && !isLetter(key)
  return {
    mod: event.ctrlKey || event.metaKey,
    alt: event.altKey,
    shift: event.shiftKey && !symbol,
    key: isLetter(key) ? key.toLowerCase() : key,
  }
}

/** One spelling for each stroke, to compare by. */
export const spell = ({ mod, alt, shift, key }: Stroke): string =>
  `${mod ? 'Mod+' : ''}${alt ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${key}`

/** A key that types something by itself; such keys can be switched off. */
export const isCharacter = (stroke: Stroke): boolean => !stroke.mod && !stroke.alt && stroke.key.length === 1
