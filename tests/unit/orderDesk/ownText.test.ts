import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/bus/json.ts'
import type { Bus } from '../../../src/bus/bus.ts'
import type { Generalized } from '../../../src/teach/generalize/types.ts'
import { callsOf } from '../../../src/teach/procedure/walk.ts'
import { taughtOrders, type Show } from '../../fixtures/orderDesk/session.ts'
import { deskOf, learnFrom, learnOrders } from './learning.ts'
import { on, rows } from './shows.ts'

const cityOf = (bus: Bus, id: string): string => String((bus.session.records.get('order', id)?.['shipTo'] as JsonObject)['city'])
const note = ({ procedure }: Generalized) => callsOf(procedure).find(({ command }) => command === 'write_note')?.args['note']
const paramsOf = ({ procedure }: Generalized) => procedure.params.map(({ name }) => name)

/** Notes where it goes. */
const bringIt =
  (orderId: string): Show =>
  (at, bus) => {
    at.goTo(orderId)
    at.act('write_note', { note: `Bring to ${cityOf(bus, orderId)} by noon` })
  }
const BRING = [{ op: 'const', value: 'Bring to ' }, { op: 'out', step: 's1', path: 'shipTo.city' }, { op: 'const', value: ' by noon' }]

describe('text with words of the record in it', () => {
  it('shown once is asked about, and is another record’s never silently', () => {
    const trace = taughtOrders(bringIt('O-2003'), { before: (at) => at.find({}) })
    const open = learnFrom([trace])
    expect(paramsOf(open)).toEqual(['target_order', 'new_note'])
    const [question] = open.questions
    expect(question).toMatchObject({ kind: 'value', safe: 'caller', leaf: 'note' })
    const copy = question?.choices.find(({ choiceId }) => choiceId.startsWith('copy'))?.choiceId ?? ''
    const said = learnFrom([trace], { [question?.questionId ?? '']: { choice: copy, by: 'person' } })
    expect(note(said)).toEqual({ op: 'concat', parts: BRING })
    expect(said.lines[1]).toBe('Write the note “Bring to [its city] by noon”')
    expect(said.failed).toEqual([])
  })

  it('of an order that was open before Teach is the caller’s to say, since nothing shows where it was read', () => {
    const learnt = learnFrom([
      taughtOrders((at, bus) => at.act('write_note', { note: `Bring to ${cityOf(bus, 'O-2003')} by noon` }), { before: (at) => at.goTo('O-2003') }),
    ])
    expect(paramsOf(learnt)).toEqual(['target_order', 'new_note'])
    expect(learnt.questions).toEqual([])
  })

  it('is put together anew for each record, once several were shown', () => {
    const learnt = learnOrders(bringIt('O-2003'), bringIt('O-2004'))
    expect(paramsOf(learnt)).toEqual(['target_order'])
    expect(note(learnt)).toMatchObject({ op: 'concat' })
    expect([learnt.failed, learnt.questions]).toEqual([[], []])
  })

  it('and for each row of a loop', () => {
    const trace = taughtOrders((at, bus) => rows({ stages: ['placed'], order: 'oldest' }, 'all', (hand) => {
      const { focus } = bus.session.view
      hand.act('write_note', { note: `To ${cityOf(bus, focus?.id ?? '')}` })
    })(at, bus))
    const learnt = learnFrom([trace])
    expect(note(learnt)).toEqual({ op: 'concat', parts: [{ op: 'const', value: 'To ' }, { op: 'row', field: 'shipTo.city' }] })
    expect(learnt.failed).toEqual([])
  })

  it('the field’s own words kept and added to are no copy of it', () => {
    const learnt = learnOrders(on('O-2003', (at) => at.act('write_note', { note: 'Ring twice' })))
    expect(note(learnt)).toEqual({ op: 'const', value: 'Ring twice' })
  })
})

describe('values that may have been read in a record', () => {
  const of = (bus: Bus, entity: string, id: string): JsonObject => (bus.session.records.get(entity, id) ?? {})

  it('parts of an address that were left as they were stay what each order has', () => {
    const moved = (id: string, street: string): Show => (at, bus) => {
      at.goTo(id)
      at.act('set_ship_to', { shipTo: { ...(of(bus, 'order', id)['shipTo'] as JsonObject), street } })
    }
    const learnt = learnOrders(moved('O-2003', 'Neue Reihe 1'), moved('O-2008', 'Am Wall 2'))
    expect(paramsOf(learnt)).toEqual(['target_order', 'new_street'])
    const args = callsOf(learnt.procedure).find(({ command }) => command === 'set_ship_to')?.args ?? {}
    expect([args['shipTo.city'], args['shipTo.country']]).toMatchObject([{ op: 'field', field: 'shipTo.city' }, { op: 'field', field: 'shipTo.country' }])
    expect(learnt.failed).toEqual([])
  })

  it('a part of an address taken over from another record is none that was left as it was, though both have the same there', () => {
    const home = (id: string): Show => (at, bus) => {
      const { customerId } = of(bus, 'order', id)
      at.goTo(id)
      at.customer(String(customerId))
      at.goTo(id)
      at.act('set_ship_to', { shipTo: of(bus, 'customer', String(customerId))['home'] ?? {} })
    }
    const { bus } = deskOf()
    for (const id of ['O-2003', 'O-2004']) {
      const order = of(bus, 'order', id)
      const city = (record: JsonObject, field: string) => (record[field] as JsonObject)['city']
      expect(city(order, 'shipTo')).toBe(city(of(bus, 'customer', String(order['customerId'])), 'home'))
    }
    const learnt = learnOrders(home('O-2003'), home('O-2004'))
    expect(learnt.lines.at(-1)).toBe('Deliver to the street of the customer, the postal code of the customer the city of the customer, the country of the customer')
    expect(learnt.failed).toEqual([])
  })

  it('an amount that the order opened before shows is no constant', () => {
    const learnt = learnOrders((at, bus) => {
      at.goTo('O-2003')
      const order = of(bus, 'order', 'O-2003')
      at.customer(String(order['customerId']))
      at.act('set_credit', { creditCents: order['paidCents'] ?? 0 })
    })
    expect(paramsOf(learnt)).toContain('new_credit_cents')
  })

  it('the record’s own words do not beat in silence those of another that was opened for them', () => {
    // Each two go to the same town.
    const from = (a: string, b: string): Show => (at, bus) => {
      at.goTo(a)
      at.goTo(b)
      at.act('write_note', { note: `Comes from ${cityOf(bus, a)}` })
    }
    const learnt = learnOrders(from('O-2003', 'O-2008'), from('O-2004', 'O-2009'))
    expect(note(learnt)?.op).toBe('param')
  })
})
