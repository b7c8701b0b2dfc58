import Ajv, { type ValidateFunction } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import type { Rec } from '../../../src/bus/state.ts'
import { triageEntities } from '../../../src/triage/catalogue/index.ts'
import { STATUSES, type Assignee, type Template, type Ticket } from '../../../src/triage/model.ts'
import { renderTemplate } from '../../../src/triage/renderTemplate.ts'
import { sampleRecords } from '../../../src/triage/seed/sampleRecords.ts'
import { tagFrom } from '../../../src/triage/tags.ts'
import { NOW } from './ticketDesk.ts'

const sample = sampleRecords(NOW)
const tickets = sample.ticket as readonly (Rec & Ticket)[]
const assignees = sample.assignee as readonly (Rec & Assignee)[]
const templates = sample.template as readonly (Rec & Template)[]
const count = (holds: (ticket: Ticket) => boolean): number => tickets.filter(holds).length
const script = (pattern: RegExp): number => count((ticket) => pattern.test(ticket.subject))

describe('the sample desk', () => {
  it('fits the schemas of its entities', () => {
    const ajv = new Ajv({ strict: true, allowUnionTypes: true, keywords: ['x-us'], allErrors: true })
    for (const entity of triageEntities) {
      const validate: ValidateFunction = ajv.compile(entity.schema)
      for (const record of sample[entity.name as keyof typeof sample]) expect(validate(record), JSON.stringify(validate.errors)).toBe(true)
    }
  })

  it('is 40 tickets from T-1001 to T-1040, oldest first, 8 assignees and 8 templates', () => {
    expect(tickets.map((ticket) => ticket.ticketId)).toEqual(Array.from({ length: 40 }, (_, place) => `T-${1001 + place}`))
    expect(tickets.map((ticket) => ticket.createdAt)).toEqual(tickets.map((ticket) => ticket.createdAt).sort())
    expect(new Set(assignees.map((assignee) => assignee.assigneeId)).size).toBe(8)
    expect(new Set(templates.map((template) => template.templateId)).size).toBe(8)
  })

  it('has no two tickets of one moment, one subject or one text', () => {
    for (const field of ['createdAt', 'subject', 'body'] as const) expect(new Set(tickets.map((ticket) => ticket[field])).size).toBe(40)
  })

  it('names only assignees there are, and spells tags the one way', () => {
    const known = new Set(assignees.map((assignee) => assignee.assigneeId))
    for (const { assigneeId, tags } of tickets) {
      if (assigneeId !== null) expect(known).toContain(assigneeId)
      expect(tags.map(tagFrom)).toEqual(tags)
    }
    expect(known.has('none')).toBe(false)
  })

  it('has its past behind it: nothing is younger than now, and no change is before its ticket', () => {
    for (const { createdAt, updatedAt } of tickets) {
      expect(Date.parse(createdAt)).toBeLessThan(NOW)
      expect(Date.parse(updatedAt)).toBeGreaterThanOrEqual(Date.parse(createdAt))
      expect(Date.parse(updatedAt)).toBeLessThan(NOW)
    }
  })

  it('moves with now and is otherwise the same', () => {
    const later = sampleRecords(NOW + 1000)
    expect(Date.parse(later.ticket[0]?.['createdAt'] as string) - Date.parse(tickets[0]?.createdAt ?? '')).toBe(1000)
    expect(sampleRecords(NOW)).toEqual(sample)
    expect(later.template).toEqual(sample.template)
  })

  it('is frozen through and through', () => {
    for (const ticket of tickets) for (const part of [ticket, ticket.tags, ticket.requester]) expect(Object.isFrozen(part)).toBe(true)
  })
})

describe('its variety', () => {
  it('has every status and priority, and about thirty tickets to do', () => {
    for (const status of STATUSES) expect(count((ticket) => ticket.status === status)).toBeGreaterThanOrEqual(4)
    expect(count((ticket) => ticket.priority === 'urgent')).toBe(5)
    for (const priority of ['low', 'normal', 'high']) expect(count((ticket) => ticket.priority === priority)).toBeGreaterThanOrEqual(8)
    expect(count((ticket) => ticket.status !== 'solved' && ticket.status !== 'closed')).toBe(30)
  })

  it('has many that nobody works on, and work for everybody', () => {
    expect(count((ticket) => ticket.assigneeId === null)).toBeGreaterThanOrEqual(12)
    for (const { assigneeId } of assignees) expect(count((ticket) => ticket.assigneeId === assigneeId)).toBeGreaterThan(0)
  })

  it('has people who wrote more than once', () => {
    const addresses = tickets.map((ticket) => ticket.requester.email)
    const again = addresses.filter((address, place) => addresses.indexOf(address) < place)
    expect(new Set(again).size).toBeGreaterThanOrEqual(4)
  })

  it('has several scripts, lengths from a word to pages, and tickets with no, one and many tags', () => {
    expect(script(/\p{Script=Han}/u)).toBe(1)
    expect(script(/\p{Script=Arabic}/u)).toBe(1)
    expect(script(/[äöüßéàçłąñãáíóú]/iu)).toBeGreaterThanOrEqual(4)
    expect(Math.min(...tickets.map((ticket) => ticket.subject.length))).toBeLessThan(6)
    expect(Math.max(...tickets.map((ticket) => ticket.subject.length))).toBeGreaterThan(120)
    expect(count((ticket) => ticket.body.length < 40)).toBeGreaterThanOrEqual(1)
    expect(count((ticket) => ticket.body.split('\n\n').length >= 5)).toBeGreaterThanOrEqual(2)
    for (const tags of [0, 1, 2, 3]) expect(count((ticket) => ticket.tags.length === tags)).toBeGreaterThan(0)
    expect(count((ticket) => ticket.reply !== '')).toBeGreaterThanOrEqual(3)
  })

  it('has what attacks: markup, an order to an agent, hidden and reversed text', () => {
    expect(count((ticket) => ticket.body.includes('onerror='))).toBeGreaterThan(0)
    expect(count((ticket) => ticket.subject.includes('<script>'))).toBeGreaterThan(0)
    expect(count((ticket) => /ignore (all )?previous instructions/iu.test(ticket.body))).toBeGreaterThan(0)
    expect(count((ticket) => /\u202E/u.test(ticket.subject) && /\u200B/u.test(ticket.subject))).toBe(1)
    expect(count((ticket) => ticket.requester.name === '')).toBe(1)
  })

  it('has no filler', () => {
    for (const { subject, body } of tickets) expect(`${subject} ${body}`).not.toMatch(/lorem|ipsum|asdf|foo\b|example ticket/iu)
  })

  it('has templates that each use a field of the ticket and know no other', () => {
    for (const { body } of templates) {
      expect(body).toMatch(/\{\{(ticketId|subject|requester\.\w+)\}\}/u)
      for (const ticket of tickets) expect(renderTemplate(body, ticket, undefined)).toHaveProperty('text')
    }
  })
})
