import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ticketOf } from '../../../src/triage/model.ts'
import { mountConsole, type Desk } from './mountConsole.ts'

let desk: Desk
beforeEach(async () => {
  desk = await mountConsole()
})
afterEach(() => desk.end())

describe('a row of the queue', () => {
  it('draws its priority and its status as they are', async () => {
    const [id = ''] = desk.bus.session.view.list?.ids ?? []
    const row = desk.wrapper.get(`[data-ticket-id="${id}"]`)
    const shape = (): string => row.get('svg').html()
    const shapes = new Set<string>()
    for (const priority of ['low', 'normal', 'high', 'urgent']) {
      desk.bus.dispatch('set_ticket_priority', { ticketId: id, priority }, { actor: 'operator', source: 'test', evidence: {} })
      await desk.wrapper.vm.$nextTick()
      shapes.add(shape())
    }
    expect(shapes.size).toBe(4)
    desk.bus.dispatch('set_ticket_status', { ticketId: id, status: 'closed' }, { actor: 'operator', source: 'test', evidence: {} })
    await desk.wrapper.vm.$nextTick()
    expect(row.get('svg[data-status]').attributes('data-status')).toBe('closed')
  })

  it('says the exact time of its age to whoever points at it', () => {
    const time = desk.wrapper.get<HTMLTimeElement>('[data-ticket-id] time').element
    const ticket = ticketOf(desk.bus.session.records, time.closest<HTMLElement>('[data-ticket-id]')?.dataset['ticketId'] ?? '')
    expect(time.dateTime).toBe(ticket?.createdAt)
    expect(time.title).toBe('')
    time.dispatchEvent(new Event('pointerover', { bubbles: true }))
    expect(time.title).toBe(new Date(ticket?.createdAt ?? '').toLocaleString())
  })
})
