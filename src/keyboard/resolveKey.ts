import { isCharacter, parseKeys, spell, strokeOf, type KeyLike } from './keys.ts'
import type { Binding } from './keyTable.ts'

/** What is going on around a key stroke. */
export interface KeyContext {
  /** Text is being entered where the key goes. */
  readonly typing: boolean
  /** The list, or nothing at all, has the focus. */
  readonly inList: boolean
  /** A popover is open. */
  readonly popover: boolean
  /** A modal dialog is open. */
  readonly modal: boolean
  /** Single-letter keys are switched on. */
  readonly letterKeys: boolean
}

/**
 * The action a key stroke means, or null where it means nothing here. Pure. Escape gets through
 * everywhere, since it closes what is open; nothing else fires into typing, composing or a dialog.
 */
export function resolveKey(event: KeyLike, context: KeyContext, table: readonly Binding[]): Binding | null {
  if (event.isComposing || event.key === 'Process' || event.key === 'Dead' || event.defaultPrevented) return null
  const stroke = strokeOf(event)
  const spelt = spell(stroke)
  const found = table.find((binding) => spell(parseKeys(binding.keys)) === spelt)
  if (!found) return null
  if (found.action === 'escape') return event.repeat ? null : found
  if (context.typing || context.modal) return null
  if (context.popover && !found.overPopover) return null
  if (found.where === 'list' && !context.inList) return null
  if (isCharacter(stroke) && !context.letterKeys) return null
  return event.repeat && !found.repeats ? null : found
}
