import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CatalogueIndex } from '../../../src/bus/command.ts'
import type { JsonObject } from '../../../src/bus/json.ts'
import { generalize } from '../../../src/teach/generalize/generalize.ts'
import { verify } from '../../../src/teach/generalize/checks/verify.ts'
import type { Trace } from '../../../src/teach/recording/types.ts'
import { orderDesk } from '../../fixtures/orderDesk/catalogue.ts'
import { CARRIERS, URGENCIES } from '../../fixtures/orderDesk/model.ts'
import { taughtOrders, type Hand, type Show } from '../../fixtures/orderDesk/session.ts'
import { runtimeValidators } from '../../support/desk.ts'

const index = new CatalogueIndex(orderDesk)
const validatorFor = runtimeValidators(orderDesk)

/** One step of a task, with the values of each day. */
type Task = (at: Hand, order: JsonObject, day: number) => void

const daily = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<readonly [T, T, T]> => fc.tuple(values, values, values)
const task = <T>(values: fc.Arbitrary<T>, does: (at: Hand, value: T, order: JsonObject) => void): fc.Arbitrary<Task> =>
  daily(values).map((each) => (at, order, day) => does(at, each[day % 3] as T, order))

const tasks: fc.Arbitrary<readonly Task[]> = fc.array(
  fc.oneof(
    task(fc.constantFrom(...CARRIERS), (at, carrier) => at.act('set_carrier', { carrier })),
    task(fc.constantFrom(...URGENCIES), (at, urgency) => at.act('set_urgency', { urgency })),
    task(fc.constantFrom('pk-ana', 'pk-bo'), (at, packerId) => at.act('assign_packer', { packerId })),
    task(fc.subarray(['vip', 'late', 'gift'], { minLength: 1 }), (at, flags) => at.act('add_flags', { flags })),
    task(fc.constantFrom('24103', '89073'), (at, zip) => at.act('set_postal_code', { zip })),
    task(fc.constantFrom('Kiel', 'Ulm'), (at, city) => at.act('set_ship_to', { shipTo: { street: 'Neue Reihe 1', city, zip: '10115', country: 'DE' } })),
    task(fc.constantFrom(100, 200), (at, amountCents, order) => at.act('refund_items', { itemIds: (order['itemIds'] as readonly string[]).slice(-1), amountCents })),
    // On the customer of the order, and back.
    task(fc.constantFrom(300, 400), (at, creditCents, order) => {
      at.customer(String(order['customerId']))
      at.act('set_credit', { creditCents })
      at.goTo(String(order['orderId']))
    }),
  ),
  { minLength: 1, maxLength: 4 },
)

// None of these is shipped or has a refund.
const orderIds = fc.uniqueArray(fc.constantFrom('O-2001', 'O-2003', 'O-2004', 'O-2007', 'O-2008', 'O-2013', 'O-2014'), { minLength: 2, maxLength: 3 })

const demonstration =
  (steps: readonly Task[], orderId: string, day: number): Show =>
  (at, bus) => {
    at.goTo(orderId)
    for (const step of steps) step(at, bus.session.records.get('order', orderId) ?? {}, day)
  }

/** The same task on several orders; null where one of them came to nothing. */
function traces(steps: readonly Task[], orders: readonly string[]): readonly Trace[] | null {
  try {
    return orders.map((id, day) => taughtOrders(demonstration(steps, id, day), { id: `day-${day}` }))
  } catch {
    return null
  }
}

describe('one task on several orders', () => {
  it('never fixes a record, and does what was shown each time or says that it cannot', () => {
    fc.assert(
      fc.property(tasks, orderIds, (steps, orders) => {
        const shown = traces(steps, orders)
        if (!shown) return
        const learned = generalize(shown, index, {}, [])
        if (!learned.ok) {
          expect(learned.error.code).toBe('BLOCKED')
          return
        }
        const { procedure, findings } = learned.value
        expect(JSON.stringify(procedure.body.map((node) => ({ ...node, from: [] })))).not.toMatch(/"[OCI]-\d/u)
        const failed = verify(procedure, shown, index, validatorFor).filter(({ ok }) => !ok)
        if (findings.every(({ level }) => level !== 'block')) expect(failed).toEqual([])
      }),
      { numRuns: 40 },
    )
  })

  it('is the same whatever order the days come in', () => {
    fc.assert(
      fc.property(tasks, orderIds, (steps, orders) => {
        const shown = traces(steps, orders)
        const learned = shown && generalize(shown, index, {}, [])
        const again = shown && generalize(shown.toReversed(), index, {}, [])
        if (!learned?.ok || !again?.ok) {
          expect(again?.ok).toBe(learned?.ok)
          return
        }
        const plain = (value: JsonObject): string => JSON.stringify({ ...value, from: [] })
        expect(again.value.procedure.body.map((node) => plain(node as unknown as JsonObject))).toEqual(learned.value.procedure.body.map((node) => plain(node as unknown as JsonObject)))
        expect(again.value.procedure.params.map(({ name }) => name)).toEqual(learned.value.procedure.params.map(({ name }) => name))
      }),
      { numRuns: 40 },
    )
  })
})
