import { parseKeys } from './keys.ts'

const NAMES: Readonly<Record<string, string>> = {
  Escape: 'Esc',
  ArrowDown: '↓',
  ArrowUp: '↑',
  Enter: '↵',
}

const onMac = (): boolean => 'navigator' in globalThis && /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Keys of the table as a person finds them on the keyboard: `Mod+Shift+z` is `Ctrl ⇧ Z`, on a Mac `⌘ ⇧ Z`. */
export function showKeys(keys: string, mac = onMac()): string {
  const { mod, alt, shift, key } = parseKeys(keys)
  const name = NAMES[key] ?? (mod && key.length === 1 ? key.toUpperCase() : key)
  return [mod ? (mac ? '⌘' : 'Ctrl') : '', alt ? 'Alt' : '', shift ? '⇧' : '', name].filter((part) => part !== '').join(' ')
}

/** The same for `aria-keyshortcuts`. */
export function ariaKeys(keys: string, mac = onMac()): string {
  const { mod, alt, shift, key } = parseKeys(keys)
  return [mod ? (mac ? 'Meta' : 'Control') : '', alt ? 'Alt' : '', shift ? 'Shift' : '', key].filter((part) => part !== '').join('+')
}
