import fc from 'fast-check'
import type { JsonObject } from '../../../src/bus/json.ts'
import { PRIORITIES, STATUSES } from '../../../src/triage/model.ts'
import { SORTS, type Query } from '../../../src/triage/query.ts'

export interface Call {
  readonly id: string
  readonly input: JsonObject
}

const ticketId = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 1001, max: 1040 }).map((number) => `T-${number}`) },
  { weight: 1, arbitrary: fc.constantFrom('T-9999', '__proto__', 'constructor') },
)
const assigneeId = fc.constantFrom('amara', 'jonas', 'lena', 'mika', 'noor', 'rafael', 'tomasz', 'yuki', 'nobody-here')
const templateId = fc.constantFrom('duplicate-charge', 'refund-sent', 'ask-details', 'escalated', 'solved-check', 'no-such')
const tag = fc.constantFrom('billing', 'vip', 'login', 'refund', 'shipping', 'spam?', 'new-one', '日本')
const tags = (minLength: number) => fc.uniqueArray(tag, { minLength, maxLength: 4 })
const text = fc.oneof(fc.constantFrom('charge', 'TWICE marta', 't-10', 'ß', '  ', 'kranz'), fc.string({ minLength: 1, maxLength: 12 }))

/** A query as `filter_tickets` takes it, any part left out. */
export const anyQuery: fc.Arbitrary<Query> = fc.record(
  {
    status: fc.uniqueArray(fc.constantFrom(...STATUSES), { minLength: 1 }),
    priority: fc.uniqueArray(fc.constantFrom(...PRIORITIES), { minLength: 1 }),
    assignee: fc.oneof(assigneeId, fc.constant('none')),
    tag,
    notTags: tags(1),
    requester: text,
    text,
    sort: fc.constantFrom(...(Object.keys(SORTS) as (keyof typeof SORTS)[])),
    limit: fc.integer({ min: 1, max: 50 }),
  },
  { requiredKeys: [] },
)

const call = (id: string, input: fc.Arbitrary<JsonObject>): fc.Arbitrary<Call> => input.map((given) => ({ id, input: given }))

/** A write that fits its schema, on a ticket that may not be there, with a value that may not be known. */
export const anyWrite: fc.Arbitrary<Call> = fc.oneof(
  call('set_ticket_priority', fc.record({ ticketId, priority: fc.constantFrom(...PRIORITIES) })),
  call('set_ticket_status', fc.record({ ticketId, status: fc.constantFrom(...STATUSES) })),
  call('set_ticket_assignee', fc.record({ ticketId, assigneeId: fc.option(assigneeId) })),
  call('set_ticket_tags', fc.record({ ticketId, tags: tags(0) })),
  call('add_ticket_tags', fc.record({ ticketId, tags: tags(1) })),
  call('remove_ticket_tags', fc.record({ ticketId, tags: tags(1) })),
  call('apply_template', fc.record({ ticketId, templateId })),
)

/** Any command of the catalogue, its input fitting its schema. */
export const anyCall: fc.Arbitrary<Call> = fc.oneof(
  { weight: 3, arbitrary: anyWrite },
  { weight: 1, arbitrary: call('select_ticket', fc.record({ ticketId })) },
  { weight: 1, arbitrary: call('get_ticket', fc.record({ ticketId })) },
  { weight: 2, arbitrary: call('filter_tickets', anyQuery as fc.Arbitrary<JsonObject>) },
  { weight: 1, arbitrary: fc.constantFrom('list_templates', 'list_assignees').map((id) => ({ id, input: {} })) },
)
