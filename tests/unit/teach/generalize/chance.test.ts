import { describe, expect, it } from 'vitest'
import { callsOf } from '../../../../src/teach/procedure/walk.ts'
import { answer, learn, learnFrom, shown, type Learned } from './learning.ts'

const picks = ({ procedure }: Learned): readonly string[] =>
  callsOf(procedure).flatMap(({ args }) => Object.values(args).flatMap((expr) => (expr.op === 'pick' ? [expr.choose.by] : [])))

describe('the second of two', () => {
  const trace = shown((at) => {
    at.filter({ tag: 'vip', sort: 'oldest' })
    expect(at.ids).toHaveLength(2)
    at.open(1)
    at.addTags('seen')
  })

  it('is the last of them by necessity, so whether the last is meant is asked', () => {
    const learned = learn(trace)
    expect(picks(learned)).toEqual(['id'])
    expect(learned.questions.filter(({ answered }) => !answered).map(({ kind, safe }) => [kind, safe])).toEqual([['pick', 'caller']])
    const said = learnFrom([trace], answer(learned, 'pick', ({ choiceId }) => choiceId !== 'caller'))
    expect(picks(said)).toEqual(['last'])
    expect(said.failed).toEqual([])
  })
})
