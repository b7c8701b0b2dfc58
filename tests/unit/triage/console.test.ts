import { describe, expect, it } from 'vitest'
import { inverse } from '../../../src/bus/state.ts'
import { sampleRecords } from '../../../src/triage/seed/sampleRecords.ts'
import { doIt, operator } from '../../support/desk.ts'
import { deskWith, NOW, ticketDesk, ticketWith } from './ticketDesk.ts'

const sample = () => {
  const { ticket, assignee, template } = sampleRecords(NOW)
  return { tickets: ticket, assignees: assignee, templates: template }
}

describe('close_ticket', () => {
  it('leaves the open ticket and the list stays', () => {
    const bus = ticketDesk()
    doIt(bus, 'filter_tickets', { status: ['open'] })
    doIt(bus, 'select_ticket', { ticketId: 'T-1010' })
    const { list } = bus.session.view
    doIt(bus, 'close_ticket', {})
    expect(bus.session.view).toEqual({ list, focus: null })
    expect(bus.commits).toEqual([])
  })
})

describe('reset_tickets', () => {
  it('replaces every ticket, assignee and template', () => {
    const bus = deskWith(ticketWith(), ticketWith({ ticketId: 'zendesk:7' }))
    expect(doIt(bus, 'reset_tickets', sample())).toEqual({ removed: 18, created: 56 })
    expect(bus.session.records.get('ticket', 'zendesk:7')).toBeUndefined()
    expect(bus.session.records.list('ticket')).toEqual(sample().tickets)
  })

  it('is one undoable commit, and undoing it brings everything back', () => {
    const bus = ticketDesk()
    doIt(bus, 'set_ticket_priority', { ticketId: 'T-1031', priority: 'low' })
    const before = bus.session.records
    doIt(bus, 'reset_tickets', sample())
    const commit = bus.commits.at(-1)
    expect(commit?.undoable).toBe(true)
    bus.apply([...(commit?.patches ?? [])].reverse().map(inverse), operator)
    for (const entity of ['ticket', 'assignee', 'template'])
      for (const record of before.list(entity)) expect(bus.session.records.list(entity)).toContainEqual(record)
    expect(bus.session.records.list('ticket')).toHaveLength(40)
  })

  it('never gives a ticket a version it had before', () => {
    const bus = ticketDesk()
    doIt(bus, 'set_ticket_priority', { ticketId: 'T-1031', priority: 'low' })
    doIt(bus, 'reset_tickets', sample())
    expect(bus.session.records.get('ticket', 'T-1031')).toMatchObject({ version: 3, priority: 'urgent' })
    expect(bus.session.records.get('ticket', 'T-1030')).toMatchObject({ version: 2 })
  })

  it('makes a run that relied on the tickets before stale', () => {
    const bus = ticketDesk()
    const run = bus.fork({ actor: 'agent', source: 'tool' })
    run.dispatch('set_ticket_priority', { ticketId: 'T-1031', priority: 'low' }, operator)
    doIt(bus, 'reset_tickets', sample())
    expect(run.commit()).toMatchObject({ ok: false, error: { code: 'STALE' } })
  })

  it('leaves no list and no open ticket that could name what is gone', () => {
    const bus = ticketDesk()
    doIt(bus, 'filter_tickets', {})
    doIt(bus, 'select_ticket', { ticketId: 'T-1010' })
    doIt(bus, 'reset_tickets', sample())
    expect(bus.session.view).toEqual({ list: null, focus: null })
  })
})
