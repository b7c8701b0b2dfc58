import { describe, expect, it } from 'vitest'
import { compileTool } from '../../../src/teach/compile/compileTool.ts'
import { NONE_OF_THESE, type Generalized } from '../../../src/teach/generalize/types.ts'
import { callsOf } from '../../../src/teach/procedure/walk.ts'
import { orders } from '../../fixtures/orderDesk/catalogue.ts'
import { taughtOrders } from '../../fixtures/orderDesk/session.ts'
import { index, learnFrom, learnOrders } from './learning.ts'
import { KIEL, on, onCustomerOf, rows, ULM } from './shows.ts'

const argOf = ({ procedure }: Generalized, command: string, leaf: string) => callsOf(procedure).find((call) => call.command === command)?.args[leaf]
const paramsOf = ({ procedure }: Generalized) => Object.fromEntries(procedure.params.map(({ name, required }) => [name, required]))
const alarms = ({ findings }: Generalized) => findings.filter(({ level }) => level !== 'note').map(({ level, kind }) => `${level} ${kind}`)

describe('what is learnt at an order desk', () => {
  it('each part of an address is decided by itself, under the schema and the name of the part', () => {
    const learnt = learnOrders(on('O-2003', (at) => at.act('set_ship_to', { shipTo: KIEL })), on('O-2001', (at) => at.act('set_ship_to', { shipTo: ULM })))
    expect(paramsOf(learnt)).toEqual({ target_order: true, new_street: true, new_city: true, new_zip: true })
    expect(argOf(learnt, 'set_ship_to', 'shipTo.country')).toEqual({ op: 'const', value: 'DE' })
    expect(learnt.procedure.params.find(({ name }) => name === 'new_zip')?.schema).toMatchObject({ type: 'string', pattern: '^[0-9]{4,5}$' })
    expect(learnt.args).toEqual({ target_order: 'O-2003', new_street: KIEL.street, new_city: KIEL.city, new_zip: KIEL.zip })
    expect([learnt.failed, alarms(learnt)]).toEqual([[], []])
  })

  it('cents are an integer parameter with the bounds of the catalogue, made by one key or by a second amount', () => {
    const trace = taughtOrders(on('O-2003', (at) => at.act('refund_items', { itemIds: ['I-30'], amountCents: 500 })))
    expect(argOf(learnFrom([trace]), 'refund_items', 'amountCents')).toEqual({ op: 'const', value: 500 })
    const edited = learnFrom([trace], {}, [{ edit: 'parameter', step: 's2', leaf: 'amountCents' }])
    const compiled = compileTool(edited.procedure, { name: 'refund', title: '', description: 'Refunds.' }, index).compiled
    expect(compiled.inputSchema.properties).toMatchObject({ amount_cents: { type: 'integer', minimum: 1, maximum: 10_000_000 } })
    expect(edited.args).toEqual({ target_order: 'O-2003', target_items: ['I-30'], amount_cents: 500 })
    expect(edited.failed).toEqual([])
  })

  it('several items are one array parameter, however often they are the same', () => {
    const same = on('O-2003', (at) => at.act('refund_items', { itemIds: ['I-30', 'I-31'], amountCents: 500 }))
    const learnt = learnOrders(same, same, same)
    expect(paramsOf(learnt)).toEqual({ target_order: true, target_items: true })
    expect(learnt.procedure.params.find(({ name }) => name === 'target_items')?.schema).toMatchObject({ type: 'array', uniqueItems: true })
    expect(JSON.stringify(learnt.procedure.body)).not.toMatch(/"[OI]-\d/u)
    expect(learnt.failed).toEqual([])
  })

  it('the customer of the order is followed, and nothing is asked for it', () => {
    const learnt = learnOrders(onCustomerOf('O-2003', (at) => at.act('set_tier', { tier: 'gold' }), 'pasted'))
    expect(paramsOf(learnt)).toEqual({ source_order: true })
    const opened = callsOf(learnt.procedure).find(({ command }) => command === 'open_order')?.as
    expect(argOf(learnt, 'open_customer', 'customerId')).toEqual({ op: 'out', step: opened, path: 'customerId' })
    expect(alarms(learnt)).toEqual(['warn copied'])
    expect(learnt.failed).toEqual([])
  })

  it('a customer who is not that of the order each time is the caller’s', () => {
    const learnt = learnOrders(onCustomerOf('O-2003', (at) => at.act('set_tier', { tier: 'gold' })), (at) => {
      at.goTo('O-2004')
      at.customer('C-32')
      at.act('set_tier', { tier: 'gold' })
    })
    expect(paramsOf(learnt)).toEqual({ target_customer: true })
  })

  it('a customer that two open orders name is the caller’s', () => {
    // O-2003 and O-2012 are orders of one customer.
    const learnt = learnOrders((at) => {
      at.goTo('O-2003')
      at.act('set_urgency', { urgency: 'usual' })
      at.goTo('O-2012')
      at.act('set_urgency', { urgency: 'usual' })
      at.customer('C-33', 'pasted')
      at.act('set_tier', { tier: 'gold' })
    })
    expect(paramsOf(learnt)).toEqual({ first_order: true, second_order: true, target_customer: true })
    expect(learnt.failed).toEqual([])
  })

  it('one key makes the customer a parameter again, and the order that was only opened for it goes', () => {
    const trace = taughtOrders(onCustomerOf('O-2003', (at) => at.act('set_tier', { tier: 'gold' }), 'pasted'))
    const learnt = learnFrom([trace], {}, [{ edit: 'parameter', step: 's2', leaf: 'customerId' }])
    expect(learnt.lines).toEqual(['Take the customer target_customer', 'Set the tier to gold'])
    expect(learnt.failed).toEqual([])
  })

  it('an order that is only named is told apart from the one that changes', () => {
    const learnt = learnOrders(on('O-2003', (at) => at.act('ship_with', { withId: 'O-2012' })))
    expect(learnt.procedure.params.map(({ name, description }) => [name, description])).toEqual([
      ['target_order', 'The order to change. Number of the order.'],
      ['new_order', 'The new other order. Number of the order.'],
    ])
    expect(learnt.failed).toEqual([])
  })

  it('a list that tells a sum of money beside its rows is still as long as it is', () => {
    const learnt = learnOrders(rows({ words: 'no 12' }, 1, (at) => at.act('cancel_order')))
    expect(argOf(learnt, 'open_order', 'orderId')).toMatchObject({ op: 'pick', choose: { by: 'only' } })
    expect(learnt.failed).toEqual([])
  })

  const alike = { stage: 'placed', carrier: 'post', urgency: 'usual', packerId: null }
  /** Orders alike but for their flags, and where they go. */
  const desk = (flags: readonly (readonly string[])[], countries: readonly string[]) =>
    orders(Object.fromEntries(flags.map((own, place) => [`O-${2001 + place}`, { ...alike, flags: own, shipTo: { ...ULM, country: countries[place] ?? 'DE' } }])))
  /** By courier where it says so, one order a day. */
  const sent = (records: ReturnType<typeof orders>, byCourier: readonly boolean[]) =>
    byCourier.map((special, place) =>
      taughtOrders(
        on(`O-${2001 + place}`, (at) => {
          at.act('set_urgency', { urgency: 'rush' })
          if (special) at.act('set_carrier', { carrier: 'courier' })
        }),
        { id: `day-${place}`, records, before: (at) => at.find({}) },
      ),
    )
  const SOME = [true, false, true, false]

  it('a step that is done on some orders only hangs on what tells them apart', () => {
    const learnt = learnFrom(sent(desk([['fragile', 'gift'], ['gift'], ['fragile', 'gift'], ['gift']], []), SOME))
    expect(learnt.lines).toEqual(['Take the order target_order', 'If it has the flag fragile', '  Send by courier', 'Set the urgency to rush'])
    expect([learnt.failed, alarms(learnt)]).toEqual([[], []])
  })

  it('a part of an address can be what tells them apart', () => {
    const learnt = learnFrom(sent(desk([[], [], [], []], ['FR', 'DE', 'FR', 'PT']), SOME))
    expect(learnt.lines).toEqual(['Take the order target_order', 'If its country is FR', '  Send by courier', 'Set the urgency to rush'])
    expect([learnt.failed, alarms(learnt)]).toEqual([[], []])
  })

  it('where several things tell them apart it is asked on rows, and the answer is the rule', () => {
    const traces = sent(desk([['fragile'], [], ['fragile'], []], []), SOME)
    const open = learnFrom(traces)
    const [question] = open.questions
    expect(question).toMatchObject({ kind: 'guard', shown: { entity: 'order' } })
    expect(alarms(open)).toContain('block judgement')
    const answered = (choice: string) => learnFrom(traces, { [question?.questionId ?? '']: { choice, by: 'person' } })
    expect(alarms(answered(NONE_OF_THESE))).toContain('block judgement')
    const rules = (question?.choices ?? []).map(({ choiceId }) => answered(choiceId))
    expect(rules.map(({ lines }) => lines[1])).toEqual(expect.arrayContaining(['If it has the flag fragile', 'If it has flags']))
    expect(rules.flatMap(({ failed }) => failed)).toEqual([])
  })

  it('whichever order the demonstrations come in, the same is learnt', () => {
    const traces = [
      taughtOrders(onCustomerOf('O-2003', (at) => at.act('set_credit', { creditCents: 500 })), { id: 'one' }),
      taughtOrders(onCustomerOf('O-2004', (at) => at.act('set_credit', { creditCents: 700 })), { id: 'two' }),
      taughtOrders(onCustomerOf('O-2008', (at) => at.act('set_credit', { creditCents: 900 })), { id: 'three' }),
    ]
    const { lines, failed } = learnFrom(traces)
    expect(lines).toEqual(['Take the order source_order', 'Open the customer of the order', 'Set the credit to new_credit_cents cents'])
    expect(failed).toEqual([])
    expect(learnFrom(traces.toReversed()).lines).toEqual(lines)
  })
})
