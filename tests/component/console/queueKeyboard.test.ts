import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nextTick } from 'vue'
import { doIt } from '../../support/desk.ts'
import { mountConsole, type Desk } from './mountConsole.ts'

let desk: Desk
beforeEach(async () => {
  desk = await mountConsole()
})
afterEach(() => desk.end())

const grid = (): HTMLElement => desk.wrapper.get<HTMLElement>('[data-region="queue"] [role="grid"]').element
const ids = (): readonly string[] => desk.bus.session.view.list?.ids ?? []

describe('the queue', () => {
  it('is one tab stop that names its current row', () => {
    expect(desk.wrapper.findAll('[data-region="queue"] [tabindex="0"]')).toHaveLength(1)
    expect(grid().getAttribute('aria-activedescendant')).toBe(`row-${ids()[0]}`)
    expect(grid().getAttribute('aria-rowcount')).toBe(String(ids().length))
    expect(desk.wrapper.findAll('[role="row"][aria-selected="true"]')).toHaveLength(1)
  })

  it('moves its cursor by letters and arrows, and stops at the ends', async () => {
    await desk.press('j')
    await desk.press('ArrowDown')
    expect(desk.current()).toBe(ids()[2])
    await desk.press('k')
    expect(desk.current()).toBe(ids()[1])
    await desk.press('Home')
    await desk.press('k')
    expect(desk.current()).toBe(ids()[0])
    await desk.press('End')
    await desk.press('j')
    expect(desk.current()).toBe(ids().at(-1))
    expect(desk.last('select_ticket')).toBeUndefined()
  })

  it('opens the row under the cursor as picked from the list at its place', async () => {
    await desk.press('j')
    await desk.press('j')
    await desk.press('Enter')
    expect(desk.last('select_ticket')).toEqual({
      input: { ticketId: ids()[2] },
      source: 'list',
      evidence: { ticketId: { how: 'picked', from: 'list', ordinal: 2 } },
    })
    expect(desk.wrapper.find('[data-region="ticket"]').attributes('data-open-ticket')).toBe(ids()[2])
  })

  it('opens a clicked row the same way, and takes the focus', async () => {
    await desk.wrapper.get(`[data-ticket-id="${ids()[4]}"] .subject`).trigger('click')
    expect(desk.last('select_ticket')?.evidence).toEqual({ ticketId: { how: 'picked', from: 'list', ordinal: 4 } })
    expect(desk.current()).toBe(ids()[4])
    expect(document.activeElement).toBe(grid())
  })

  it('takes the open ticket along, so that list and ticket never speak of two', async () => {
    await desk.press('Enter')
    await desk.press('j')
    expect(desk.wrapper.find('[data-region="ticket"]').attributes('data-open-ticket')).toBe(ids()[1])
    await desk.press('Escape')
    expect(desk.wrapper.find('[data-region="ticket"]').exists()).toBe(false)
    expect(desk.bus.session.view.focus).toBeNull()
    expect(document.activeElement).toBe(grid())
  })

  it('opens only the row where a held key comes to rest', async () => {
    await desk.press('Enter')
    for (let press = 0; press < 5; press += 1) await desk.press('j', { repeat: press > 0 })
    await desk.press('s')
    const opened = desk.bus.journal.filter((entry) => entry.command === 'select_ticket').map((entry) => entry.input['ticketId'])
    expect(opened).toEqual([ids()[0], ids()[1], ids()[5]])
  })

  it('case C07: a field key acts on the row under the cursor without opening it', async () => {
    grid().focus()
    await desk.press('j')
    await desk.press('p')
    expect(document.activeElement?.getAttribute('role')).toBe('searchbox')
    const [, ticketId] = ids()
    document.querySelector<HTMLElement>('[role="option"][data-value="low"]')?.click()
    await nextTick()
    expect(desk.last('set_ticket_priority')).toEqual({
      input: { ticketId, priority: 'low' },
      source: 'list',
      evidence: { ticketId: { how: 'focus', from: 'cursor', ordinal: 1 }, priority: { how: 'picked', from: 'vocabulary' } },
    })
    expect(desk.bus.session.view.focus).toBeNull()
    expect(document.activeElement).toBe(grid())
    expect(desk.current()).toBe(ticketId)
  })

  it('picks by typing and arrows alone', async () => {
    const before = desk.bus.session.records.get('ticket', ids()[0] ?? '')?.['priority']
    await desk.press('p')
    const options = [...document.querySelectorAll<HTMLElement>('[role="option"]')].map((one) => one.dataset['value'])
    await desk.press('ArrowDown')
    await desk.press('Enter')
    const next = options[(options.indexOf(before as string) + 1) % options.length]
    expect(desk.last('set_ticket_priority')?.input).toMatchObject({ priority: next })
    expect(document.querySelector('[role="listbox"]')).toBeNull()
  })

  it('keeps the cursor on its ticket when the list is asked for anew', async () => {
    await desk.press('j')
    await desk.press('j')
    const ticketId = desk.current()
    doIt(desk.bus, 'filter_tickets', { ...desk.bus.session.view.list?.query, sort: 'oldest' })
    await nextTick()
    expect(desk.current()).toBe(ticketId)
  })

  it('fires nothing into the search', async () => {
    await desk.press('/')
    expect((document.activeElement as HTMLElement).dataset['filter']).toBe('text')
    await desk.press('j')
    await desk.press('p')
    expect(desk.current()).toBe(ids()[0])
    expect(document.querySelector('[role="listbox"]')).toBeNull()
    await desk.press('Escape')
    expect(document.activeElement).toBe(grid())
  })

  it('case C06: single letters can be switched off; Enter and Ctrl+Z still work', async () => {
    doIt(desk.bus, 'set_preference', { key: 'letterKeys', value: 'off' })
    await desk.press('j')
    await desk.press('p')
    expect(desk.current()).toBe(ids()[0])
    expect(document.querySelector('[role="listbox"]')).toBeNull()
    await desk.press('Enter')
    expect(desk.last('select_ticket')).toBeDefined()
  })

  it('undoes and redoes the last write by key', async () => {
    const [ticketId = ''] = ids()
    const before = desk.bus.session.records.get('ticket', ticketId)?.['status']
    doIt(desk.bus, 'set_ticket_status', { ticketId, status: 'on_hold' })
    await desk.press('z', { ctrlKey: true })
    expect(desk.bus.session.records.get('ticket', ticketId)?.['status']).toBe(before)
    expect(desk.wrapper.get('[data-region="notice"]').text()).toContain('Set status')
    await desk.press('Z', { ctrlKey: true, shiftKey: true })
    expect(desk.bus.session.records.get('ticket', ticketId)?.['status']).toBe('on_hold')
  })

  it('says in a notice what to do when there is nothing to undo', async () => {
    await desk.press('z', { ctrlKey: true })
    expect(desk.wrapper.get('[data-region="notice"]').text()).toContain('There is nothing to undo.')
    const said = desk.wrapper.findAll('.sr-only > [aria-live="polite"]').map((region) => region.text())
    expect(said).toContain('There is nothing to undo.')
  })
})
