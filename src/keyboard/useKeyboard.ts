import { onScopeDispose } from 'vue'
import type { Binding } from './keyTable.ts'
import { resolveKey, type KeyContext } from './resolveKey.ts'

export interface KeyboardOptions {
  readonly table: () => readonly Binding[]
  readonly context: () => Omit<KeyContext, 'typing' | 'inList'>
  /** @returns false when the action did nothing, so that the key keeps its usual meaning */
  readonly run: (binding: Binding, event: KeyboardEvent) => boolean
  readonly target?: EventTarget
}

const TYPED_INTO = 'input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range], [type=file]), textarea, select'

/** Whether keys that reach this element write text. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(TYPED_INTO))
}

/** Whether the list has the focus, or nothing that would want the key itself. */
export function isInList(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return true
  return target === document.body || target === document.documentElement || target.closest('[data-region="queue"] [role="grid"]') !== null
}

/** The console's one key listener. Goes when its scope does. */
export function useKeyboard({ table, context, run, target = document }: KeyboardOptions): void {
  const pressed = (raw: Event): void => {
    const event = raw as KeyboardEvent
    const around: KeyContext = { ...context(), typing: isTyping(event.target), inList: isInList(event.target) }
    const binding = resolveKey(event, around, table())
    if (binding && run(binding, event)) event.preventDefault()
  }
  target.addEventListener('keydown', pressed)
  onScopeDispose(() => target.removeEventListener('keydown', pressed))
}
