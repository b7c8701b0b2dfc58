import { describe, expect, it } from 'vitest'
import { CatalogueIndex } from '../../../src/bus/command.ts'
import { fail } from '../../../src/bus/results.ts'
import type { Change, Outcome } from '../../../src/teach/procedure/outcome.ts'
import { cut, shortened, withItems } from '../../../src/webmcp/fit.ts'
import { errorResult, successResult } from '../../../src/webmcp/result.ts'
import { ticket } from '../../support/tickets.ts'
import { pageCatalogue } from './page.ts'

const index = new CatalogueIndex(pageCatalogue)
const outcome = (parts: Partial<Outcome>): Outcome => ({ ok: true, changes: [], unchanged: 0, writes: 0, ...parts })
const success = (parts: Partial<Outcome>, saved = true) => successResult({ run: 'r1', outcome: outcome(parts), saved }, index)
const change = (field: string, from: Change['from'], to: Change['to']): Change => ({ entity: 'ticket', id: 'T-1001', field, from: from ?? null, to: to ?? null })

describe('successResult', () => {
  it('tells trusted values plainly, user-written ones under untrusted, and a reply by name only', () => {
    const result = success({
      changes: [change('priority', 'low', 'high'), change('tags', ['a'], ['a', 'b']), change('reply', '', 'Dear Ana, …'), change('assigneeId', 'a-1', null)],
    })
    expect(result).toEqual({
      ok: true,
      run: 'r1',
      unchanged: 0,
      changed: [
        { ticketId: 'T-1001', field: 'priority', from: 'low', to: 'high' },
        { ticketId: 'T-1001', field: 'tags', untrusted: { from: ['a'], to: ['a', 'b'] } },
        { ticketId: 'T-1001', field: 'reply' },
        { ticketId: 'T-1001', field: 'assigneeId', from: 'a-1', to: null },
      ],
    })
  })

  it('gives rows with what users wrote apart, and without what moves by itself', () => {
    const row = ticket(1)
    const result = success({ result: { entity: 'ticket', rows: [row], total: 1 } })
    expect(result.rows).toEqual([
      {
        ticketId: 'T-1001',
        status: row.status,
        priority: row.priority,
        assigneeId: row.assigneeId,
        createdAt: row.createdAt,
        untrusted: { subject: row.subject, body: row.body, requester: row.requester, tags: row.tags, reply: row.reply },
      },
    ])
    expect(result.truncated).toBeUndefined()
  })

  it('cuts at a whole row and says how many there are', () => {
    const rows = Array.from({ length: 40 }, (_, place) => ticket(place + 1))
    const result = success({ result: { entity: 'ticket', rows, total: 120 } })
    expect(JSON.stringify(result).length).toBeLessThanOrEqual(1500)
    const shown = (result.rows as unknown[]).length
    expect(shown).toBeGreaterThan(2)
    expect(result).toMatchObject({ truncated: { shown, total: 120 }, next: expect.stringContaining('narrower') as string })
  })

  it('trusts nothing of a row nobody describes', () => {
    expect(success({ result: { entity: null, rows: [{ a: 'x' }], total: 1 } }).rows).toEqual([{ untrusted: { a: 'x' } }])
  })

  it('shortens one long text rather than drop its row', () => {
    const result = success({ result: { entity: 'ticket', rows: [ticket(1, { body: 'long '.repeat(2000) })], total: 1 } })
    expect(JSON.stringify(result).length).toBeLessThanOrEqual(1500)
    expect(result.rows).toMatchObject([{ ticketId: 'T-1001', untrusted: { body: expect.stringMatching(/…$/) as string } }])
  })

  it('says what a loop did, row by row, what went wrong first where room is short', () => {
    const ids = Array.from({ length: 300 }, (_, place) => `T-${1000 + place}`)
    const few = success({ loop: { done: ['T-1'], skipped: [], failed: [], notTried: ['T-2'] } })
    expect(few).toMatchObject({ done: ['T-1'], skipped: [], failed: [], notTried: ['T-2'] })
    expect(few.counts).toBeUndefined()
    const many = success({ loop: { done: ids, skipped: [], failed: ['T-9'], notTried: [] } })
    expect(JSON.stringify(many).length).toBeLessThanOrEqual(1500)
    expect(many).toMatchObject({ failed: ['T-9'], counts: { done: 300, failed: 1 } })
  })

  it('says when it is kept in memory only', () => {
    expect(success({}, false)).toMatchObject({ ok: true, saved: false })
    expect(success({}).saved).toBeUndefined()
  })
})

describe('errorResult', () => {
  it('carries code, path, step and what holds, and one line of advice', () => {
    const problem = { ...fail('STEP_FAILED', 'Step 3: it did not take.').error, step: 3, applied: [], remaining: [1, 2, 3, 4] }
    expect(errorResult(problem)).toEqual({
      ok: false,
      error: { code: 'STEP_FAILED', message: 'Step 3: it did not take.', step: 3, applied: [], remaining: [1, 2, 3, 4], retryable: false },
      next: expect.stringContaining('which step failed') as string,
    })
  })

  it.each([
    ['BUSY', true],
    ['NOT_READY', true],
    ['STALE', true],
    ['INVALID_INPUT', false],
    ['NOT_FOUND', false],
    ['GUARD_UNMET', false],
    ['CANCELLED', false],
    ['REVOKED', false],
    ['REJECTED', false],
    ['BLOCKED', false],
    ['LIMIT', false],
    ['INTERNAL', false],
  ] as const)('%s: calling the same again may succeed: %s', (code, retryable) => {
    const result = errorResult(fail(code, 'x').error)
    expect(result).toMatchObject({ ok: false, error: { code, retryable }, next: expect.stringMatching(/\.$/) as string })
  })

  it('drops what does not fit, the code last', () => {
    const result = errorResult({
      ...fail('GUARD_UNMET', 'm'.repeat(900), { known: Array.from({ length: 80 }, (_, n) => `${'k'.repeat(70)}${n}`), untrusted: { named: 'u'.repeat(3000) } }).error,
      step: 1,
      applied: Array.from({ length: 500 }, (_, n) => `T-${n}`),
      remaining: Array.from({ length: 500 }, (_, n) => `T-${n}`),
    })
    expect(JSON.stringify(result).length).toBeLessThanOrEqual(1500)
    expect(result).toMatchObject({ error: { code: 'GUARD_UNMET', step: 1 } })
  })
})

describe('fit', () => {
  it('uses all the room there is', () => {
    const items = Array.from({ length: 50 }, (_, n) => `item ${n}`)
    for (let limit = 60; limit < 700; limit += 7) {
      const result = withItems('list', items, (shown) => (shown < items.length ? { truncated: { shown, total: items.length } } : {}), limit)
      const shown = (result.list as unknown[]).length
      expect(JSON.stringify(result).length).toBeLessThanOrEqual(limit)
      const more = { list: items.slice(0, shown + 1), ...(shown + 1 < items.length ? { truncated: { shown: shown + 1, total: items.length } } : {}) }
      if (shown < items.length) expect(JSON.stringify(more).length).toBeGreaterThan(limit)
    }
  })

  it('never cuts a character in two', () => {
    expect(cut('ab😀cd', 4)).toBe('ab…')
    expect(cut('abcd', 4)).toBe('abcd')
    expect(shortened({ a: ['x'.repeat(9), 1, null], b: Array.from({ length: 9 }, () => 'y') }, 5, 2)).toEqual({ a: ['xxxx…', 1, '…'], b: ['y', 'y', '…'] })
  })
})
