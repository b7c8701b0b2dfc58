import { describe, expect, it } from 'vitest'
import { ticketOf } from '../../../src/triage/model.ts'
import { doIt, operator } from '../../support/desk.ts'
import { deskWith, refusalOf, ticketDesk, ticketWith } from './ticketDesk.ts'

const FACTS = { entity: 'template', id: 'facts' } as const
const facts = (body: string) => [{ op: 'create', ...FACTS, record: { templateId: 'facts', name: 'Facts', body } }] as const

describe('apply_template', () => {
  it('fills the reply from the fields of the ticket and replaces what was there', () => {
    const bus = deskWith(ticketWith({ assigneeId: 'yuki', reply: 'half a thou' }))
    bus.apply(facts('Hi {{requester.firstName}} ({{ requester.name }}), {{ticketId}}: “{{subject}}”. {{assignee.name}}'), operator)
    expect(doIt(bus, 'apply_template', { ticketId: 'T-1', templateId: 'facts' })).toEqual({
      ticketId: 'T-1',
      field: 'reply',
      from: 'half a thou',
      to: 'Hi Ana (Ana Costa), T-1: “The handle came off”. Yuki Nakamura',
    })
    expect(ticketOf(bus.session.records, 'T-1')?.reply).toBe('Hi Ana (Ana Costa), T-1: “The handle came off”. Yuki Nakamura')
  })

  it('answers unchanged when the draft is that text already', () => {
    const bus = ticketDesk()
    doIt(bus, 'apply_template', { ticketId: 'T-1031', templateId: 'duplicate-charge' })
    expect(doIt(bus, 'apply_template', { ticketId: 'T-1031', templateId: 'duplicate-charge' })).toMatchObject({ unchanged: true })
    expect(bus.commits).toHaveLength(1)
  })

  it('signs as the team on an unassigned ticket, and when the assignee is gone', () => {
    const bus = deskWith(ticketWith(), ticketWith({ ticketId: 'T-2', assigneeId: 'left' }))
    bus.apply(facts('{{assignee.name}}'), operator)
    expect(doIt(bus, 'apply_template', { ticketId: 'T-1', templateId: 'facts' })).toMatchObject({ to: 'the support team' })
    expect(doIt(bus, 'apply_template', { ticketId: 'T-2', templateId: 'facts' })).toMatchObject({ to: 'the support team' })
  })

  it('refuses a template with a field that tickets do not have, and keeps its text out of the message', () => {
    const bus = deskWith(ticketWith())
    bus.apply(facts('{{ticketId}} {{order.id}} {{__proto__}} {{constructor}}'), operator)
    const refused = refusalOf(bus, 'apply_template', { ticketId: 'T-1', templateId: 'facts' })
    expect(refused).toMatchObject({ code: 'INVALID_INPUT', path: 'templateId' })
    expect(refused.untrusted).toEqual({ fields: ['order.id', '__proto__', 'constructor'] })
    expect(refused.message).not.toContain('order.id')
    expect(refused.known).toContain('requester.firstName')
    expect(ticketOf(bus.session.records, 'T-1')?.reply).toBe('')
  })

  it('case T24: an unknown template is refused with those there are, and nothing is created', () => {
    const bus = ticketDesk()
    const before = bus.session.records
    const refused = refusalOf(bus, 'apply_template', { ticketId: 'T-1031', templateId: 'no-such' })
    expect(refused).toMatchObject({ code: 'NOT_FOUND', path: 'templateId' })
    expect(refused.known).toHaveLength(8)
    expect(refused.known).toContain('duplicate-charge')
    expect(bus.session.records).toBe(before)
  })

  it('case T21: the same text from the list and from the open ticket', () => {
    const fromList = ticketDesk()
    doIt(fromList, 'filter_tickets', { sort: 'oldest' })
    const listed = doIt(fromList, 'apply_template', { ticketId: 'T-1020', templateId: 'exchange' })
    const fromTicket = ticketDesk()
    doIt(fromTicket, 'select_ticket', { ticketId: 'T-1020' })
    expect(fromTicket.session.view.focus?.id).toBe('T-1020')
    const opened = doIt(fromTicket, 'apply_template', { ticketId: 'T-1020', templateId: 'exchange' })
    expect(opened).toEqual(listed)
    expect(listed).toMatchObject({ to: expect.stringContaining('Hi Lucía,') as string })
  })

  it('case T21: every sample template fills on every sample ticket, leaving no field behind', () => {
    const bus = ticketDesk()
    for (const { templateId } of bus.session.records.list('template'))
      for (const { ticketId } of bus.session.records.list('ticket')) {
        const plan = bus.plan('apply_template', { ticketId: ticketId as string, templateId: templateId as string })
        if (!plan.ok) throw new Error(`${String(templateId)} on ${String(ticketId)}: ${plan.error.message}`)
        const { to } = plan.value.output as { to: string }
        expect(to).toMatch(/^(Hi|Hello) \S/u)
        expect(to).not.toContain('{{')
        expect(to).not.toContain('undefined')
      }
  })
})
