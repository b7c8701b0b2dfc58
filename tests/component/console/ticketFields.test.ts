import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nextTick } from 'vue'
import { doIt } from '../../support/desk.ts'
import { mountConsole, type Desk } from './mountConsole.ts'

let desk: Desk
beforeEach(async () => {
  desk = await mountConsole()
})
afterEach(() => desk.end())

const first = (): string => desk.bus.session.view.list?.ids[0] ?? ''
const field = (name: string): unknown => desk.bus.session.records.get('ticket', first())?.[name]
const opened = { how: 'focus', from: 'opened' }

async function openPicker(name: string): Promise<void> {
  await desk.press('Enter')
  const control = desk.wrapper.get<HTMLElement>(`[data-region="ticket"] [data-field="${name}"]`)
  control.element.focus()
  await control.trigger('click')
  await flushPromises()
}

async function choose(value: string): Promise<void> {
  document.querySelector<HTMLElement>(`[role="option"][data-value="${value}"]`)?.click()
  await nextTick()
}

async function typeInPicker(text: string): Promise<void> {
  const box = document.activeElement as HTMLInputElement
  box.value = text
  box.dispatchEvent(new InputEvent('input', { bubbles: true }))
  await nextTick()
}

describe('fields of the open ticket', () => {
  it('are labelled comboboxes', async () => {
    await desk.press('Enter')
    for (const name of ['status', 'priority', 'assignee', 'tags', 'template']) {
      const control = desk.wrapper.get(`[data-region="ticket"] [data-field="${name}"]`)
      expect(control.attributes('role')).toBe('combobox')
      expect(control.attributes('aria-label')?.toLowerCase()).toBe(name)
      expect(control.attributes('aria-expanded')).toBe('false')
    }
  })

  it('write with the open ticket as focus and the value as picked; the focus returns', async () => {
    await openPicker('status')
    const control = desk.wrapper.get<HTMLElement>('[data-field="status"]')
    expect(control.attributes('aria-expanded')).toBe('true')
    await choose('pending')
    expect(desk.last('set_ticket_status')).toEqual({
      input: { ticketId: first(), status: 'pending' },
      source: 'ticket',
      evidence: { ticketId: opened, status: { how: 'picked', from: 'vocabulary' } },
    })
    expect(document.querySelector('[role="listbox"]')).toBeNull()
    expect(document.activeElement).toBe(control.element)
  })

  it('unassign with null', async () => {
    doIt(desk.bus, 'set_ticket_assignee', { ticketId: first(), assigneeId: desk.bus.session.records.list('assignee')[0]?.['assigneeId'] ?? '' })
    await openPicker('assignee')
    await choose('')
    expect(desk.last('set_ticket_assignee')).toEqual({
      input: { ticketId: first(), assigneeId: null },
      source: 'ticket',
      evidence: { ticketId: opened, assigneeId: { how: 'picked', from: 'vocabulary' } },
    })
  })

  it('assign to me by key with the evidence that says so', async () => {
    const me = desk.bus.session.records.list('assignee')[2]?.['assigneeId'] as string
    doIt(desk.bus, 'set_preference', { key: 'me', value: me })
    await nextTick()
    await desk.press('Enter')
    await desk.press('i')
    expect(desk.last('set_ticket_assignee')).toEqual({
      input: { ticketId: first(), assigneeId: me },
      source: 'ticket',
      evidence: { ticketId: opened, assigneeId: { how: 'me' } },
    })
  })

  it('close by Escape before anything else does', async () => {
    await openPicker('priority')
    await desk.press('Escape')
    expect(document.querySelector('[role="listbox"]')).toBeNull()
    expect(desk.bus.session.view.focus).not.toBeNull()
  })
})

describe('tags', () => {
  it('are added one by one, and the others stay', async () => {
    doIt(desk.bus, 'set_ticket_tags', { ticketId: first(), tags: ['vip'] })
    await openPicker('tags')
    await choose('billing')
    expect(desk.last('add_ticket_tags')).toEqual({
      input: { ticketId: first(), tags: ['billing'] },
      source: 'ticket',
      evidence: { ticketId: opened, tags: { how: 'toggled', added: ['billing'] } },
    })
    expect(field('tags')).toEqual(['vip', 'billing'])
    expect(document.querySelector('[role="listbox"]')).not.toBeNull()
  })

  it('are taken away one by one', async () => {
    doIt(desk.bus, 'set_ticket_tags', { ticketId: first(), tags: ['vip', 'billing'] })
    await openPicker('tags')
    await choose('vip')
    expect(desk.last('remove_ticket_tags')).toEqual({
      input: { ticketId: first(), tags: ['vip'] },
      source: 'ticket',
      evidence: { ticketId: opened, tags: { how: 'toggled', removed: ['vip'] } },
    })
    expect(field('tags')).toEqual(['billing'])
  })

  it('can be new, in the one spelling tags have', async () => {
    await openPicker('tags')
    await typeInPicker('  Very New, ')
    await desk.press('Enter')
    expect(desk.last('add_ticket_tags')?.input).toEqual({ ticketId: first(), tags: ['very-new'] })
  })

  it('stay under the hand after a choice: Enter twice adds and takes away', async () => {
    await openPicker('tags')
    await typeInPicker('out')
    await desk.press('Enter')
    await desk.press('Enter')
    expect(desk.last('remove_ticket_tags')?.input).toEqual({ ticketId: first(), tags: ['outage'] })
  })

  it('take what was typed from the list where it is there', async () => {
    await openPicker('tags')
    await typeInPicker('out')
    await desk.press('Enter')
    expect(desk.last('add_ticket_tags')?.input).toEqual({ ticketId: first(), tags: ['outage'] })
  })
})

describe('templates', () => {
  const preview = async (): Promise<string> => {
    await flushPromises()
    await expect.poll(() => document.querySelector('[data-part="preview"] .text')).not.toBeNull()
    return document.querySelector('[data-part="preview"] .text')?.textContent ?? ''
  }

  it('case T21: the preview, and what is applied from the list and from the open ticket, are one text', async () => {
    const templateId = desk.bus.session.records.list('template')[0]?.['templateId'] as string
    await desk.press('m')
    const fromList = await preview()
    await choose(templateId)
    expect(desk.last('apply_template')?.evidence).toEqual({
      ticketId: { how: 'focus', from: 'cursor', ordinal: 0 },
      templateId: { how: 'picked', from: 'vocabulary' },
    })
    expect(field('reply')).toBe(fromList)
    await desk.press('z', { ctrlKey: true })
    await openPicker('template')
    expect(await preview()).toBe(fromList)
    await choose(templateId)
    expect(field('reply')).toBe(fromList)
    expect(desk.last('apply_template')?.source).toBe('ticket')
    expect(fromList.length).toBeGreaterThan(20)
    expect(fromList).not.toContain('{{')
  })

  it('keep their order, whatever was used last', async () => {
    const order = (): (string | undefined)[] => [...document.querySelectorAll<HTMLElement>('[role="option"]')].map((one) => one.dataset['value'])
    await desk.press('m')
    const before = order()
    await choose(before[3] ?? '')
    await desk.press('m')
    expect(order()).toEqual(before)
  })
})

describe('what users wrote', () => {
  it('is shown as text, whatever it holds', async () => {
    const hostile = '<img src=x onerror=alert(1)> {{ 1 + 1 }}'
    const ticket = { ...desk.bus.session.records.get('ticket', first()), body: hostile, subject: hostile }
    desk.end()
    desk = await mountConsole({ ticket: [ticket], assignee: [], template: [] })
    await desk.press('Enter')
    expect(desk.wrapper.get('[data-part="body"]').text()).toBe(hostile)
    expect(desk.wrapper.find('[data-region="ticket"] img').exists()).toBe(false)
  })
})
