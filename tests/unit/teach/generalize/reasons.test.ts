import { describe, expect, it } from 'vitest'
import { plain } from '../../../../src/bus/words.ts'
import { factsOf } from '../../../../src/teach/generalize/steps/facts.ts'
import { remarksOn } from '../../../../src/teach/generalize/findings.ts'
import { paramNames, ordinalWord } from '../../../../src/teach/generalize/leaves/paramNames.ts'
import type { Slot } from '../../../../src/teach/generalize/leaves/params.ts'
import { shortestGuard } from '../../../../src/teach/generalize/leaves/selections.ts'
import { setEditOf } from '../../../../src/teach/generalize/leaves/setEdits.ts'
import type { Procedure } from '../../../../src/teach/procedure/types.ts'
import { alarms, commandsOf, kindsOf, learn, paramsOf, seededDesk, shown } from './learning.ts'

const { index } = seededDesk().bus

const reasonOf = (learned: ReturnType<typeof learn>, step: string, leaf: string) =>
  learned.reasons.find((one) => one.step === step && one.leaf === leaf)

describe('reasons', () => {
  it('say in words why a leaf became what it is, and keep what else would explain it', () => {
    const learned = learn(
      shown((at) => {
        at.filter({ status: ['open'], sort: 'oldest' })
        at.open(0)
        at.setPriority('urgent')
      }),
    )
    const picked = reasonOf(learned, 's2', 'ticketId')
    expect(picked?.provenance).toBe('explained')
    expect(plain(picked?.why ?? [])).toBe('You took the first in the order you set, oldest')
    expect(picked?.rivals.map(({ expr }) => (expr.op === 'pick' ? expr.choose.by : expr.op))).toEqual(
      expect.arrayContaining(['id', 'min', 'nth']),
    )
    expect(picked?.rivals.map(({ weight }) => weight)).toEqual(picked?.rivals.map(({ weight }) => weight).sort((a, b) => a - b))
    expect(plain(reasonOf(learned, 's3', 'priority')?.why ?? [])).toBe('Shown once')
    expect(reasonOf(learned, 's3', 'ticketId')?.provenance).toBe('explained')
  })

  it('tell a ticket that was open before from one out of a list that stood there', () => {
    const before = learn(
      shown(
        (at) => at.setPriority('low'),
        (at) => at.openId('T-1025'),
      ),
    )
    expect(plain(reasonOf(before, 's1', 'ticketId')?.why ?? [])).toBe('The caller says which ticket: it was open before you began')
    const stood = learn(shown((at) => at.onRow(3).setPriority('urgent')))
    expect(plain(reasonOf(stood, 's1', 'ticketId')?.why ?? [])).toBe('The caller says which ticket: the list stood there before you began')
  })

  it('a filter asked for again as it stood is no part of the procedure', () => {
    const learned = learn(
      shown((at) => {
        at.filter({})
        at.open(0)
        at.setPriority('urgent')
      }),
    )
    expect(commandsOf(learned)).toEqual(['select_ticket', 'set_ticket_priority'])
    expect(paramsOf(learned)).toEqual({ target_ticket: true })
  })

  it('more than five parameters are worth a warning', () => {
    const learned = learn(
      shown((at) => {
        for (const [place, id] of ['T-1025', 'T-1030', 'T-1034', 'T-1035', 'T-1037', 'T-1033'].entries()) {
          at.openId(id)
          at.setPriority(place === 5 ? 'high' : 'urgent')
        }
      }),
    )
    expect(learned.procedure.params.map(({ name }) => name)).toEqual([
      'first_ticket',
      'second_ticket',
      'third_ticket',
      'fourth_ticket',
      'fifth_ticket',
      'sixth_ticket',
    ])
    expect(alarms(learned)).toEqual(['warn many-params'])
    expect(learned.failed).toEqual([])
  })

  it('a tag that is spelt like a ticket is asked for', () => {
    const learned = learn(
      shown((at) => {
        at.openId('T-1030')
        at.setTags('billing', 'invoice', 't-1029')
      }),
    )
    expect(paramsOf(learned)).toEqual({ target_ticket: true, added_tags: true })
    expect(learned.failed).toEqual([])
  })

  it('text that spells a ticket which never was on show is asked for', () => {
    const learned = learn(
      shown((at) => {
        at.filter({ text: 'the' })
        at.filter({ text: 'T-7777' })
      }),
    )
    expect(paramsOf(learned)).toEqual({ text: true })
  })

  it('notes of a normal demonstration are few and alarm nobody', () => {
    const learned = learn(
      shown((at) => {
        at.openId('T-1030')
        at.assign('yuki')
        at.applyTemplate('ask-details')
        at.setStatus('pending')
      }),
    )
    expect(kindsOf(learned)).toEqual(['caller-says', 'shown-once'])
    expect(learned.findings.map(({ words }) => plain(words))[0]).toBe('The caller says which ticket')
    expect(learned.procedure.params.map(({ description }) => description)).toEqual([
      'The ticket to change. Id of a ticket, such as T-1001.',
      'The new assignee. Id of an assignee, from list_assignees.',
      'Id of a reply template, from list_templates.',
    ])
  })
})

describe('a record written into a procedure', () => {
  it('blocks, wherever it stands', () => {
    const trace = shown((at) => {
      at.filter({ status: ['open'] })
      at.openId('T-1030')
      at.setPriority('urgent')
    })
    const { procedure } = learn(trace)
    const facts = factsOf(trace, index)
    expect(remarksOn(procedure, [facts], index)).toEqual([])
    const fixed = JSON.parse(
      JSON.stringify(procedure).replaceAll(/\{"op":"param","key":"[^"]*"\}/g, '{"op":"const","value":"T-1030"}'),
    ) as Procedure
    expect(remarksOn(fixed, [facts], index).map(({ level, kind, step }) => [level, kind, step])).toEqual([
      ['block', 'unexplained', 's2'],
      ['block', 'unexplained', 's3'],
    ])
  })
})

describe('names of parameters', () => {
  const slot = (path: string): Slot => ({
    key: path,
    record: null,
    uses: [{ step: 's1', command: 'c', writes: true, way: 'whole', leaf: { path, schema: {}, required: true, meaning: {} } }],
    value: 'x',
    required: true,
  })

  it('are letters and underscores, at most 30, all different, whatever the schema calls things', () => {
    const paths = [
      'address.city2',
      'x',
      'x',
      'x9',
      '9',
      '',
      'aVeryLongNameOfAPropertyThatGoesOnAndOn',
      'aVeryLongNameOfAPropertyThatGoesOnAndOnToo',
      'ünïcode',
    ]
    const names = paramNames(
      paths.map(slot),
      paths.map(() => 'new'),
      index,
    )
    expect(names.slice(0, 4)).toEqual(['new_city', 'first_new_x', 'second_new_x', 'third_new_x'])
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[a-z][a-z_]{0,29}$/)
  })

  it('count in words', () => {
    expect([1, 2, 12, 20, 21, 43, 60].map(ordinalWord)).toEqual([
      'first',
      'second',
      'twelfth',
      'twentieth',
      'twenty_first',
      'forty_third',
      'sixtieth',
    ])
  })
})

describe('parts', () => {
  it('the shortest description that is true of the row alone never names it by its id', () => {
    const literal = (field: string, value: string) => ({ field, op: '=' as const, value })
    const witness = {
      id: 'T-1',
      ordinal: 1,
      total: 4,
      ranks: {},
      literals: [
        { literal: literal('ticketId', 'T-1'), count: 1 },
        { literal: literal('status', 'open'), count: 2 },
        { literal: literal('priority', 'low'), count: 2 },
      ],
      pairs: [{ of: [1, 2] as const, count: 1 }],
    }
    expect(shortestGuard(witness, 'ticket', index)).toEqual([literal('status', 'open'), literal('priority', 'low')])
    expect(shortestGuard({ ...witness, pairs: [{ of: [1, 2], count: 2 }] }, 'ticket', index)).toBeNull()
  })

  it('a set edit tells what came and went, and nothing where only the order changed', () => {
    expect(setEditOf(['a', 'b'], ['b', 'c'])).toEqual({ added: ['c'], removed: ['a'] })
    expect(setEditOf(['a', 'b'], ['b', 'a'])).toBeNull()
  })
})
