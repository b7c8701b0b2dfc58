import { describe, expect, it } from 'vitest'
import { ticketOf } from '../../../src/triage/model.ts'
import { doIt, operator } from '../../support/desk.ts'
import { deskWith, refusalOf, ticketDesk, ticketWith } from './ticketDesk.ts'

const FIELDS = [
  { command: 'set_ticket_priority', leaf: 'priority', field: 'priority', from: 'normal', to: 'urgent' },
  { command: 'set_ticket_status', leaf: 'status', field: 'status', from: 'open', to: 'on_hold' },
  { command: 'set_ticket_assignee', leaf: 'assigneeId', field: 'assigneeId', from: null, to: 'mika' },
  { command: 'set_ticket_tags', leaf: 'tags', field: 'tags', from: [], to: ['vip', 'billing'] },
] as const

describe.each(FIELDS)('$command', ({ command, leaf, field, from, to }) => {
  it('sets the field, and says from what to what', () => {
    const bus = deskWith(ticketWith())
    expect(doIt(bus, command, { ticketId: 'T-1', [leaf]: to })).toEqual({ ticketId: 'T-1', field, from, to })
    const after = ticketOf(bus.session.records, 'T-1')
    expect(after?.[field]).toEqual(to)
    expect(after?.version).toBe(2)
    expect(after?.updatedAt).not.toBe('2026-11-01T08:00:00.000Z')
  })

  it('touches nothing else', () => {
    const before = ticketWith()
    const bus = deskWith(before)
    doIt(bus, command, { ticketId: 'T-1', [leaf]: to })
    const after = ticketOf(bus.session.records, 'T-1')
    expect({ ...after, [field]: from, version: 1, updatedAt: before.updatedAt }).toEqual(before)
  })

  it('answers unchanged where it is so already, and writes nothing', () => {
    const bus = deskWith(ticketWith({ [field]: to }))
    expect(doIt(bus, command, { ticketId: 'T-1', [leaf]: to })).toEqual({ ticketId: 'T-1', field, from: to, to, unchanged: true })
    expect(bus.commits).toEqual([])
    expect(ticketOf(bus.session.records, 'T-1')?.version).toBe(1)
  })

  it('refuses a ticket that is not there, without quoting its id', () => {
    const refused = refusalOf(ticketDesk(), command, { ticketId: 'T-9', [leaf]: to })
    expect(refused).toMatchObject({ code: 'NOT_FOUND', path: 'ticketId' })
    expect(refused.message).toContain('filter_tickets')
    expect(refused.message).not.toContain('T-9')
  })

  it('needs both arguments', () => {
    expect(refusalOf(ticketDesk(), command, { ticketId: 'T-1001' })).toMatchObject({ code: 'INVALID_INPUT', path: leaf })
    expect(refusalOf(ticketDesk(), command, { [leaf]: to })).toMatchObject({ code: 'INVALID_INPUT', path: 'ticketId' })
  })
})

describe('assignees', () => {
  it('case T22: an assignee who does not exist is refused before any write, with those who do', () => {
    const bus = ticketDesk()
    const before = bus.session.records
    const refused = refusalOf(bus, 'set_ticket_assignee', { ticketId: 'T-1031', assigneeId: 'somebody' })
    expect(refused).toMatchObject({ code: 'NOT_FOUND', path: 'assigneeId' })
    expect(refused.known).toEqual(['amara', 'jonas', 'lena', 'mika', 'noor', 'rafael', 'tomasz', 'yuki'])
    expect(refused.message).not.toContain('somebody')
    expect(bus.session.records).toBe(before)
    expect(bus.journal).toEqual([])
  })

  it('case T22: an assignee who left is refused as well', () => {
    const bus = ticketDesk()
    const record = bus.session.records.get('assignee', 'mika')
    if (!record) throw new Error('The sample has no mika.')
    bus.apply([{ op: 'remove', entity: 'assignee', id: 'mika', record }], operator)
    expect(refusalOf(bus, 'set_ticket_assignee', { ticketId: 'T-1030', assigneeId: 'mika' }).code).toBe('NOT_FOUND')
  })

  it('case P09: null clears the assignee, leaving the argument out does not', () => {
    const bus = deskWith(ticketWith({ assigneeId: 'mika' }))
    expect(refusalOf(bus, 'set_ticket_assignee', { ticketId: 'T-1' })).toMatchObject({ code: 'INVALID_INPUT', path: 'assigneeId' })
    expect(ticketOf(bus.session.records, 'T-1')?.assigneeId).toBe('mika')
    expect(doIt(bus, 'set_ticket_assignee', { ticketId: 'T-1', assigneeId: null })).toMatchObject({ from: 'mika', to: null })
    expect(ticketOf(bus.session.records, 'T-1')?.assigneeId).toBeNull()
  })

  it('does not take the filter word none for a person', () => {
    expect(refusalOf(ticketDesk(), 'set_ticket_assignee', { ticketId: 'T-1031', assigneeId: 'none' }).code).toBe('NOT_FOUND')
  })

  it('names nobody where the roster is too long to be read', () => {
    const bus = ticketDesk()
    bus.apply(
      Array.from({ length: 30 }, (_, place) => {
        const id = `zendesk:${place}`
        return { op: 'create', entity: 'assignee', id, record: { assigneeId: id, name: `Agent ${place}`, email: '' } } as const
      }),
      operator,
    )
    expect(refusalOf(bus, 'set_ticket_assignee', { ticketId: 'T-1031', assigneeId: 'somebody' }).known).toBeUndefined()
  })
})

describe('vocabularies', () => {
  it('case T24: unknown status and priority are refused with what would fit, and nothing is created', () => {
    const bus = ticketDesk()
    const before = bus.session.records
    const status = refusalOf(bus, 'set_ticket_status', { ticketId: 'T-1031', status: 'archived' })
    expect(status).toMatchObject({ code: 'INVALID_INPUT', path: 'status' })
    expect(status.known).toEqual(['new', 'open', 'pending', 'on_hold', 'solved', 'closed'])
    expect(status.message).toContain('must be one of')
    const priority = refusalOf(bus, 'set_ticket_priority', { ticketId: 'T-1031', priority: 'URGENT' })
    expect(priority.known).toEqual(['low', 'normal', 'high', 'urgent'])
    expect(bus.session.records).toBe(before)
  })

  it('takes no id that could not be one', () => {
    const bus = ticketDesk()
    for (const ticketId of ['', ' T-1031', 'T 1031', 'x'.repeat(65), '../T-1031']) {
      const refused = refusalOf(bus, 'set_ticket_status', { ticketId, status: 'open' })
      expect(refused).toMatchObject({ code: 'INVALID_INPUT', path: 'ticketId' })
    }
  })
})
