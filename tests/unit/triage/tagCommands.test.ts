import { describe, expect, it } from 'vitest'
import { ticketOf } from '../../../src/triage/model.ts'
import { doIt } from '../../support/desk.ts'
import { deskWith, refusalOf, ticketWith } from './ticketDesk.ts'

const many = (count: number): string[] => Array.from({ length: count }, (_, place) => `tag-${place}`)

describe('add_ticket_tags', () => {
  it('case P03: keeps the tags a ticket has, whichever they are', () => {
    const bus = deskWith(ticketWith({ tags: ['login'] }), ticketWith({ ticketId: 'T-2', tags: ['billing', 'refund'] }))
    doIt(bus, 'add_ticket_tags', { ticketId: 'T-1', tags: ['vip'] })
    doIt(bus, 'add_ticket_tags', { ticketId: 'T-2', tags: ['vip'] })
    expect(ticketOf(bus.session.records, 'T-1')?.tags).toEqual(['login', 'vip'])
    expect(ticketOf(bus.session.records, 'T-2')?.tags).toEqual(['billing', 'refund', 'vip'])
  })

  it('adds only what is missing', () => {
    const bus = deskWith(ticketWith({ tags: ['vip', 'login'] }))
    expect(doIt(bus, 'add_ticket_tags', { ticketId: 'T-1', tags: ['login', 'api'] })).toMatchObject({ to: ['vip', 'login', 'api'] })
  })

  it('answers unchanged when all are there', () => {
    const bus = deskWith(ticketWith({ tags: ['vip', 'login'] }))
    expect(doIt(bus, 'add_ticket_tags', { ticketId: 'T-1', tags: ['login'] })).toMatchObject({ unchanged: true })
    expect(bus.commits).toEqual([])
  })

  it('holds the limit, and a full ticket can still be told what it has', () => {
    const bus = deskWith(ticketWith({ tags: many(20) }))
    expect(refusalOf(bus, 'add_ticket_tags', { ticketId: 'T-1', tags: ['one-more'] })).toMatchObject({ code: 'LIMIT', path: 'tags' })
    expect(doIt(bus, 'add_ticket_tags', { ticketId: 'T-1', tags: ['tag-3'] })).toMatchObject({ unchanged: true })
  })
})

describe('remove_ticket_tags', () => {
  it('case P04: only that one goes', () => {
    const bus = deskWith(ticketWith({ tags: ['a', 'waiting', 'b'] }), ticketWith({ ticketId: 'T-2', tags: ['waiting'] }))
    doIt(bus, 'remove_ticket_tags', { ticketId: 'T-1', tags: ['waiting'] })
    doIt(bus, 'remove_ticket_tags', { ticketId: 'T-2', tags: ['waiting'] })
    expect(ticketOf(bus.session.records, 'T-1')?.tags).toEqual(['a', 'b'])
    expect(ticketOf(bus.session.records, 'T-2')?.tags).toEqual([])
  })

  it('answers unchanged when none is there', () => {
    const bus = deskWith(ticketWith({ tags: ['a'] }))
    expect(doIt(bus, 'remove_ticket_tags', { ticketId: 'T-1', tags: ['b'] })).toMatchObject({ from: ['a'], to: ['a'], unchanged: true })
    expect(bus.commits).toEqual([])
  })
})

describe('set_ticket_tags', () => {
  it('keeps the order it was given, so the same tags in another order are a change', () => {
    const bus = deskWith(ticketWith({ tags: ['a', 'b'] }))
    expect(doIt(bus, 'set_ticket_tags', { ticketId: 'T-1', tags: ['b', 'a'] })).not.toHaveProperty('unchanged')
    expect(ticketOf(bus.session.records, 'T-1')?.tags).toEqual(['b', 'a'])
  })

  it('clears with an empty list, which the other two refuse', () => {
    const bus = deskWith(ticketWith({ tags: ['a'] }))
    expect(refusalOf(bus, 'add_ticket_tags', { ticketId: 'T-1', tags: [] }).code).toBe('INVALID_INPUT')
    expect(refusalOf(bus, 'remove_ticket_tags', { ticketId: 'T-1', tags: [] }).code).toBe('INVALID_INPUT')
    expect(doIt(bus, 'set_ticket_tags', { ticketId: 'T-1', tags: [] })).toMatchObject({ to: [] })
  })
})

describe('the spelling of tags', () => {
  it.each(['VIP', 'two words', 'a,b', 'a;b', ' vip', 'vi\u200Bp', 'vip\u202E', 'line\nbreak', '', 'x'.repeat(33)])('refuses %j', (tag) => {
    const bus = deskWith(ticketWith())
    for (const command of ['add_ticket_tags', 'remove_ticket_tags', 'set_ticket_tags'])
      expect(refusalOf(bus, command, { ticketId: 'T-1', tags: [tag] })).toMatchObject({ code: 'INVALID_INPUT', path: 'tags' })
  })

  it.each(['spam?', '2fa', 'rückfrage', '日本語', 'p1:high', '📦', 'x'.repeat(32)])('takes %j', (tag) => {
    expect(doIt(deskWith(ticketWith()), 'add_ticket_tags', { ticketId: 'T-1', tags: [tag] })).toMatchObject({ to: [tag] })
  })

  it('takes no tag twice and no more than a ticket can have', () => {
    expect(refusalOf(deskWith(ticketWith()), 'set_ticket_tags', { ticketId: 'T-1', tags: ['a', 'a'] }).message).toContain('twice')
    expect(refusalOf(deskWith(ticketWith()), 'set_ticket_tags', { ticketId: 'T-1', tags: many(21) }).message).toContain('at most 20')
  })
})
