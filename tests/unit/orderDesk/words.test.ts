import { describe, expect, it } from 'vitest'
import { NONE_OF_THESE, type Answers } from '../../../src/teach/generalize/types.ts'
import type { Show } from '../../fixtures/orderDesk/session.ts'
import { learnFrom, learnOrders } from './learning.ts'
import { KIEL, marked, on, onCustomerOf, rows, ULM } from './shows.ts'

/** What these demonstrations come to in words, where every question is answered by the first choice that fits. */
function words(shows: readonly Show[], prefer: (choice: string) => boolean = () => false): readonly string[] {
  const { traces, questions } = learnOrders(...shows)
  const answers: Answers = Object.fromEntries(
    questions.map(({ questionId, choices }) => {
      const choice = choices.find(({ choiceId }) => prefer(choiceId))?.choiceId ?? NONE_OF_THESE
      return [questionId, { choice, by: 'person' as const }]
    }),
  )
  const { failed, lines } = learnFrom(traces, answers)
  expect(failed).toEqual([])
  return lines
}

const credit = (customerId: string, creditCents: number): Show => (at) => {
  at.customer(customerId)
  at.act('set_credit', { creditCents })
}

/** Golden texts of another trade: nothing here speaks of tickets. Every one of these passes all checks. */
describe('an order desk in plain words', () => {
  it.each<[string, readonly Show[], readonly string[], ((choice: string) => boolean)?]>([
    ['a whole address', [on('O-2003', (at) => at.act('set_ship_to', { shipTo: KIEL }))], ['Take the order target_order', 'Deliver to Neue Reihe 1, 24103 Kiel, DE']],
    [
      'an address of which only the street differs',
      [
        on('O-2003', (at) => at.act('set_ship_to', { shipTo: KIEL })),
        on('O-2001', (at) => at.act('set_ship_to', { shipTo: { ...KIEL, street: 'Neue Reihe 2' } })),
      ],
      ['Take the order target_order', 'Deliver to new_street, 24103 Kiel, DE'],
    ],
    [
      'an address that differs',
      [on('O-2003', (at) => at.act('set_ship_to', { shipTo: KIEL })), on('O-2001', (at) => at.act('set_ship_to', { shipTo: ULM }))],
      ['Take the order target_order', 'Deliver to new_street, new_zip new_city, DE'],
    ],
    [
      'a part of an address',
      [on('O-2003', (at) => at.act('set_postal_code', { zip: '24103' })), on('O-2001', (at) => at.act('set_postal_code', { zip: '24104' }))],
      ['Take the order target_order', 'Correct the postal code to new_zip'],
    ],
    ['money shown once', [credit('C-31', 500)], ['Take the customer target_customer', 'Set the credit to 500 cents']],
    [
      'money that differs, three times',
      [credit('C-31', 500), credit('C-32', 700), credit('C-33', 900)],
      ['Take the customer target_customer', 'Set the credit to new_credit_cents cents'],
    ],
    [
      'items and an amount',
      [
        on('O-2003', (at) => at.act('refund_items', { itemIds: ['I-30'], amountCents: 500 })),
        on('O-2004', (at) => at.act('refund_items', { itemIds: ['I-40', 'I-41'], amountCents: 900 })),
      ],
      ['Take the order target_order', 'Refund amount_cents cents for target_items'],
    ],
    ['flags by toggling', [on('O-2002', (at) => at.act('set_flags', { flags: ['fragile', 'vip'] }))], ['Take the order target_order', 'Set the flags to its flags without gift with vip']],
    ['whoever runs it', [on('O-2001', (at) => at.act('assign_packer', { packerId: 'pk-ana' }, { packerId: { how: 'me' } }))], ['Take the order target_order', 'Have packed by whoever runs it']],
    [
      'the packer of another order',
      [
        (at) => {
          at.goTo('O-2003')
          at.goTo('O-2006')
          at.act('assign_packer', { packerId: 'pk-cleo' })
        },
      ],
      ['Take the order source_order', 'Take the order target_order', 'Have target_order packed by the packer of source_order'],
    ],
    ['an order that is only named', [on('O-2003', (at) => at.act('ship_with', { withId: 'O-2012' }))], ['Take the order target_order', 'Ship together with new_order']],
    [
      'the customer of an order, pasted',
      [onCustomerOf('O-2003', (at) => at.act('set_tier', { tier: 'gold' }), 'pasted')],
      ['Take the order source_order', 'Open the customer of the order', 'Set the tier to gold'],
    ],
    [
      'the customer of an order, typed once',
      [onCustomerOf('O-2003', (at) => at.act('set_tier', { tier: 'gold' }))],
      ['Take the customer target_customer', 'Set the tier to gold'],
    ],
    [
      'the customer of an order, typed twice',
      [onCustomerOf('O-2003', (at) => at.act('set_tier', { tier: 'gold' })), onCustomerOf('O-2004', (at) => at.act('set_tier', { tier: 'gold' }))],
      ['Take the order source_order', 'Open the customer of the order', 'Set the tier to gold'],
    ],
    [
      'two kinds of records that have nothing to do with each other',
      [
        (at) => {
          at.goTo('O-2003')
          at.act('set_urgency', { urgency: 'rush' })
          at.customer('C-36')
          at.act('set_tier', { tier: 'gold' })
        },
      ],
      ['Take the order target_order', 'Set the urgency to rush', 'Take the customer target_customer', 'Set the tier to gold'],
    ],
    ['the first of an order', [rows({ stages: ['placed'], order: 'oldest' }, 1, (at) => at.act('set_urgency', { urgency: 'rush' }))], ['Find orders: placed, oldest first', 'Take the oldest in the list', 'Set the urgency to rush']],
    ['the only one found', [rows({ words: 'no 12' }, 1, (at) => at.act('set_urgency', { urgency: 'rush' }))], ['Find orders: with the words words', 'Take the only one in the list', 'Set the urgency to rush']],
    [
      'a loop somebody said yes to',
      [rows({ stages: ['placed'], order: 'oldest' }, 2, (at) => at.act('add_flags', { flags: ['batch'] }))],
      ['Find orders: placed, oldest first', 'For each order in the list, at most 25', '  Flag as batch'],
      (choice) => choice === 'all',
    ],
    [
      'a loop nobody said yes to',
      [rows({ stages: ['placed'], order: 'oldest' }, 2, (at) => at.act('add_flags', { flags: ['batch'] }))],
      ['Find orders: placed, oldest first', 'Take the order first_order, which must be in the list', 'Flag first_order as batch', 'Take the order second_order, which must be in the list', 'Flag second_order as batch'],
    ],
    [
      'a loop over another kind of record',
      [
        (at) => {
          at.findRefunds({ state: 'requested' })
          for (const id of at.ids) at.selected(id, 'all', 'approve_refund')
        },
      ],
      ['Find refunds that are requested', 'For each refund in the list, at most 25', '  Approve it'],
    ],
    [
      'rows the caller names',
      [marked({ stages: ['placed'], order: 'oldest' }, 0, 2, 'add_flags', { flags: ['batch'] }), marked({ stages: ['placed'], order: 'oldest' }, 2, 5, 'add_flags', { flags: ['batch'] })],
      ['Find orders: placed, oldest first', 'For each order of target_orders, which must be in the list, at most 25', '  Flag as batch'],
    ],
    [
      'a record that was made on the way',
      [
        (at, bus) => {
          at.goTo('O-2003')
          at.act('refund_items', { itemIds: ['I-30'], amountCents: 500 })
          at.act('approve_refund', { refundId: String(bus.session.records.list('refund').at(-1)?.['refundId']) }, { refundId: { how: 'typed' } })
        },
      ],
      ['Take the order target_order', 'Refund 500 cents for target_items', 'Approve the refund of step 2'],
    ],
    [
      'a record that was made on the way and found again',
      [
        (at) => {
          at.goTo('O-2003')
          at.act('refund_items', { itemIds: ['I-30'], amountCents: 500 })
          at.findRefunds({ state: 'requested' })
          at.onRow(at.ids.indexOf('O-2003.r1'), 'approve_refund')
        },
      ],
      ['Take the order target_order', 'Refund 500 cents for target_items', 'Find refunds that are requested', 'Approve the refund of step 2'],
    ],
    ['a look', [(at) => at.find({ urgencies: ['rush'], order: 'dearest', most: 2 })], ['Find orders: rush, dearest first, at most 2']],
    ['a look at the items of an order', [(at) => at.read('list_items', { orderId: 'O-2003' })], ['List the items of order']],
  ])('%s', (_what, shows, expected, prefer) => {
    expect(words(shows, prefer)).toEqual(expected)
  })
})
