import { describe, expect, it } from 'vitest'
import { plain, redact } from '../../../../src/bus/words.ts'
import { guardHolds, literalHolds, unmet } from '../../../../src/teach/procedure/guard.ts'
import { describingWords, guardWords } from '../../../../src/teach/procedure/guardWords.ts'
import type { Guard } from '../../../../src/teach/procedure/types.ts'
import { ticketEntity } from '../../../../src/triage/entities.ts'
import { aTicket } from './fixture.ts'

const ticket = aTicket('T-1', { tags: ['vip'], status: 'on_hold' })
type Op = Guard[number]['op']

describe('a guard on a record', () => {
  it.each<[string, Op, Guard[number]['value'], boolean]>([
    ['status', '=', 'on_hold', true],
    ['status', '=', 'open', false],
    ['status', '!=', 'open', true],
    ['status', '!=', 'on_hold', false],
    ['tags', 'contains', 'vip', true],
    ['tags', 'contains', 'vi', false],
    ['tags', 'lacks', 'vip', false],
    ['tags', 'lacks', 'new', true],
    ['tags', '=', ['vip'], true],
    ['tags', 'empty', undefined, false],
    ['assigneeId', 'empty', undefined, true],
    ['assigneeId', 'not-empty', undefined, false],
    ['assigneeId', '=', null, true],
    ['reply', 'empty', undefined, true],
    ['requester.name', '=', 'Ada', true],
    ['subject', 'contains', 'of T', true],
    ['snoozedUntil', 'empty', undefined, true],
    ['snoozedUntil', '=', 'x', false],
    ['snoozedUntil', '!=', 'x', true],
    ['snoozedUntil', 'lacks', 'x', true],
    ['snoozedUntil', 'contains', 'x', false],
    ['snoozedUntil', '=', undefined, false],
    ['constructor', 'empty', undefined, true],
    ['__proto__.x', 'not-empty', undefined, false],
  ])('%s %s %j is %s', (field, op, value, holds) => {
    expect(literalHolds({ field, op, ...(value === undefined ? {} : { value }) }, ticket)).toBe(holds)
  })

  it('is a conjunction; the empty one holds of every record, none of a missing one', () => {
    const both: Guard = [
      { field: 'status', op: '=', value: 'on_hold' },
      { field: 'tags', op: 'empty' },
    ]
    expect(guardHolds(both, ticket)).toBe(false)
    expect(unmet(both, ticket)).toEqual([both[1]])
    expect(guardHolds([], ticket)).toBe(true)
    expect(guardHolds([], undefined)).toBe(false)
  })
})

describe('a guard in words', () => {
  it.each<[string, Op, Guard[number]['value'], string, string]>([
    ['status', '=', 'on_hold', 'its status is on hold', 'that is on hold'],
    ['status', '!=', 'open', 'its status is not open', 'that is not open'],
    ['tags', 'contains', 'vip', 'it has the tag vip', 'that has the tag vip'],
    ['tags', 'lacks', 'vip', 'it does not have the tag vip', 'that does not have the tag vip'],
    ['tags', 'empty', undefined, 'it has no tags', 'that has no tags'],
    ['assigneeId', 'empty', undefined, 'it has no assignee', 'that has no assignee'],
    ['assigneeId', 'not-empty', undefined, 'it has an assignee', 'that has an assignee'],
    ['assigneeId', '=', 'mika', 'its assignee is Mika', 'whose assignee is Mika'],
    ['requester.name', '=', 'Ada', 'its requester is Ada', 'whose requester is Ada'],
  ])('%s %s %j', (field, op, value, condition, description) => {
    const guard: Guard = [{ field, op, ...(value === undefined ? {} : { value }) }]
    const names = (entity: string) => (entity === 'assignee' ? 'Mika' : undefined)
    expect(plain(guardWords(guard, ticketEntity, names))).toBe(condition)
    expect(plain(describingWords(guard, ticketEntity, names))).toBe(description)
  })

  it('marks what users wrote', () => {
    expect(redact(guardWords([{ field: 'tags', op: 'contains', value: 'vip' }], ticketEntity)).untrusted).toEqual(['vip'])
    expect(redact(guardWords([{ field: 'status', op: '=', value: 'open' }], ticketEntity)).untrusted).toBeUndefined()
  })
})
