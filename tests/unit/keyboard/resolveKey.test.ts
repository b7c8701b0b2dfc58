import { describe, expect, it } from 'vitest'
import { catalogue } from '../../../src/app/catalogue.ts'
import { triageCommands } from '../../../src/triage/catalogue/index.ts'
import type { KeyLike } from '../../../src/keyboard/keys.ts'
import { CONSOLE_BINDINGS, conflictsIn, keyTable, type Binding } from '../../../src/keyboard/keyTable.ts'
import { resolveKey, type KeyContext } from '../../../src/keyboard/resolveKey.ts'
import { ariaKeys, showKeys } from '../../../src/keyboard/showKeys.ts'

const idle: KeyContext = { typing: false, inList: true, popover: false, modal: false, letterKeys: true }
const press = (key: string, more: Partial<KeyLike> = {}): KeyLike => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
})
const priority: Binding = { keys: 'p', action: 'command:set_ticket_priority', title: 'Set priority', group: 'Ticket', where: 'anywhere' }
const table = keyTable(triageCommands)
const action = (event: KeyLike, context: Partial<KeyContext> = {}): string | null =>
  resolveKey(event, { ...idle, ...context }, table)?.action ?? null

describe('resolveKey', () => {
  it('finds single letters, named keys and symbols', () => {
    expect(action(press('j'))).toBe('next')
    expect(action(press('Enter'))).toBe('open')
    expect(action(press('p'))).toBe('command:set_ticket_priority')
    expect(action(press('?', { shiftKey: true }))).toBe('help')
    expect(action(press('/', { shiftKey: true }))).toBe('command:filter_tickets')
  })

  it('takes Ctrl and Cmd alike, and tells redo from undo', () => {
    expect(action(press('z', { ctrlKey: true }))).toBe('undo')
    expect(action(press('z', { metaKey: true }))).toBe('undo')
    expect(action(press('Z', { ctrlKey: true, shiftKey: true }))).toBe('redo')
  })

  it('leaves letters with a modifier to the browser', () => {
    for (const modifier of ['ctrlKey', 'metaKey', 'altKey'] as const) {
      for (const key of ['t', 'l', 'p', 'j']) expect(action(press(key, { [modifier]: true }))).toBeNull()
    }
    expect(action(press('T', { shiftKey: true }))).toBeNull()
  })

  it('fires nothing but Escape into typing', () => {
    for (const key of ['t', 'l', 'j', '?', '/', 'Enter']) expect(action(press(key), { typing: true })).toBeNull()
    expect(action(press('z', { ctrlKey: true }), { typing: true })).toBeNull()
    expect(action(press('Escape'), { typing: true })).toBe('escape')
  })

  it('fires nothing, not even Escape, into composing', () => {
    for (const key of ['t', 'Enter', 'Escape']) expect(action(press(key, { isComposing: true }))).toBeNull()
    expect(action(press('Process'))).toBeNull()
  })

  it('keeps the console still behind a dialog, and behind a popover but for what toggles it, undo and redo', () => {
    for (const key of ['t', 'j', 'p']) expect(action(press(key), { modal: true })).toBeNull()
    expect(action(press('Escape'), { modal: true })).toBe('escape')
    expect(action(press('j'), { popover: true })).toBeNull()
    expect(action(press('l'), { popover: true })).toBe('library')
    // What was run from the library is taken back from there, too.
    expect(action(press('z', { ctrlKey: true }), { popover: true })).toBe('undo')
    expect(action(press('Z', { ctrlKey: true, shiftKey: true }), { popover: true })).toBe('redo')
    expect(action(press('z', { ctrlKey: true }), { popover: true, typing: true })).toBeNull()
    expect(action(press('z', { ctrlKey: true }), { popover: true, modal: true })).toBeNull()
  })

  it('leaves arrows and Enter to a control that has the focus', () => {
    expect(action(press('Enter'), { inList: false })).toBeNull()
    expect(action(press('ArrowDown'), { inList: false })).toBeNull()
    expect(action(press('j'), { inList: false })).toBe('next')
  })

  it('can have single characters switched off, and keeps the rest (C06)', () => {
    for (const key of ['t', 'p', 'j', '?', '/']) expect(action(press(key), { letterKeys: false })).toBeNull()
    expect(action(press('Enter'), { letterKeys: false })).toBe('open')
    expect(action(press('z', { ctrlKey: true }), { letterKeys: false })).toBe('undo')
    expect(action(press('Escape'), { letterKeys: false })).toBe('escape')
  })

  it('repeats moves, never toggles', () => {
    expect(action(press('j', { repeat: true }))).toBe('next')
    expect(action(press('t', { repeat: true }))).toBeNull()
    expect(action(press('Escape', { repeat: true }))).toBeNull()
  })

  it('does not care for Caps Lock, and goes by the place of the key where letters are not Latin', () => {
    expect(action(press('J'))).toBe('next')
    expect(action(press('о', { code: 'KeyJ' }))).toBe('next')
  })

  it('stays out of what somebody has already handled', () => {
    expect(action(press('Escape', { defaultPrevented: true }))).toBeNull()
  })
})

describe('the key table', () => {
  it('has no two bindings for one stroke, over everything the page can do', () => {
    expect([...conflictsIn(keyTable(catalogue.commands))]).toEqual([])
  })

  it('gives every field of a ticket its key', () => {
    const keys = Object.fromEntries(keyTable(triageCommands).map((binding) => [binding.keys, binding.action]))
    expect(keys).toMatchObject({
      p: 'command:set_ticket_priority',
      s: 'command:set_ticket_status',
      a: 'command:set_ticket_assignee',
      y: 'command:add_ticket_tags',
      m: 'command:apply_template',
      '/': 'command:filter_tickets',
    })
  })

  it('finds a conflict that is made', () => {
    const clash = conflictsIn(keyTable([], [...CONSOLE_BINDINGS, { ...priority, keys: 'Ctrl+Z' }]))
    expect([...clash]).toEqual([['Mod+z', ['undo', 'command:set_ticket_priority']]])
  })

  it('shows keys as they are found on a keyboard', () => {
    expect(showKeys('Mod+Shift+z', false)).toBe('Ctrl ⇧ Z')
    expect(showKeys('Mod+z', true)).toBe('⌘ Z')
    expect(showKeys('Escape', false)).toBe('Esc')
    expect(ariaKeys('Mod+Shift+z', false)).toBe('Control+Shift+z')
  })
})
