import { describe, expect, it } from 'vitest'
import type { Catalogue, Command } from '../../../src/bus/command.ts'
import type { JsonObject } from '../../../src/bus/json.ts'
import { readBackFault } from '../../../src/teach/procedure/verifyWrite.ts'
import { orderDesk, orders } from '../../fixtures/orderDesk/catalogue.ts'
import { setPostalCode, shipWith } from '../../fixtures/orderDesk/writes.ts'
import { busOver, operator } from '../../support/desk.ts'
import { KIEL } from './shows.ts'

/** What is found wrong with one write, of a desk where a command does something else than it says. */
function faultOf(id: string, input: JsonObject, changed?: Command): string | null {
  const catalogue: Catalogue = { ...orderDesk, commands: orderDesk.commands.map((command) => (command.id === changed?.id ? changed : command)) }
  const bus = busOver(catalogue, orders())
  const done = bus.dispatch(id, input, operator)
  const command = bus.index.command(id)
  if (!done.ok || !command) throw new Error(done.ok ? id : done.error.message)
  return readBackFault(command, done.value.entry, bus.session.records, bus.index)
}

const changing = (command: Command, id: string, field: string, to: JsonObject[string]): Command => ({
  ...command,
  plan: (state) => ({ output: { orderId: id }, patches: [{ op: 'update', entity: 'order', id, fields: { [field]: { from: state.get('order', id)?.[field] ?? null, to } } }] }),
})

describe('reading back writes at an order desk', () => {
  it('an address, a part of one and an order that is only named are what was asked for', () => {
    expect(faultOf('set_ship_to', { orderId: 'O-2003', shipTo: KIEL })).toBeNull()
    expect(faultOf('set_postal_code', { orderId: 'O-2003', zip: '24103' })).toBeNull()
    expect(faultOf('ship_with', { orderId: 'O-2003', withId: 'O-2012' })).toBeNull()
    expect(faultOf('refund_items', { orderId: 'O-2003', itemIds: ['I-30'], amountCents: 500 })).toBeNull()
  })

  it('a part of the address that nobody declared may not change with it', () => {
    const lying = changing(setPostalCode, 'O-2003', 'shipTo', { ...KIEL, zip: '24103' })
    expect(faultOf('set_postal_code', { orderId: 'O-2003', zip: '24103' }, lying)).toBe('it changed something it does not declare')
  })

  it('an order that is only named may not change', () => {
    const lying = changing(shipWith, 'O-2012', 'shipsWith', 'O-2003')
    expect(faultOf('ship_with', { orderId: 'O-2003', withId: 'O-2012' }, lying)).toBe('it changed something it does not declare')
  })

  it('a part that did not take is found out', () => {
    const { commands } = orderDesk
    const idle = commands.find(({ id }) => id === 'set_postal_code')
    const lying: Command | undefined = idle && { ...idle, plan: () => ({ output: { orderId: 'O-2003' } }) }
    expect(faultOf('set_postal_code', { orderId: 'O-2003', zip: '24103' }, lying)).toBe('shipTo.zip did not take the value')
  })
})
