import { describe, expect, it } from 'vitest'
import type { Json } from '../../../src/bus/json.ts'
import { NONE_OF_THESE, type Question } from '../../../src/teach/generalize/types.ts'
import type { Procedure } from '../../../src/teach/procedure/types.ts'
import type { Played } from '../../bench/generalize/actOut.ts'
import type { DeskState } from '../../bench/generalize/desks.ts'
import { executeGold } from '../../bench/generalize/execute.ts'
import type { Gold, GoldNode } from '../../bench/generalize/gold.ts'
import { answerQuestion, type Teacher } from '../../bench/generalize/oracle.ts'
import { given, goldOf, list, setPriority, smallDesk, ticketParam } from './goldDesk.ts'

const desk = smallDesk({ tags: ['vip'] }, { priority: 'high' }, {}, { tags: ['vip'] })
const NOTHING: Procedure = { version: 1, params: [], body: [] }

function teacherOf(gold: Gold, part: Played['node'], args = {}, rows = 0): Teacher {
  const held = { args, me: 'a-3' }
  return {
    gold,
    showings: [{ desk, given: held, gold: executeGold(gold.body, desk, held), rows }],
    played: new Map([['gold-1-1/s2', { node: part }]]),
  }
}

const asked = (kind: Question['kind'], choices: Readonly<Record<string, Json>>, shown: DeskState = desk, leaf?: string): Question => ({
  questionId: 'q_1',
  kind,
  step: 's2',
  words: [],
  choices: Object.entries(choices).map(([choiceId, value]) => ({ choiceId, words: [], value })),
  shown: {
    recordingId: 'gold-1-1',
    entity: 'ticket',
    rows: shown.tickets,
    records: { ticket: shown.tickets },
    perturbed: shown !== desk,
  },
  ...(leaf === undefined ? {} : { leaf }),
})

describe('the oracle', () => {
  const take: Extract<GoldNode, { do: 'take' }> = { do: 'take', name: 'ticket', list: 'tickets', choose: { by: 'first' } }
  const first = goldOf([list({ sort: 'oldest' }), take, setPriority('ticket', 'low')])

  it('answers which ticket by taking it from the list shown, not from the one demonstrated', () => {
    const teacher = teacherOf(first, take)
    expect(answerQuestion(asked('pick', { a: 'T-1001', b: 'T-1002', c: null }), NOTHING, teacher)).toBe('a')
    const tomorrow: DeskState = smallDesk({ createdAt: '2026-11-20T00:00:00.000Z' }, {})
    expect(answerQuestion(asked('pick', { a: 'T-1001', b: 'T-1002', c: null }, tomorrow), NOTHING, teacher)).toBe('b')
  })

  it('says none of these when gold takes another, and the caller where gold has its ticket from its caller', () => {
    expect(answerQuestion(asked('pick', { a: 'T-1003', c: null }), NOTHING, teacherOf(first, take))).toBe(NONE_OF_THESE)
    const named = goldOf([list(), given('tickets'), setPriority('ticket', 'low')], [ticketParam])
    const teacher = teacherOf(named, given('tickets'), { ticket: 'T-1001' })
    expect(answerQuestion(asked('pick', { a: 'T-1001', c: null }), NOTHING, teacher)).toBe('c')
  })

  const write = setPriority('row', 'low')
  const loop = (guarded: boolean): Gold =>
    goldOf([
      list({ sort: 'oldest' }),
      {
        do: 'each',
        name: 'row',
        list: 'tickets',
        rows: 'all',
        guard: guarded ? { field: 'tags', op: 'lacks', value: 'vip' } : null,
        bulk: false,
        body: [write],
      },
    ])

  it('answers whether the other rows too by which gold works on', () => {
    const teacher = teacherOf(loop(false), write, {}, 2)
    expect(answerQuestion(asked('rest', { no: null, yes: ['T-1003', 'T-1004'] }), NOTHING, teacher)).toBe('yes')
    expect(answerQuestion(asked('rest', { no: null, some: ['T-1003'] }), NOTHING, teacher)).toBe(NONE_OF_THESE)
    expect(answerQuestion(asked('rest', { no: null, yes: ['T-1003'] }), NOTHING, teacherOf(loop(true), write, {}, 2))).toBe('yes')
    const tomorrow: DeskState = { ...desk, tickets: [...desk.tickets] }
    const anew = asked('rest', { no: [], yes: ['T-1002', 'T-1003'] }, tomorrow)
    expect(answerQuestion(anew, NOTHING, teacherOf(loop(true), write, {}, 3))).toBe('yes')
    const both = asked('rest', { no: [], one: ['T-1003'] })
    const few = { ...both, shown: { ...both.shown, rows: desk.tickets.slice(2, 3) } } as Question
    expect(answerQuestion(few, NOTHING, teacherOf(loop(false), write, {}, 2))).toBe('one')
    const all = teacherOf(loop(false), write, {}, 4)
    expect(answerQuestion(asked('rest', { no: null, yes: ['T-1003'] }), NOTHING, all)).toBe('no')
  })

  const optional: GoldNode = {
    do: 'when',
    id: 'rule',
    on: 'ticket',
    test: { field: 'tags', op: 'contains', value: 'vip' },
    then: [setPriority('ticket', 'urgent')],
    otherwise: [],
  }
  const ruled = goldOf([given(), optional], [ticketParam])

  it('answers when a step is done by doing the work on each ticket shown', () => {
    const teacher = teacherOf(ruled, setPriority('ticket', 'urgent'), { ticket: 'T-1001' })
    expect(answerQuestion(asked('guard', { high: ['T-1002'], vip: ['T-1001', 'T-1004'] }), NOTHING, teacher)).toBe('vip')
    expect(answerQuestion(asked('guard', { high: ['T-1002'], never: null }), NOTHING, teacher)).toBe(NONE_OF_THESE)
  })

  it('answers what a value is by what gold writes, ticket by ticket', () => {
    const either: GoldNode = { ...optional, otherwise: [{ ...setPriority('ticket', 'low'), id: 'w2' }] }
    const teacher = teacherOf(goldOf([given(), either], [ticketParam]), setPriority('ticket', 'urgent'), { ticket: 'T-1001' })
    const pairs = { right: [['T-1001', 'urgent'], ['T-1002', 'low']], wrong: [['T-1001', 'low'], ['T-1002', 'urgent']] }
    expect(answerQuestion(asked('value', { ...pairs, caller: null }, desk, 'priority'), NOTHING, teacher)).toBe('right')
    expect(answerQuestion(asked('value', { always: 'urgent', caller: null }, desk, 'priority'), NOTHING, teacher)).toBe(NONE_OF_THESE)
  })

  it('says the caller says where gold has the value from its caller', () => {
    const byParam = { ...setPriority('ticket', ''), value: { from: 'param', param: 'priority' } } as const
    const gold = goldOf([given(), byParam], [ticketParam, { name: 'priority', type: 'priority' }])
    const teacher = teacherOf(gold, byParam, { ticket: 'T-1001', priority: 'low' })
    expect(answerQuestion(asked('value', { always: 'low', caller: null }, desk, 'priority'), NOTHING, teacher)).toBe('caller')
  })
})
