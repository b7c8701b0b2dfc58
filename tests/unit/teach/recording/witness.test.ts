import { describe, expect, it } from 'vitest'
import type { Rec } from '../../../../src/bus/state.ts'
import type { Literal, Witness } from '../../../../src/teach/recording/types.ts'
import { witnessOf } from '../../../../src/teach/recording/witness.ts'
import { ticketEntity } from '../../../../src/triage/entities.ts'
import { ticket, tickets } from '../../../support/tickets.ts'

const seen = (id: string, rows: readonly Rec[]): Witness => {
  const witness = witnessOf(id, rows, ticketEntity)
  if (!witness) throw new Error(`${id} is not there`)
  return witness
}

const countOf = (witness: Witness, literal: Literal): number | undefined =>
  witness.literals.find((one) => JSON.stringify(one.literal) === JSON.stringify(literal))?.count

/** The pairs true of the row alone, as text. */
const alone = ({ literals, pairs }: Witness): readonly string[] =>
  pairs.filter(({ count }) => count === 1).map(({ of }) => of.map((place) => say(literals[place]?.literal)).join(' and '))

const say = (literal: Literal | undefined): string => [literal?.field, literal?.op, literal?.value].filter((part) => part !== undefined).join(' ')

describe('witnessOf', () => {
  it('tells the place, the length and the rank by each time', () => {
    const rows = [ticket(3), ticket(1), ticket(2), ticket(4, { createdAt: ticket(2)['createdAt'] as string })]
    expect(seen('T-1002', rows)).toMatchObject({
      id: 'T-1002',
      ordinal: 2,
      total: 4,
      ranks: { createdAt: { smaller: 1, larger: 1, ties: 1 }, updatedAt: { smaller: 1, larger: 2, ties: 0 } },
    })
    expect(seen('T-1002', rows).ranks).not.toHaveProperty('snoozedUntil')
  })

  it('is null for a row that is not in the list', () => {
    expect(witnessOf('T-9', tickets(3), ticketEntity)).toBeNull()
  })

  it('counts what is true of the row, and leaves out what is true of all', () => {
    const rows = [
      ticket(1, { status: 'open', priority: 'urgent', assigneeId: null, tags: ['vip', 'bug'] }),
      ticket(2, { status: 'open', priority: 'low', assigneeId: 'a-1', tags: ['bug', 'late'] }),
      ticket(3, { status: 'open', priority: 'urgent', assigneeId: 'a-2', tags: ['late'] }),
    ]
    const witness = seen('T-1001', rows)
    expect(countOf(witness, { field: 'priority', op: '=', value: 'urgent' })).toBe(2)
    expect(countOf(witness, { field: 'assigneeId', op: 'empty' })).toBe(1)
    expect(countOf(witness, { field: 'tags', op: 'contains', value: 'bug' })).toBe(2)
    expect(countOf(witness, { field: 'tags', op: 'contains', value: 'vip' })).toBe(1)
    expect(countOf(witness, { field: 'tags', op: 'lacks', value: 'late' })).toBe(1)
    expect(countOf(witness, { field: 'status', op: '=', value: 'open' })).toBeUndefined()
    expect(countOf(witness, { field: 'requester.name', op: '=', value: String((rows[0]?.['requester'] as Rec)['name']) })).toBe(1)
    expect(witness.literals.map(({ literal }) => literal.field)).not.toContain('ticketId')
    expect(witness.literals.map(({ literal }) => literal.field)).not.toContain('subject')
  })

  it('finds the pair that is true of the row alone', () => {
    const same = { requester: { name: 'Ana', email: 'ana@example.com' }, assigneeId: 'a-1', tags: [] }
    const rows = [
      ticket(1, { ...same, status: 'open', priority: 'urgent' }),
      ticket(2, { ...same, status: 'open', priority: 'low' }),
      ticket(3, { ...same, status: 'new', priority: 'urgent' }),
    ]
    const witness = seen('T-1001', rows)
    expect(witness.literals.map(({ count }) => count)).toEqual([2, 2])
    expect(alone(witness)).toEqual(['status = open and priority = urgent'])
  })

  it('counts as one by one counting does, over any list', () => {
    const rows = tickets(200)
    const witness = seen('T-1077', rows)
    for (const { literal, count } of witness.literals) expect([say(literal), rows.filter((row) => holds(literal, row)).length]).toEqual([say(literal), count])
    for (const { of, count } of witness.pairs) {
      const [a, b] = of.map((place) => witness.literals[place]?.literal)
      if (!a || !b) throw new Error('a pair of literals that are not there')
      expect(rows.filter((row) => holds(a, row) && holds(b, row)).length).toBe(count)
    }
    expect(witness.pairs.length).toBeGreaterThan(10)
  })

  it('ranks an ordered vocabulary by its own order', () => {
    const entity = {
      ...ticketEntity,
      rowFields: ['ticketId', 'size'],
      schema: { type: 'object', properties: { ticketId: { type: 'string' }, size: { type: 'string', enum: ['small', 'big'], 'x-us': { ordered: true } } }, required: ['ticketId', 'size'] },
    }
    const rows = [{ ticketId: 'a', size: 'small' }, { ticketId: 'b', size: 'big' }]
    expect(witnessOf('a', rows, entity)?.ranks).toEqual({ size: { smaller: 0, larger: 1, ties: 0 } })
  })
})

function holds({ field, op, value }: Literal, row: Rec): boolean {
  const now = field.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], row)
  const items = Array.isArray(now) ? now : []
  const isEmpty = now === null || now === undefined || (Array.isArray(now) && now.length === 0)
  return { '=': now === value, '!=': now !== value, contains: items.includes(value), lacks: !items.includes(value), empty: isEmpty, 'not-empty': !isEmpty }[op]
}
