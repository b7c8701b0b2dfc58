import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CatalogueIndex } from '../../../src/bus/command.ts'
import { isObject, type Json, type JsonObject } from '../../../src/bus/json.ts'
import type { Change, Outcome } from '../../../src/teach/procedure/outcome.ts'
import { errorResult, successResult } from '../../../src/webmcp/result.ts'
import { PRIORITIES, STATUSES } from '../../../src/triage/model.ts'
import { pageCatalogue } from '../../unit/webmcp/page.ts'

const index = new CatalogueIndex(pageCatalogue)

/** Marks everything a user wrote, so that it can be found wherever it got to. */
const MARK = '☠'
const written = fc.oneof(fc.string({ maxLength: 40, unit: 'binary' }), fc.string({ maxLength: 3000 })).map((text) => MARK + text)
const id = fc.stringMatching(/^[A-Za-z0-9:_.#-]{1,64}$/)
const time = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => date.toISOString())
const tags = fc.array(written, { maxLength: 20 })

const row: fc.Arbitrary<JsonObject> = fc.record(
  {
    ticketId: id,
    subject: written,
    body: written,
    requester: fc.record({ name: written, email: written }),
    status: fc.constantFrom(...STATUSES),
    priority: fc.constantFrom(...PRIORITIES),
    assigneeId: fc.option(id),
    tags,
    reply: written,
    createdAt: time,
    updatedAt: time,
    version: fc.nat(),
    source: fc.record({ system: fc.constant('zendesk'), id: written, url: written, status: written }),
    surprise: written,
  },
  { requiredKeys: ['ticketId'] },
)

const change: fc.Arbitrary<Change> = fc
  .oneof(
    fc.record({ field: fc.constant('priority'), from: fc.constantFrom(...PRIORITIES), to: fc.constantFrom(...PRIORITIES) }),
    fc.record({ field: fc.constant('tags'), from: tags, to: tags }),
    fc.record({ field: fc.constantFrom('reply', 'subject', 'body', 'surprise'), from: written, to: written }),
    fc.record({ field: fc.constant('requester'), from: fc.constant(null), to: fc.record({ name: written, email: written }) }),
  )
  .chain((parts) => id.map((one) => ({ entity: 'ticket', id: one, ...parts })))

const ids = fc.array(id, { maxLength: 400 })

/** The value with everything under `untrusted` taken out. */
function trustedPart(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(trustedPart)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).flatMap(([key, item]) => (key === 'untrusted' ? [] : [[key, trustedPart(item)]])))
}

function holds(result: JsonObject): void {
  const text = JSON.stringify(result)
  expect(text.length).toBeLessThanOrEqual(1500)
  expect(JSON.parse(text)).toEqual(result)
  expect(JSON.stringify(trustedPart(result))).not.toContain(MARK)
}

describe('results', () => {
  it('are within the budget, and no user-written value stands outside of untrusted: changes', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), fc.nat({ max: 100 }), fc.boolean(), fc.option(fc.record({ done: ids, skipped: ids, failed: ids, notTried: ids })), (changes, unchanged, saved, loop) => {
        const outcome: Outcome = { ok: true, changes, unchanged, writes: changes.length, ...(loop ? { loop } : {}) }
        const result = successResult({ run: 'run-id', outcome, saved }, index)
        holds(result)
        const shown = (result.changed as unknown[]).length
        if (shown < changes.length) expect(result.truncated).toEqual({ shown, total: changes.length })
        if (!loop && changes.length > 0) expect(shown).toBeGreaterThan(0)
      }),
    )
  })

  it('the same for rows, described or not', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 60 }), fc.nat({ max: 1000 }), fc.constantFrom('ticket', null), (rows, more, entity) => {
        const known = entity === null ? rows.map((one) => ({ ...one, surprise: MARK })) : rows
        const outcome: Outcome = { ok: true, changes: [], unchanged: 0, writes: 0, result: { entity, rows: known, total: rows.length + more } }
        const result = successResult({ run: 'run-id', outcome, saved: true }, index)
        holds(result)
        if (rows.length > 0) expect((result.rows as unknown[]).length).toBeGreaterThan(0)
      }),
    )
  })

  it('the same for errors', () => {
    const problem = fc.record(
      {
        code: fc.constantFrom('GUARD_UNMET', 'INVALID_INPUT', 'STALE', 'NOT_FOUND', 'STEP_FAILED' as const),
        message: fc.oneof(fc.string({ maxLength: 2000, unit: 'binary' }), fc.constant('\u0001'.repeat(900))),
        path: fc.oneof(fc.string({ maxLength: 500 }), fc.constant('\u0001'.repeat(900))),
        known: fc.array(fc.string({ maxLength: 200 }), { maxLength: 300 }),
        untrusted: fc.dictionary(fc.string(), fc.oneof(written, tags)),
        step: fc.integer({ min: 1, max: 60 }),
        applied: ids,
        remaining: ids,
      },
      { requiredKeys: ['code', 'message'] },
    )
    fc.assert(
      fc.property(problem, (one) => {
        holds(errorResult(one))
      }),
    )
  })
})
