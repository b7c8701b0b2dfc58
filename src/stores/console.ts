import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef } from 'vue'
import type { Evidence, EvidenceMap } from '../bus/evidence.ts'
import type { JsonObject } from '../bus/json.ts'
import { announce } from '../ui/announce.ts'
import { useBusStore } from './busStore.ts'
import { useListStore } from './list.ts'
import { useNoticesStore } from './notices.ts'
import { usePreferencesStore } from './preferences.ts'
import { useServices } from './services.ts'
import { idleSince, unitWords } from './undoWords.ts'

/** What a person edits of a ticket. */
export type Field = 'status' | 'priority' | 'assignee' | 'tags' | 'template'

/** The ticket a gesture is about, and how it came to be that one. */
export interface Target {
  readonly ticketId: string
  readonly source: 'ticket' | 'list'
  readonly evidence: Evidence
}

/** Handles an action. Answering `false` means: not mine, ask the next. */
export type ActionHandler = () => unknown

/** A held key has come to rest after so many milliseconds. */
const REST = 120

const PICKED: Evidence = { how: 'picked', from: 'vocabulary' }

/** What the operator does with tickets: opening, picking, writing, undoing. It remembers what is open, nothing else. */
export const useConsoleStore = defineStore('console', () => {
  const { bus: core, history } = useServices()
  const bus = useBusStore()
  const list = useListStore()
  const notices = useNoticesStore()
  const preferences = usePreferencesStore()

  const openId = computed(() => {
    const focus = bus.session.view.focus
    return focus?.entity === 'ticket' ? focus.id : null
  })

  function open(ticketId: string, ordinal: number): boolean {
    list.moveTo(ordinal)
    return bus.dispatch('select_ticket', { ticketId }, 'list', { ticketId: { how: 'picked', from: 'list', ordinal } }).ok
  }

  const openCursor = (): boolean => list.cursor !== null && open(list.cursor, list.cursorIndex)
  const close = (): boolean => openId.value !== null && bus.dispatch('close_ticket', {}, 'ticket').ok

  let resting: ReturnType<typeof setTimeout> | undefined

  /** Opens the row the cursor came to while a key was held. */
  function settle(): void {
    if (resting === undefined) return
    clearTimeout(resting)
    resting = undefined
    if (openId.value !== null && list.cursor !== null && list.cursor !== openId.value) openCursor()
  }
  onScopeDispose(() => clearTimeout(resting))

  /**
   * Moves the cursor; an open ticket goes along, so that list and ticket never speak of two.
   * @param held the key is held: only the row where it comes to rest is opened
   */
  function moveTo(index: number, held = false): boolean {
    const id = list.moveTo(index)
    if (id === null) return false
    clearTimeout(resting)
    resting = setTimeout(settle, REST)
    if (!held) settle()
    return true
  }

  /** The open ticket, or the row under the cursor. */
  const target = computed<Target | null>(() => {
    if (openId.value !== null) return { ticketId: openId.value, source: 'ticket', evidence: { how: 'focus', from: 'opened' } }
    if (list.cursor === null) return null
    return { ticketId: list.cursor, source: 'list', evidence: { how: 'focus', from: 'cursor', ordinal: list.cursorIndex } }
  })

  /** The field being picked, and for which ticket: fixed when the picker opens. */
  const picker = shallowRef<{ readonly field: Field; readonly target: Target } | null>(null)

  function pick(field: Field): boolean {
    settle()
    if (!target.value) {
      notices.show('There is no ticket here. Change the filter, then try again.', 'problem')
      return true
    }
    const same = picker.value?.field === field
    picker.value = same ? null : { field, target: target.value }
    return true
  }
  const closePicker = (): void => {
    picker.value = null
  }

  /** Writes to a ticket. What came of it is announced; a refusal is shown. */
  function write(command: string, to: Target, values: JsonObject, evidence: EvidenceMap, said: string): boolean {
    const input = { ticketId: to.ticketId, ...values }
    const result = bus.dispatch(command, input, to.source, { ticketId: to.evidence, ...evidence })
    if (result.ok) announce(result.value.commit ? said : `${to.ticketId}: it is already so.`)
    return result.ok
  }

  const setStatus = (to: Target, status: string): boolean =>
    write('set_ticket_status', to, { status }, { status: PICKED }, `Status of ${to.ticketId} set to ${status.replace('_', ' ')}.`)

  const setPriority = (to: Target, priority: string): boolean =>
    write('set_ticket_priority', to, { priority }, { priority: PICKED }, `Priority of ${to.ticketId} set to ${priority}.`)

  const setAssignee = (to: Target, assigneeId: string | null, how: Evidence = PICKED): boolean =>
    write('set_ticket_assignee', to, { assigneeId }, { assigneeId: how }, `${to.ticketId} ${assigneeId === null ? 'unassigned' : 'assigned'}.`)

  /** Adds or takes one tag; the others stay, also those that came meanwhile. */
  const toggleTag = (to: Target, tag: string, on: boolean): boolean =>
    on
      ? write('add_ticket_tags', to, { tags: [tag] }, { tags: { how: 'toggled', added: [tag] } }, `Tag added to ${to.ticketId}.`)
      : write('remove_ticket_tags', to, { tags: [tag] }, { tags: { how: 'toggled', removed: [tag] } }, `Tag removed from ${to.ticketId}.`)

  const applyTemplate = (to: Target, templateId: string): boolean =>
    write('apply_template', to, { templateId }, { templateId: PICKED }, `Reply of ${to.ticketId} filled in.`)

  const settingsOpen = shallowRef(false)
  const helpOpen = shallowRef(false)

  function assignToMe(): boolean {
    settle()
    const { me } = preferences.current
    if (!me) {
      notices.show('Say who you are first: choose a name under “I am”.', 'problem', { label: 'Settings', run: () => (settingsOpen.value = true) })
      return true
    }
    return target.value ? setAssignee(target.value, me, { how: 'me' }) : false
  }

  /** Undo and redo say what they took back: it may lie far from what is on show. */
  function travel(direction: 'undo' | 'redo'): void {
    const [unit] = direction === 'undo' ? history.undoable() : history.redoable()
    // Before the undo itself is among the commits.
    const aside = direction === 'undo' ? idleSince(core.commits) : ''
    const result = history[direction]()
    const what = unit ? unitWords(unit, core.index) : 'the last change'
    if (result.ok) notices.show(`${direction === 'undo' ? 'Undone' : 'Done again'}: ${what}. ${aside}`.trim())
    else notices.refuse(result.error)
  }

  /** A page that was just loaded does not know yet what was done before it. What is done meanwhile is not what was meant. */
  function travelSoon(direction: 'undo' | 'redo'): true {
    const lastWrite = () => core.journal.findLast(({ patches }) => patches.length > 0)
    const last = lastWrite()
    history.whenWhole(() => {
      if (lastWrite() === last) travel(direction)
      else notices.show(`Not ${direction === 'undo' ? 'undone' : 'done again'}: something else was done meanwhile.`, 'problem')
    })
    return true
  }
  const undo = (): boolean => travelSoon('undo')
  const redo = (): boolean => travelSoon('redo')

  const handlers = new Map<string, ActionHandler[]>()

  /**
   * Says what an action of the key table does: `teach`, `library`, `escape` … The last one registered is
   * asked first; one that returns false passes it on.
   * @returns takes the handler away again
   */
  function registerAction(action: string, handler: ActionHandler): () => void {
    handlers.set(action, [handler, ...(handlers.get(action) ?? [])])
    return () => {
      handlers.set(action, (handlers.get(action) ?? []).filter((one) => one !== handler))
    }
  }

  /** @returns false when nobody wanted it */
  const act = (action: string): boolean => (handlers.get(action) ?? []).some((handler) => handler() !== false)

  return {
    openId,
    open,
    openCursor,
    close,
    moveTo,
    target,
    picker,
    pick,
    closePicker,
    setStatus,
    setPriority,
    setAssignee,
    toggleTag,
    applyTemplate,
    assignToMe,
    undo,
    redo,
    settingsOpen,
    helpOpen,
    registerAction,
    act,
  }
})
