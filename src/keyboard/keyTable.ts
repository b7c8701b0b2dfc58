import type { Command } from '../bus/command.ts'
import { parseKeys, spell } from './keys.ts'

/** Where keys count: `list` only while the list, or nothing, has the focus; other controls use such keys themselves. */
export type Where = 'anywhere' | 'list'

/** One line of the key table. */
export interface Binding {
  readonly keys: string
  /** What is done: an action of the console, or `command:` and the id of a command. */
  readonly action: string
  /** For the help, in the imperative. */
  readonly title: string
  readonly group: 'Move' | 'Ticket' | 'Console'
  readonly where: Where
  /** Goes on while the key is held. */
  readonly repeats?: boolean
  /** Counts while a popover is open, too. */
  readonly overPopover?: boolean
}

const move = (keys: string, action: string, title: string, where: Where): Binding => ({
  keys,
  action,
  title,
  group: 'Move',
  where,
  repeats: true,
})

const one = (keys: string, action: string, title: string, group: Binding['group'], more: Partial<Binding> = {}): Binding => ({
  keys,
  action,
  title,
  group,
  where: 'anywhere',
  ...more,
})

/** What the console itself can be told by key; the fields of tickets come from their commands. */
export const CONSOLE_BINDINGS: readonly Binding[] = [
  move('j', 'next', 'Next ticket', 'anywhere'),
  move('k', 'previous', 'Previous ticket', 'anywhere'),
  move('ArrowDown', 'next', 'Next ticket', 'list'),
  move('ArrowUp', 'previous', 'Previous ticket', 'list'),
  move('PageDown', 'pageDown', 'A page down', 'list'),
  move('PageUp', 'pageUp', 'A page up', 'list'),
  move('Home', 'first', 'First ticket', 'list'),
  move('End', 'last', 'Last ticket', 'list'),
  one('Enter', 'open', 'Open the ticket', 'Move', { where: 'list' }),
  one('o', 'open', 'Open the ticket', 'Move'),
  one('i', 'assignToMe', 'Assign to me', 'Ticket'),
  one('r', 'runTool', 'Run a taught tool on the ticket', 'Ticket'),
  one('t', 'teach', 'Teach, or stop teaching', 'Console', { overPopover: true }),
  one('l', 'library', 'Library of taught tools', 'Console', { overPopover: true }),
  one('Mod+Shift+e', 'exportPack', 'Export the taught tools', 'Console', { overPopover: true }),
  one('?', 'help', 'This help', 'Console', { overPopover: true }),
  one('Mod+z', 'undo', 'Undo the last change', 'Console', { repeats: true, overPopover: true }),
  one('Mod+Shift+z', 'redo', 'Redo it', 'Console', { repeats: true, overPopover: true }),
  one('Escape', 'escape', 'Close what is open; stop teaching; close the ticket', 'Console', { overPopover: true }),
]

/** The whole table: what commands claim for themselves, then what the console does. */
export function keyTable(commands: Iterable<Command>, own: readonly Binding[] = CONSOLE_BINDINGS): readonly Binding[] {
  const fields = [...commands].flatMap((command) =>
    (command.keys ?? []).map((keys) => one(keys, `command:${command.id}`, command.title, 'Ticket')),
  )
  return [...fields, ...own]
}

/** Strokes that more than one binding claims, each with the actions that want it. */
export function conflictsIn(table: readonly Binding[]): ReadonlyMap<string, readonly string[]> {
  const claims = new Map<string, string[]>()
  for (const { keys, action } of table) {
    const stroke = spell(parseKeys(keys))
    claims.set(stroke, [...(claims.get(stroke) ?? []), action])
  }
  return new Map([...claims].filter(([, actions]) => actions.length > 1))
}
