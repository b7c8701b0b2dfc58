import { describe, expect, it } from 'vitest'
import { plain } from '../../../../src/bus/words.ts'
import type { Question } from '../../../../src/teach/generalize/types.ts'
import type { Demonstration } from '../../../support/sessions.ts'
import { answer, did, learn, learnFrom, paramsOf, runOn, seededDesk, shown, shownAll, type Learned } from './learning.ts'

const minor = ({ questions }: Learned): readonly Question[] => questions.filter((one) => one.minor === true)
const told = (learned: Learned): readonly (readonly string[])[] => minor(learned).map(({ words, choices }) => [plain(words), ...choices.map((one) => plain(one.words))])

/** The oldest of a list, taken and escalated. */
const escalated = (status: 'open' | 'pending' | 'on_hold') => (at: Demonstration): void => {
  at.filter({ status: [status], sort: 'oldest' })
  at.open(0)
  at.addTags('vip')
  at.setPriority('low')
}

describe('a value shown once', () => {
  it('is asked about in passing: what is written first, then what was asked for; not the order of a list', () => {
    expect(told(learn(shown(escalated('on_hold'))))).toEqual([
      ['Set priority: the same priority every time?', 'low, always', 'The caller says the priority'],
      ['Filter tickets: the same status every time?', 'on hold, always', 'The caller says the status'],
      ['Add tags: the same tags every time?', 'vip, always', 'The caller says the tags'],
    ])
  })

  it('stays what was shown until a person says otherwise', () => {
    const learned = learn(shown(escalated('pending')))
    expect(paramsOf(learned)).toEqual({})
    expect(minor(learned).map(({ safe, kind }) => [kind, safe])).toEqual([
      ['value', 'constant'],
      ['value', 'constant'],
      ['value', 'constant'],
    ])
    const trace = shown(escalated('pending'))
    const said = learnFrom([trace], answer(learned, 'value', ({ choiceId }) => choiceId === 'caller'))
    expect(paramsOf(said)).toEqual({ new_priority: true })
    expect(said.args).toEqual({ new_priority: 'low' })
    expect(said.failed).toEqual([])
    const before = did(runOn(seededDesk(), learned.procedure))
    const [id = ''] = Object.keys(before).map((key) => key.split('.')[0])
    expect(did(runOn(seededDesk(), said.procedure, { new_priority: 'urgent' }))).toEqual({ ...(before as object), [`${id}.priority`]: 'urgent' })
  })

  it('what a person said holds when another demonstration shows the same, and can be said otherwise', () => {
    const traces = shownAll(escalated('pending'), escalated('pending'))
    const [first] = traces
    expect(minor(learnFrom(traces))).toEqual([])
    const answers = answer(learnFrom(traces.slice(0, 1)), 'value', ({ choiceId }) => choiceId === 'caller')
    expect(first && paramsOf(learnFrom([first], answers))).toEqual({ new_priority: true })
    const both = learnFrom(traces, answers)
    expect(paramsOf(both)).toEqual({ new_priority: true })
    expect(minor(both).map(({ answered }) => answered?.choice)).toEqual(['caller'])
  })

  it('of one open ticket is asked about by nobody; nor is a part of the list that stood there before', () => {
    const one = learn(
      shown((at) => {
        at.openId('T-1030')
        at.setPriority('high')
        at.addTags('vip')
      }),
    )
    expect(one.questions).toEqual([])
    const before = learn(
      shown(
        (at) => {
          at.open(0)
          at.setPriority('high')
          at.open(1)
          at.setPriority('high')
        },
        (at) => at.filter({ status: ['pending'] }),
      ),
    )
    expect(told(before).map(([words]) => words).sort()).toEqual(['Set priority (1 of 2): the same priority every time?', 'Set priority (2 of 2): the same priority every time?'])
  })

  it('waits as long as something of more consequence is open', () => {
    const trace = shown((at) => {
      at.filter({ status: ['pending'], sort: 'oldest' })
      at.open(0)
      at.addTags('seen')
      at.next()
      at.addTags('seen')
    })
    const learned = learn(trace)
    expect(learned.questions.map(({ kind }) => kind)).toEqual(['rest'])
    const rest = answer(learned, 'rest', ({ choiceId }) => choiceId === 'all')
    expect(learnFrom([trace], rest).questions.map(({ kind, minor: passing }) => [kind, passing])).toEqual([
      ['rest', undefined],
      ['value', true],
      ['value', true],
    ])
  })

  it('is one of four at most: further ones stay as shown', () => {
    const trace = shown((at) => {
      at.filter({ status: ['pending'], priority: ['normal'], sort: 'oldest' })
      at.open(0)
      at.addTags('seen')
      at.setPriority('low')
      at.setStatus('solved')
    })
    const learned = learn(trace)
    expect(learned.questions).toHaveLength(4)
    expect(told(learned).map(([words]) => words)).not.toContain('Add tags: the same tags every time?')
    // One that was answered keeps its line, and brings up no other.
    const said = learnFrom([trace], answer(learned, 'value', ({ choiceId }) => choiceId === 'caller'))
    expect(said.questions.map(({ questionId }) => questionId).sort()).toEqual(learned.questions.map(({ questionId }) => questionId).sort())
  })
})
