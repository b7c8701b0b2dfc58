import { computed, type ComputedRef } from 'vue'
import { keyTable, type Binding } from '../../keyboard/keyTable.ts'
import { useKeyboard } from '../../keyboard/useKeyboard.ts'
import { useConsoleStore, type Field } from '../../stores/console.ts'
import { useListStore } from '../../stores/list.ts'
import { usePreferencesStore } from '../../stores/preferences.ts'
import { useServices } from '../../stores/services.ts'
import { closeTopOverlay, modalOpen, overlayOpen } from '../../ui/overlays.ts'
import { focusQueue } from './focusQueue.ts'

/** Commands whose key opens the picker of a field. */
const FIELDS: Readonly<Record<string, Field>> = {
  'command:set_ticket_status': 'status',
  'command:set_ticket_priority': 'priority',
  'command:set_ticket_assignee': 'assignee',
  'command:add_ticket_tags': 'tags',
  'command:apply_template': 'template',
}

/** Binds the key table to what the console does. @returns the table, for the help */
export function useConsoleKeys(): ComputedRef<readonly Binding[]> {
  const { bus } = useServices()
  const desk = useConsoleStore()
  const list = useListStore()
  const preferences = usePreferencesStore()
  const table = computed(() => keyTable(bus.index.commands.values()))

  /** Closes what lies on top; else whoever wants the key (teaching stops); else the open ticket. */
  function escape(): boolean {
    if (closeTopOverlay() || desk.act('escape')) return true
    const closed = desk.close()
    if (closed) focusQueue()
    return closed
  }

  const own: Readonly<Record<string, (held: boolean) => boolean>> = {
    next: (held) => desk.moveTo(list.cursorIndex + 1, held),
    previous: (held) => desk.moveTo(list.cursorIndex - 1, held),
    first: () => desk.moveTo(0),
    last: () => desk.moveTo(list.ids.length - 1),
    open: () => desk.openCursor(),
    assignToMe: () => desk.assignToMe(),
    undo: () => desk.undo(),
    redo: () => desk.redo(),
    help: () => (desk.helpOpen = true),
    escape,
  }

  useKeyboard({
    table: () => table.value,
    context: () => ({
      popover: overlayOpen.value,
      modal: modalOpen.value,
      letterKeys: preferences.current.letterKeys === 'on',
    }),
    run({ action }, { repeat }) {
      const field = FIELDS[action]
      if (field) return desk.pick(field)
      return own[action]?.(repeat) ?? desk.act(action)
    },
  })

  return table
}
