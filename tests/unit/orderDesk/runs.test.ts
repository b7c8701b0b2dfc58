import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/bus/json.ts'
import { runHistory } from '../../../src/webmcp/runs/runHistory.ts'
import { openOrderPage, type OrderPage } from './orderPage.ts'
import { KIEL, marked, on, onCustomerOf, ULM } from './shows.ts'

const any = (): unknown => expect.anything()
const commits = (page: OrderPage) => page.bus.commits.filter(({ patches, run }) => run !== undefined && patches.length > 0)

/** The whole desk, without what moves by itself. */
function desk({ bus }: OrderPage): JsonObject {
  const still = ({ version: _version, touchedAt: _touched, ...rest }: JsonObject): JsonObject => rest
  return Object.fromEntries(['customer', 'order', 'item', 'refund'].map((entity) => [entity, bus.session.records.list(entity).map(still)]))
}

const RESULT = 1_500
const within = (result: JsonObject): JsonObject => {
  expect(JSON.stringify(result).length).toBeLessThanOrEqual(RESULT)
  return result
}

describe('taught tools of an order desk', () => {
  it('an address: listed with its parts, run on another order, told as untrusted, taken back at once', async () => {
    const page = openOrderPage()
    const tool = page.tool('move_order', [on('O-2003', (at) => at.act('set_ship_to', { shipTo: KIEL })), on('O-2001', (at) => at.act('set_ship_to', { shipTo: ULM }))])
    expect(tool.compiled.inputSchema).toMatchObject({ required: ['target_order', 'new_street', 'new_city', 'new_zip'], additionalProperties: false })
    expect(tool.compiled.description).toBe('Does what was shown. Changes street, city, postal code and country of the given order.')
    expect(tool.compiled.annotations).toEqual({ readOnlyHint: false, untrustedContentHint: true, consequentialHint: false })
    const before = desk(page)
    const from = page.order('O-2006')['shipTo']
    const to = { street: 'Am Wall 7', city: 'Bremen', zip: '28195', country: 'DE' }
    const input = { target_order: 'O-2006', new_street: to.street, new_city: to.city, new_zip: to.zip }
    expect(within(await page.call('move_order', input))).toMatchObject({ ok: true, changed: [{ orderId: 'O-2006', field: 'shipTo', untrusted: { from, to } }] })
    expect(page.order('O-2006')['shipTo']).toEqual(to)
    expect(await page.call('move_order', input)).toMatchObject({ ok: true, changed: [], unchanged: 1 })
    expect(page.at.undo()).toBe(true)
    expect(desk(page)).toEqual(before)
  })

  it('a part that does not fit is refused by the leaf’s own schema, before anything', async () => {
    const page = openOrderPage()
    page.tool('mend_code', [on('O-2003', (at) => at.act('set_postal_code', { zip: '24103' })), on('O-2001', (at) => at.act('set_postal_code', { zip: '24104' }))])
    const entries = page.bus.journal.length
    expect(await page.call('mend_code', { target_order: 'O-2006', new_zip: 'abc' })).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT', path: 'new_zip' } })
    expect(page.bus.journal).toHaveLength(entries)
    const { zip: _zip, ...rest } = page.order('O-2006')['shipTo'] as JsonObject
    await page.call('mend_code', { target_order: 'O-2006', new_zip: '28195' })
    expect(page.order('O-2006')['shipTo']).toEqual({ ...rest, zip: '28195' })
  })

  const giveBack = (page: OrderPage) =>
    page.tool('give_back', [
      on('O-2003', (at) => {
        at.act('add_flags', { flags: ['claim'] })
        at.act('refund_items', { itemIds: ['I-30'], amountCents: 500 })
        at.act('set_urgency', { urgency: 'rush' })
      }),
      on('O-2004', (at) => {
        at.act('add_flags', { flags: ['claim'] })
        at.act('refund_items', { itemIds: ['I-40', 'I-41'], amountCents: 900 })
        at.act('set_urgency', { urgency: 'rush' })
      }),
    ])

  it('items and an amount: one commit over three kinds of records, one undo', async () => {
    const page = openOrderPage()
    const tool = giveBack(page)
    expect(tool.compiled.description).toBe('Does what was shown. Changes flags and urgency of the given order. Runs “Refund items” on the given order.')
    const before = desk(page)
    const result = within(await page.call('give_back', { target_order: 'O-2008', target_items: ['I-80', 'I-82'], amount_cents: 1200 }))
    expect(result).toMatchObject({ ok: true, changed: expect.arrayContaining([{ orderId: 'O-2008', field: 'refundIds', from: [], to: ['O-2008.r1'] }, { itemId: 'I-82', field: 'refunded', from: false, to: true }]) as unknown })
    expect(page.refund('O-2008.r1')).toMatchObject({ itemIds: ['I-80', 'I-82'], amountCents: 1200, state: 'requested' })
    expect(commits(page)).toHaveLength(1)
    expect(page.at.undo()).toBe(true)
    expect(page.refund('O-2008.r1')).toBeUndefined()
    expect(desk(page)).toEqual(before)
    expect(page.at.redo()).toBe(true)
    expect(page.refund('O-2008.r1')).toMatchObject({ amountCents: 1200 })
  })

  it.each([
    ['more than was paid', { target_order: 'O-2008', target_items: ['I-80'], amount_cents: 9_000_000 }, { code: 'LIMIT', path: 'amount_cents' }],
    ['an item of another order', { target_order: 'O-2008', target_items: ['I-80', 'I-90'], amount_cents: 100 }, { code: 'NOT_FOUND', path: 'target_items' }],
    ['an item twice refunded', { target_order: 'O-2006', target_items: ['I-60'], amount_cents: 100 }, { code: 'BLOCKED', path: 'target_items' }],
  ])('refused in the middle, for %s: nothing of the steps before stays', async (_what, input, error) => {
    const page = openOrderPage()
    giveBack(page)
    const before = desk(page)
    const result = within(await page.call('give_back', input))
    expect(result).toMatchObject({ ok: false, error: { ...error, applied: [], step: any() } })
    expect((result['error'] as JsonObject)['step']).toBeGreaterThan(1)
    expect(desk(page)).toEqual(before)
    expect(commits(page)).toEqual([])
  })

  it.each([
    ['an unknown item', { target_order: 'O-2008', target_items: ['I-999'], amount_cents: 100 }, 'NOT_FOUND'],
    ['no items', { target_order: 'O-2008', target_items: [], amount_cents: 100 }, 'INVALID_INPUT'],
    ['the same item twice', { target_order: 'O-2008', target_items: ['I-80', 'I-80'], amount_cents: 100 }, 'INVALID_INPUT'],
    ['half a cent', { target_order: 'O-2008', target_items: ['I-80'], amount_cents: 1.5 }, 'INVALID_INPUT'],
    ['money as text', { target_order: 'O-2008', target_items: ['I-80'], amount_cents: '100' }, 'INVALID_INPUT'],
    ['less than nothing', { target_order: 'O-2008', target_items: ['I-80'], amount_cents: -1 }, 'INVALID_INPUT'],
  ])('refused before the first step, for %s', async (_what, input, code) => {
    const page = openOrderPage()
    giveBack(page)
    const before = desk(page)
    const writes = page.bus.journal.filter(({ effect }) => effect === 'write').length
    expect(await page.call('give_back', input)).toMatchObject({ ok: false, error: { code } })
    expect(desk(page)).toEqual(before)
    expect(page.bus.journal.filter(({ effect }) => effect === 'write')).toHaveLength(writes)
  })

  it('the customer of the given order, whoever that is', async () => {
    const page = openOrderPage()
    const tool = page.tool('thank', [
      onCustomerOf('O-2003', (at) => at.act('set_credit', { creditCents: 300 })),
      onCustomerOf('O-2004', (at) => at.act('set_credit', { creditCents: 300 })),
    ])
    expect(Object.keys(tool.compiled.inputSchema.properties ?? {})).toEqual(['source_order'])
    expect(tool.compiled.description).toContain('Changes credit of one customer.')
    const { customerId } = page.order('O-2008')
    expect(await page.call('thank', { source_order: 'O-2008' })).toMatchObject({ ok: true, changed: [{ customerId, field: 'creditCents', from: 0, to: 300 }] })
    expect(page.customer(String(customerId))).toMatchObject({ creditCents: 300 })
  })

  it('two records of different kinds, each named by the caller', async () => {
    const page = openOrderPage()
    page.tool('cancel_and_credit', [
      (at) => {
        at.goTo('O-2003')
        at.act('cancel_order')
        at.customer('C-39')
        at.act('set_credit', { creditCents: 500 })
      },
    ])
    const before = desk(page)
    expect(await page.call('cancel_and_credit', { target_order: 'O-2005', target_customer: 'C-34' })).toMatchObject({ ok: false, error: { code: 'BLOCKED' } })
    expect(desk(page)).toEqual(before)
    expect(await page.call('cancel_and_credit', { target_order: 'O-2006', target_customer: 'C-34' })).toMatchObject({
      ok: true,
      changed: [
        { orderId: 'O-2006', field: 'stage', to: 'cancelled' },
        { customerId: 'C-34', field: 'creditCents', from: 0, to: 500 },
      ],
    })
  })

  it('each of the orders the caller names: row by row, every one told', async () => {
    const page = openOrderPage()
    const open = { stages: ['placed'], order: 'oldest' }
    const tool = page.tool('batch', [marked(open, 0, 2, 'add_flags', { flags: ['batch'] }), marked(open, 2, 5, 'add_flags', { flags: ['batch'] })])
    expect(tool.compiled.inputSchema.properties).toMatchObject({ target_orders: { type: 'array', uniqueItems: true, maxItems: 100 } })
    page.at.find(open)
    const [a = '', b = ''] = page.at.ids.slice(6)
    expect(within(await page.call('batch', { target_orders: [a, b] }))).toMatchObject({ ok: true, done: [a, b], skipped: [], failed: [], notTried: [] })
    expect([a, b].map((id) => page.order(id)['flags'])).toEqual([expect.arrayContaining(['batch']), expect.arrayContaining(['batch'])])
    expect(commits(page)).toHaveLength(2)
    // Shipped, so not in the list.
    expect(await page.call('batch', { target_orders: [a, 'O-2005'] })).toMatchObject({ ok: false, error: { code: 'GUARD_UNMET' } })
  })

  it('a loop whose rows change records of another kind, stopped by a person between rows', async () => {
    let steps = 0
    const page: OrderPage = openOrderPage({
      pause: () => {
        steps += 1
        if (steps === 4) page.runs.stop(page.runs.active()[0]?.runId ?? '')
        return Promise.resolve()
      },
    })
    const tool = page.tool('approve_all', [
      (at) => {
        at.findRefunds({ state: 'requested' })
        for (const id of at.ids) at.selected(id, 'all', 'approve_refund')
      },
    ])
    expect(tool.compiled.annotations).toMatchObject({ consequentialHint: true })
    while (page.at.undo());
    const ids = ['O-2024.r1', 'O-2018.r1', 'O-2012.r1', 'O-2006.r1']
    const done = within(await page.call('approve_all'))
    expect(done).toMatchObject({ ok: false, error: { code: 'CANCELLED', applied: ids.slice(0, 1), remaining: ids.slice(1) } })
    expect(ids.map((id) => page.refund(id)?.['state'])).toEqual(['approved', 'requested', 'requested', 'requested'])
    expect(page.order('O-2024')['refundedCents']).toBe(page.refund('O-2024.r1')?.['amountCents'])
    expect(page.order('O-2018')['refundedCents']).toBe(0)
    expect(runHistory(page.bus.commits, page.bus.index, new Set())[0]).toMatchObject({ end: 'partial', rows: { done: ids.slice(0, 1) } })
  })

  it('a look-up: read-only, rows with what customers wrote apart, and how many there are rather than what they cost', async () => {
    const page = openOrderPage()
    const tool = page.tool('dearest', [(at) => at.find({ urgencies: ['rush'], order: 'dearest', most: 2 })])
    expect(tool.compiled.annotations).toMatchObject({ readOnlyHint: true, untrustedContentHint: true })
    expect(tool.compiled.description).toBe('Does what was shown. Looks up orders; changes nothing.')
    const before = page.bus.session.view
    const result = within(await page.call('dearest'))
    expect(result).toMatchObject({ ok: true, changed: [], truncated: { shown: 2, total: 8 } })
    const [row] = result['rows'] as readonly JsonObject[]
    expect(row).toMatchObject({ shipTo: { zip: any(), country: any() }, untrusted: { summary: any(), shipTo: { street: any(), city: any() } } })
    expect(row?.['summary']).toBeUndefined()
    expect(page.bus.session.view).toBe(before)
  })

  it('somebody else changes the customer meanwhile: nothing is applied', async () => {
    let change = (): void => undefined
    const page = openOrderPage({
      pause: () => {
        change()
        return Promise.resolve()
      },
    })
    page.tool('thank', [onCustomerOf('O-2003', (at) => at.act('set_credit', { creditCents: 300 }), 'pasted')])
    let calls = 0
    change = () => {
      calls += 1
      if (calls === 3) page.bus.dispatch('set_tier', { customerId: 'C-38', tier: 'gold' }, { actor: 'operator', source: 'desk' })
    }
    expect(await page.call('thank', { source_order: 'O-2008' })).toMatchObject({ ok: false, error: { code: 'STALE', applied: [] } })
    expect(page.customer('C-38')).toMatchObject({ creditCents: 0, tier: 'gold' })
  })
})
