import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import { doIt } from '../../support/desk.ts'
import { mountConsole, type Desk } from './mountConsole.ts'

const UNSOLVED = ['new', 'open', 'pending', 'on_hold']

let desk: Desk
beforeEach(async () => {
  desk = await mountConsole()
})
afterEach(() => desk.end())

const asked = () => {
  const last = desk.last('filter_tickets')
  return { input: last?.input, evidence: last?.evidence }
}

async function choose(filter: string, value: string): Promise<void> {
  await desk.wrapper.get(`[data-filter="${filter}"]`).trigger('click')
  document.querySelector<HTMLElement>(`[role="option"][data-value="${value}"]`)?.click()
  await nextTick()
}

async function type(text: string, inputType = 'insertText'): Promise<void> {
  const box = desk.wrapper.get<HTMLInputElement>('[data-filter="text"]').element
  box.value = text
  box.dispatchEvent(new InputEvent('input', { inputType, bubbles: true }))
  await nextTick()
}

describe('filters', () => {
  it('start with what nobody chose', () => {
    expect(asked()).toEqual({
      input: { status: UNSOLVED, sort: 'newest' },
      evidence: { status: { how: 'default' }, sort: { how: 'default' } },
    })
  })

  it('send the whole query: what was toggled says so, the rest is kept', async () => {
    await choose('priority', 'urgent')
    expect(asked()).toEqual({
      input: { status: UNSOLVED, sort: 'newest', priority: ['urgent'] },
      evidence: { status: { how: 'kept' }, sort: { how: 'kept' }, priority: { how: 'toggled', added: ['urgent'] } },
    })
    document.querySelector<HTMLElement>('[role="option"][data-value="high"]')?.click()
    await nextTick()
    expect(asked().input).toMatchObject({ priority: ['urgent', 'high'] })
    expect(asked().evidence).toMatchObject({ priority: { how: 'toggled', added: ['high'] } })
  })

  it('leave a part out when its last value is taken away', async () => {
    await choose('priority', 'urgent')
    document.querySelector<HTMLElement>('[role="option"][data-value="urgent"]')?.click()
    await nextTick()
    expect(asked()).toEqual({
      input: { status: UNSOLVED, sort: 'newest' },
      evidence: { status: { how: 'kept' }, sort: { how: 'kept' } },
    })
  })

  it('tell a picked order and a picked assignee', async () => {
    await choose('sort', 'oldest')
    expect(asked().evidence).toEqual({ status: { how: 'kept' }, sort: { how: 'picked', from: 'vocabulary' } })
    await choose('assignee', 'none')
    expect(asked()).toEqual({
      input: { status: UNSOLVED, sort: 'oldest', assignee: 'none' },
      evidence: { status: { how: 'kept' }, sort: { how: 'kept' }, assignee: { how: 'picked', from: 'vocabulary' } },
    })
  })

  it('search as typed, letter by letter, and as pasted', async () => {
    await type('in')
    expect(asked().input).toMatchObject({ text: 'in' })
    await type('invoice ')
    expect(asked()).toEqual({
      input: { status: UNSOLVED, sort: 'newest', text: 'invoice' },
      evidence: { status: { how: 'kept' }, sort: { how: 'kept' }, text: { how: 'typed' } },
    })
    const count = desk.bus.journal.length
    await type('invoice  ')
    expect(desk.bus.journal.length).toBe(count)
    await type('parcel', 'insertFromPaste')
    expect(asked().evidence).toMatchObject({ text: { how: 'pasted' } })
    await type('')
    expect(asked().input).toEqual({ status: UNSOLVED, sort: 'newest' })
  })

  it('do not search for half a composed word', async () => {
    const count = desk.bus.journal.length
    const box = desk.wrapper.get<HTMLInputElement>('[data-filter="text"]').element
    box.value = 'にほ'
    box.dispatchEvent(new InputEvent('input', { isComposing: true, bubbles: true }))
    expect(desk.bus.journal.length).toBe(count)
  })

  it('say who "mine" is once it is known, and ask before', async () => {
    await desk.wrapper.get('[data-nav="mine"]').trigger('click')
    expect(asked().input).not.toHaveProperty('assignee')
    expect(desk.wrapper.get('[data-region="notice"]').text()).toContain('Say who you are first')
    const me = desk.bus.session.records.list('assignee')[0]?.['assigneeId'] as string
    doIt(desk.bus, 'set_preference', { key: 'me', value: me })
    await nextTick()
    await desk.wrapper.get('[data-nav="mine"]').trigger('click')
    expect(asked()).toEqual({
      input: { status: UNSOLVED, sort: 'newest', assignee: me },
      evidence: { status: { how: 'picked', from: 'vocabulary' }, sort: { how: 'kept' }, assignee: { how: 'me' } },
    })
    expect(desk.wrapper.get('[data-nav="mine"]').attributes('aria-current')).toBe('true')
  })

  it('count each part of the work as its filter does', async () => {
    for (const nav of ['open', 'unassigned', 'pending', 'solved']) {
      const shown = desk.wrapper.get(`[data-nav="${nav}"] .count`).text()
      await desk.wrapper.get(`[data-nav="${nav}"]`).trigger('click')
      expect(shown).toBe(String(desk.bus.session.view.list?.ids.length))
    }
  })

  it('leave a way out when nothing matches', async () => {
    await type('zzz qqq')
    await vi.waitFor(() => expect(desk.wrapper.get('[data-empty="filtered"]').text()).toContain('zzz qqq'))
    await desk.wrapper.get('[data-empty] [data-action="clear-filter"]').trigger('click')
    expect(desk.bus.session.view.list?.ids.length).toBeGreaterThan(0)
    expect(desk.wrapper.get<HTMLInputElement>('[data-filter="text"]').element.value).toBe('')
  })
})

describe('rows that no longer match', () => {
  it('stay where they are, dimmed, until the list is asked for anew', async () => {
    const ids = desk.bus.session.view.list?.ids ?? []
    const [, ticketId = ''] = ids
    expect(desk.wrapper.find('[data-action="refresh"]').exists()).toBe(false)
    doIt(desk.bus, 'set_ticket_status', { ticketId, status: 'closed' })
    await nextTick()
    const rows = desk.wrapper.findAll('[role="row"]').map((row) => row.attributes('data-ticket-id'))
    expect(rows).toEqual(ids)
    expect(desk.wrapper.get(`[data-ticket-id="${ticketId}"]`).classes()).toContain('stale')
    await desk.wrapper.get('[data-action="refresh"]').trigger('click')
    expect(asked()).toEqual({
      input: { status: UNSOLVED, sort: 'newest' },
      evidence: { status: { how: 'kept' }, sort: { how: 'kept' } },
    })
    expect(desk.bus.session.view.list?.ids).not.toContain(ticketId)
    expect(desk.wrapper.find('[data-action="refresh"]').exists()).toBe(false)
  })
})
