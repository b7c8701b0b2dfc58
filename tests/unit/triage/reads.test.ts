import { describe, expect, it } from 'vitest'
import { ticketOf } from '../../../src/triage/model.ts'
import { doIt } from '../../support/desk.ts'
import { refusalOf, ticketDesk } from './ticketDesk.ts'

describe('select_ticket', () => {
  it('opens a ticket and answers its row, without body and reply', () => {
    const bus = ticketDesk()
    const row = doIt(bus, 'select_ticket', { ticketId: 'T-1010' })
    const { body, reply, ...rest } = ticketOf(bus.session.records, 'T-1010') ?? {}
    expect(body).toMatch(/customs/u)
    expect(reply).toMatch(/invoice/u)
    expect(row).toEqual(rest)
    expect(bus.session.view.focus).toEqual({ entity: 'ticket', id: 'T-1010' })
    expect(bus.commits).toEqual([])
  })

  it('keeps the open ticket when another is not there', () => {
    const bus = ticketDesk()
    doIt(bus, 'select_ticket', { ticketId: 'T-1010' })
    expect(refusalOf(bus, 'select_ticket', { ticketId: 'T-7' }).code).toBe('NOT_FOUND')
    expect(bus.session.view.focus?.id).toBe('T-1010')
  })

  it('leaves the list as it is', () => {
    const bus = ticketDesk()
    doIt(bus, 'filter_tickets', { status: ['open'] })
    const { list } = bus.session.view
    doIt(bus, 'select_ticket', { ticketId: 'T-1010' })
    expect(bus.session.view.list).toBe(list)
  })

  it('gives plain data while reads are watched', () => {
    const bus = ticketDesk()
    bus.watchReads()
    const watched = doIt(bus, 'select_ticket', { ticketId: 'T-1010' })
    expect(structuredClone(watched)).toEqual(doIt(ticketDesk(), 'select_ticket', { ticketId: 'T-1010' }))
  })
})

describe('get_ticket', () => {
  it('answers the whole ticket and opens nothing', () => {
    const bus = ticketDesk()
    expect(doIt(bus, 'get_ticket', { ticketId: 'T-1010' })).toEqual(bus.session.records.get('ticket', 'T-1010'))
    expect(bus.session.view.focus).toBeNull()
  })

  it('refuses a ticket that is not there', () => {
    expect(refusalOf(ticketDesk(), 'get_ticket', { ticketId: 'T-7' })).toMatchObject({ code: 'NOT_FOUND', path: 'ticketId' })
  })
})

describe('vocabulary lists', () => {
  it('lists templates and assignees by id and name, no more', () => {
    const bus = ticketDesk()
    const templates = doIt(bus, 'list_templates', {}) as { rows: unknown[] }
    expect(templates.rows).toHaveLength(8)
    expect(templates.rows[0]).toEqual({ templateId: 'duplicate-charge', name: 'Duplicate charge' })
    const assignees = doIt(bus, 'list_assignees', {}) as { rows: unknown[] }
    expect(assignees.rows).toHaveLength(8)
    expect(assignees.rows[3]).toEqual({ assigneeId: 'mika', name: 'Mika Oduya' })
  })

  it('take no arguments', () => {
    for (const command of ['list_templates', 'list_assignees'])
      expect(refusalOf(ticketDesk(), command, { all: true })).toMatchObject({ code: 'INVALID_INPUT', path: 'all' })
  })
})
