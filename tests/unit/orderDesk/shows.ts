import type { JsonObject } from '../../../src/bus/json.ts'
import type { Hand, Show } from '../../fixtures/orderDesk/session.ts'

export const KIEL = { street: 'Neue Reihe 1', city: 'Kiel', zip: '24103', country: 'DE' }
export const ULM = { street: 'Donaugasse 9', city: 'Ulm', zip: '89073', country: 'DE' }

/** Something done on an order that was opened by its number. */
export const on =
  (orderId: string, what: (at: Hand) => void): Show =>
  (at) => {
    at.goTo(orderId)
    what(at)
  }

/** Something done on the customer of an order, whose number was read there. */
export const onCustomerOf =
  (orderId: string, what: (at: Hand) => void, how: 'typed' | 'pasted' = 'typed'): Show =>
  (at, bus) => {
    at.goTo(orderId)
    at.customer(String(bus.session.records.get('order', orderId)?.['customerId']), how)
    what(at)
  }

/** Something done on the first rows of a list, one after the other. */
export const rows =
  (query: JsonObject, count: number | 'all', what: (at: Hand) => void): Show =>
  (at) => {
    at.find(query)
    const upTo = count === 'all' ? at.ids.length : count
    for (let row = 0; row < upTo; row += 1) {
      if (row === 0) at.open(0)
      else at.next()
      what(at)
    }
  }

/** Rows marked by hand, and one write for all of them. */
export const marked =
  (query: JsonObject, from: number, to: number, command: string, input: JsonObject = {}): Show =>
  (at) => {
    at.find(query)
    for (const id of at.ids.slice(from, to)) at.selected(id, 'hand', command, input)
  }
