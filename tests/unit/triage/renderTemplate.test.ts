import { describe, expect, it } from 'vitest'
import { renderTemplate, TEMPLATE_FIELDS } from '../../../src/triage/renderTemplate.ts'
import { rowOf } from '../../../src/triage/rowOf.ts'
import { ticketWith } from './ticketDesk.ts'

const greeting = (name: string) => renderTemplate('{{requester.firstName}}', ticketWith({ requester: { name, email: '' } }), undefined)

describe('renderTemplate', () => {
  it.each([
    ['Ana Costa', 'Ana'],
    ['Costa, Ana', 'Ana'],
    ['Dr Eleonora Weissmann', 'Eleonora'],
    ['Prof. Dr. Ada King', 'Ada'],
    ['佐藤 花', '佐藤'],
    ['Ana', 'Ana'],
    ['  ', 'there'],
    ['', 'there'],
    ['Dr', 'there'],
  ])('greets %j as %j', (name, first) => {
    expect(greeting(name)).toEqual({ text: first })
  })

  it('has words for whatever a ticket lacks', () => {
    const bare = ticketWith({ subject: ' ', requester: { name: '', email: '' } })
    for (const field of Object.keys(TEMPLATE_FIELDS))
      expect(renderTemplate(`{{${field}}}`, bare, undefined)).toHaveProperty('text', expect.stringMatching(/\S/u))
  })

  it('says statuses in words', () => {
    expect(renderTemplate('{{status}}', ticketWith({ status: 'on_hold' }), undefined)).toEqual({ text: 'on hold' })
  })

  it('never fills a field that a value brings along, nor takes a value for a replacement pattern', () => {
    const ticket = ticketWith({ subject: '{{requester.email}} $& $1' })
    expect(renderTemplate('{{subject}}!', ticket, undefined)).toEqual({ text: '{{requester.email}} $& $1!' })
  })

  it('leaves braces alone that hold no field', () => {
    expect(renderTemplate('{ {{ticketId} } {a}', ticketWith(), undefined)).toEqual({ text: '{ {{ticketId} } {a}' })
  })

  it('names each unknown field once', () => {
    expect(renderTemplate('{{a}}{{b}}{{a}}{{}}', ticketWith(), undefined)).toEqual({ unknown: ['a', 'b', ''] })
  })

  it('case T21: a row of the list gives the same text as the whole ticket', () => {
    const ticket = ticketWith()
    const body = Object.keys(TEMPLATE_FIELDS).map((field) => `{{${field}}}`).join('|')
    expect(renderTemplate(body, rowOf(ticket), undefined)).toEqual(renderTemplate(body, ticket, undefined))
  })
})
