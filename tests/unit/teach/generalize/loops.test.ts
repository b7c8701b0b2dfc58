import { describe, expect, it } from 'vitest'
import { plain } from '../../../../src/bus/words.ts'
import { describeProcedure } from '../../../../src/teach/procedure/words.ts'
import type { Demonstration } from '../../../support/sessions.ts'
import { alarms, answer, did, learn, learnFrom, paramsOf, runOn, seededDesk, shown, shownAll, type Learned } from './learning.ts'

const { index } = seededDesk().bus
const lines = ({ procedure }: Learned): readonly string[] =>
  describeProcedure(procedure, index).map(({ words, depth }) => '  '.repeat(depth) + plain(words))

const rowsOf = (status: string) => (rows: number) => (at: Demonstration): void => {
  at.filter({ status: [status], sort: 'oldest' })
  for (let row = 0; row < rows; row += 1) {
    if (row === 0) at.open(0)
    else at.next()
    at.setPriority('high')
    at.addTags('seen')
  }
}
const pendingRows = rowsOf('pending')

describe('loops', () => {
  it('rows that were not demonstrated need a yes; without one, a parameter a record', () => {
    const trace = shown(pendingRows(2))
    const open = learn(trace)
    expect(paramsOf(open)).toEqual({ first_ticket: true, second_ticket: true })
    const [question] = open.questions
    expect(question?.kind).toBe('rest')
    expect(question?.safe).toBe('no')
    expect(open.failed).toEqual([])
    const yes = learnFrom([trace], answer(open, 'rest', ({ choiceId }) => choiceId === 'all'))
    expect(lines(yes)).toEqual([
      'Filter to pending, oldest first',
      'For each ticket in the list, at most 25',
      '  Add tag seen',
      '  Set priority to high',
    ])
    expect(paramsOf(yes)).toEqual({})
    expect(yes.failed).toEqual([])
    const outcome = runOn(seededDesk(), yes.procedure)
    expect(outcome.loop?.done.length).toBe(seededDesk().bus.session.records.list('ticket').filter((one) => one['status'] === 'pending').length)
    const no = learnFrom([trace], answer(open, 'rest', ({ choiceId }) => choiceId === 'no'))
    expect(no.procedure).toEqual(open.procedure)
  })

  it('a list shown to its end needs no answer', () => {
    const learned = learn(
      shown((at) => {
        at.filter({ status: ['on_hold'], sort: 'oldest' })
        const rows = at.ids.length
        for (let row = 0; row < rows; row += 1) at.onRow(row).setStatus('open')
      }),
    )
    expect(lines(learned)[1]).toBe('For each ticket in the list, at most 25')
    expect(alarms(learned)).toEqual([])
    expect(learned.failed).toEqual([])
  })

  it('rows passed over ask for the rule', () => {
    const trace = shown((at) => {
      at.filter({ status: ['open'], sort: 'oldest' })
      const records = at.ids.map((_, place) => place)
      const urgent = records.filter((place) => seededDesk().bus.session.records.get('ticket', at.ids[place] ?? '')?.['priority'] === 'urgent')
      for (const place of urgent.slice(0, 2)) at.onRow(place).addTags('hot')
    })
    const open = learn(trace)
    expect(open.failed).toEqual([])
    const said = learnFrom([trace], answer(open, 'rest', ({ choiceId }) => choiceId === 'priority = "urgent"'))
    expect(lines(said)[1]).toBe('For each ticket in the list, at most 25, if its priority is urgent')
    expect(said.failed).toEqual([])
  })

  it('filter, write, back: the rows of the list as it stood at entry', () => {
    const trace = shown((at) => {
      at.filter({ status: ['on_hold'], sort: 'oldest' })
      const rows = at.ids.length
      for (let row = 0; row < rows; row += 1) {
        at.open(0)
        at.setStatus('open')
        at.filter({ status: ['on_hold'], sort: 'oldest' })
      }
    })
    const learned = learn(trace)
    expect(lines(learned)[1]).toBe('For each ticket in the list, at most 25')
    expect(learned.failed).toEqual([])
  })

  it('filter, write, back, and not all of them: the caller says which, whatever comes first in the list', () => {
    const trace = shown((at) => {
      for (let row = 0; row < 2; row += 1) {
        at.filter({ status: ['open'], sort: 'oldest' })
        at.open(0)
        at.setStatus('pending')
      }
    })
    const open = learn(trace)
    const no = learnFrom([trace], answer(open, 'rest', ({ choiceId }) => choiceId === 'no'))
    for (const learned of [open, no]) {
      expect(paramsOf(learned)).toEqual({ first_ticket: true, second_ticket: true })
      expect(learned.failed).toEqual([])
      // As if the list had stayed: each of them must be in it.
      expect(did(runOn(seededDesk(), learned.procedure, { first_ticket: 'T-1021', second_ticket: 'T-1025' }))).toBe('GUARD_UNMET')
    }
  })

  it('two demonstrations with other numbers of rows: the caller names them until somebody says all', () => {
    const traces = shownAll(pendingRows(2), pendingRows(3))
    const open = learnFrom(traces)
    expect(paramsOf(open)).toEqual({ target_tickets: true })
    expect(open.procedure.params[0]?.schema).toMatchObject({ type: 'array', uniqueItems: true })
    expect(open.failed).toEqual([])
    const all = learnFrom(traces, answer(open, 'rest', ({ choiceId }) => choiceId === 'all'))
    expect(paramsOf(all)).toEqual({})
    expect(all.failed).toEqual([])
  })

  it('a selection: all that match are the list, those taken by hand are named', () => {
    const bulk = (of: 'all' | 'hand') =>
      learn(
        shown((at) => {
          at.filter({ status: ['pending'] })
          for (const id of of === 'all' ? at.ids : at.ids.slice(1, 3)) at.selected(id, of).addTags('later')
        }),
      )
    expect(paramsOf(bulk('all'))).toEqual({})
    const hand = bulk('hand')
    expect(paramsOf(hand)).toEqual({ target_tickets: true })
    expect(hand.failed).toEqual([])
    expect(did(runOn(seededDesk(), hand.procedure, { target_tickets: ['T-1025'] }))).toBe('GUARD_UNMET')
  })
})
