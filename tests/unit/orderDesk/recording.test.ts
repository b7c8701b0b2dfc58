import { describe, expect, it } from 'vitest'
import { expectedChanges } from '../../../src/teach/recording/changes.ts'
import { replay } from '../../../src/teach/recording/replay.ts'
import { recordsIn } from '../../../src/teach/recording/slice.ts'
import type { LiveRecording, Trace } from '../../../src/teach/recording/types.ts'
import { orderDesk, orders } from '../../fixtures/orderDesk/catalogue.ts'
import { handAt, taughtOrders } from '../../fixtures/orderDesk/session.ts'
import { busOver } from '../../support/desk.ts'
import { recorderFor } from '../../support/sessions.ts'
import { KIEL, on, ULM } from './shows.ts'

const stepsOf = ({ steps }: Trace) => steps.map(({ command, input }) => [command, Object.values(input)[1] ?? Object.values(input)[0] ?? null])

/** What the trace changes when it is done again on nothing but its own slice. */
function again(trace: Trace) {
  const done = replay(trace, busOver(orderDesk, recordsIn(trace.slice)))
  return done.ok ? done.value : done.error.message
}

describe('recording at an order desk', () => {
  it('of an address corrected in whole only the last stays', () => {
    const trace = taughtOrders(on('O-2003', (at) => {
      at.act('set_ship_to', { shipTo: ULM })
      at.act('set_ship_to', { shipTo: KIEL })
    }))
    expect(stepsOf(trace)).toEqual([['open_order', 'O-2003'], ['set_ship_to', KIEL]])
    expect(expectedChanges(trace)).toMatchObject([{ id: 'O-2003', field: 'shipTo', after: KIEL }])
    expect(again(trace)).toEqual(expectedChanges(trace))
  })

  it('a part that is corrected leaves what was written of the rest', () => {
    const trace = taughtOrders(on('O-2003', (at) => {
      at.act('set_ship_to', { shipTo: ULM })
      at.act('set_postal_code', { zip: '89077' })
    }))
    expect(stepsOf(trace).slice(1)).toEqual([['set_ship_to', ULM], ['set_postal_code', '89077']])
    expect(again(trace)).toMatchObject([{ field: 'shipTo', after: { ...ULM, zip: '89077' } }])
  })

  it('of a part corrected before the whole address was given nothing stays', () => {
    const trace = taughtOrders(on('O-2003', (at) => {
      at.act('set_postal_code', { zip: '89077' })
      at.act('set_ship_to', { shipTo: KIEL })
    }))
    expect(stepsOf(trace).slice(1)).toEqual([['set_ship_to', KIEL]])
    expect(again(trace)).toEqual(expectedChanges(trace))
  })

  it('an address that ends as it began was never written', () => {
    const trace = taughtOrders((at, bus) => {
      const before = bus.session.records.get('order', 'O-2003')?.['shipTo'] ?? {}
      at.goTo('O-2003')
      at.act('set_ship_to', { shipTo: KIEL })
      at.act('set_carrier', { carrier: 'courier' })
      at.act('set_ship_to', { shipTo: before })
    })
    expect(stepsOf(trace).slice(1)).toEqual([['set_carrier', 'courier']])
  })

  it('a record that is made, and those that come to point at it, are changes of the step', () => {
    const trace = taughtOrders(on('O-2003', (at) => at.act('refund_items', { itemIds: ['I-30'], amountCents: 500 })))
    expect(expectedChanges(trace)).toEqual(
      expect.arrayContaining([
        { entity: 'refund', id: 'O-2003.r1', field: 'amountCents', after: 500 },
        { entity: 'order', id: 'O-2003', field: 'refundIds', before: [], after: ['O-2003.r1'] },
        { entity: 'item', id: 'I-30', field: 'refunded', before: false, after: true },
      ]),
    )
    expect(again(trace)).toEqual(expectedChanges(trace))
  })

  it('the slice is what was there at first: a record that was made while recording is none of it, however often it is seen', () => {
    const trace = taughtOrders((at) => {
      at.goTo('O-2003')
      at.act('refund_items', { itemIds: ['I-30'], amountCents: 500 })
      at.findRefunds({ state: 'requested' })
      at.onRow(at.ids.indexOf('O-2003.r1'), 'approve_refund')
    })
    expect(Object.keys(trace.slice['refund'] ?? {}).sort()).toEqual(['O-2006.r1', 'O-2012.r1', 'O-2018.r1', 'O-2024.r1'])
    expect(again(trace)).toEqual(expectedChanges(trace))
    expect(expectedChanges(trace)).toContainEqual({ entity: 'refund', id: 'O-2003.r1', field: 'state', after: 'approved' })
  })

  it('after a reload as well', () => {
    const stored: LiveRecording[] = []
    const before = busOver(orderDesk, orders())
    const begun = recorderFor(before, { onLive: (live) => void stored.push(structuredClone(live)) })
    begun.start()
    handAt(before).goTo('O-2003')
    handAt(before).act('refund_items', { itemIds: ['I-30'], amountCents: 500 })
    const records = Object.fromEntries(orderDesk.entities.map(({ name }) => [name, before.session.records.list(name)]))
    const after = busOver(orderDesk, records)
    const resumed = recorderFor(after)
    const [saved] = stored.slice(-1)
    if (!saved) throw new Error('Nothing was stored.')
    resumed.resume(saved)
    handAt(after).findRefunds({ state: 'requested' })
    handAt(after).onRow(0, 'approve_refund')
    const stopped = resumed.stop()
    expect(stopped.ok && Object.keys(stopped.value.trace.slice['refund'] ?? {})).not.toContain('O-2003.r1')
  })

  it('the order that was opened to find its customer stays; one that tells nothing of what follows goes', () => {
    const found = taughtOrders((at) => {
      at.goTo('O-2003')
      at.customer('C-33', 'pasted')
      at.act('set_tier', { tier: 'gold' })
    })
    expect(found.steps.map(({ command }) => command)).toEqual(['open_order', 'open_customer', 'set_tier'])
    const stray = taughtOrders((at) => {
      at.goTo('O-2003')
      at.customer('C-36', 'typed')
      at.act('set_tier', { tier: 'gold' })
    })
    expect(stray.steps.map(({ command }) => command)).toEqual(['open_customer', 'set_tier'])
  })
})
