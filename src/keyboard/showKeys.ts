const NAMES: Readonly<Record<string, string>> = {
  Escape: 'Esc',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Enter: '↵',
}

/** Keys of the table as a person reads them on a keyboard: `Ctrl+Shift+z` becomes `Ctrl ⇧ Z`. */
export function showKeys(keys: string): string {
  const parts = keys.split('+')
  const last = parts.pop() ?? ''
  const shown = parts.length > 0 && last.length === 1 ? last.toUpperCase() : (NAMES[last] ?? last)
  return [...parts.map((part) => (part === 'Shift' ? '⇧' : part)), shown].join(' ')
}
