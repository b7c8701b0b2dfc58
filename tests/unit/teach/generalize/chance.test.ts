import { describe, expect, it } from 'vitest'
import { callsOf } from '../../../../src/teach/procedure/walk.ts'
import type { Demonstration, Hand } from '../../../support/sessions.ts'
import { alarms, answer, argOf, commandsOf, did, kindsOf, learn, learnFrom, paramsOf, runOn, seededDesk, shown, shownAll, shownOn, type Learned } from './learning.ts'

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

/** Every row of a list of four, each as `show` has it. */
const rowsOfFour = (show: (row: Hand, place: number) => void) =>
  shown((at: Demonstration) => {
    at.filter({ status: ['on_hold'], sort: 'oldest' })
    expect(at.ids).toHaveLength(4)
    for (let place = 0; place < 4; place += 1) show(at.onRow(place), place)
  })

const isLoop = ({ procedure }: Learned): boolean => procedure.body.some(({ node }) => node === 'each')

describe('rows of a loop that were not all treated alike', () => {
  // One after the other in turn. By chance it is their priority that tells them apart, and nothing else on show.
  const turns = rowsOfFour((row, place) => row.setPriority(place % 2 === 0 ? 'normal' : 'urgent'))

  it('are told apart by nobody’s rule unless somebody says so, though one fits four rows', () => {
    const learned = learn(turns)
    expect(isLoop(learned)).toBe(false)
    expect(Object.values(paramsOf(learned))).toEqual([true, true, true, true])
    expect(learned.questions.filter(({ minor }) => !minor).map(({ kind, safe }) => [kind, safe])).toEqual([['value', 'caller']])
    expect(learned.failed).toEqual([])
    const said = learnFrom([turns], answer(learned, 'value', ({ choiceId }) => choiceId === 'priority = "high"'))
    expect(isLoop(said)).toBe(true)
    expect(said.failed).toEqual([])
    const named = learnFrom([turns], answer(learned, 'value', ({ choiceId }) => choiceId === 'caller'))
    expect(named.procedure).toEqual(learned.procedure)
  })

  it('are asked about where a step was done on some of them, and the caller names them until then', () => {
    const some = rowsOfFour((row, place) => {
      row.addTags('seen')
      if (place === 1) row.setPriority('urgent')
    })
    const learned = learn(some)
    expect(learned.questions.filter(({ minor }) => !minor).map(({ kind, safe }) => [kind, safe])).toEqual([['guard', 'caller']])
    expect(kindsOf(learned)).not.toContain('judgement')
    expect(Object.values(paramsOf(learned))).toEqual([true, true, true, true])
    const said = learnFrom([some], answer(learned, 'guard', ({ choiceId }) => choiceId === 'priority = "low"'))
    expect(isLoop(said)).toBe(true)
    expect(said.failed).toEqual([])
    const outcome = runOn(seededDesk({ 'T-1008': { priority: 'low' } }), said.procedure)
    expect(did(outcome)).toMatchObject({ 'T-1008.priority': 'urgent', 'T-1012.priority': 'urgent' })
    expect(Object.keys(did(outcome))).not.toContain('T-1016.priority')
  })

  it('nobody is asked about a row that was so already', () => {
    const alike = rowsOfFour((row) => {
      row.addTags('stylus')
      row.setPriority('urgent')
    })
    expect(alarms(learn(alike))).toEqual([])
    expect(commandsOf(learn(alike))).toEqual(['filter_tickets', 'add_ticket_tags', 'set_ticket_priority'])
  })
})

describe('a value that differed over four demonstrations', () => {
  const given = (id: string, priority: string) => (at: Demonstration): void => {
    at.goTo(id)
    at.setStatus('on_hold')
    at.setPriority(priority)
  }

  it('is the caller’s until somebody says otherwise, though one tag parts them: others would part them otherwise', () => {
    const traces = shownAll(given('T-1010', 'low'), given('T-1018', 'urgent'), given('T-1020', 'low'), given('T-1030', 'urgent'))
    const learned = learnFrom(traces)
    expect(paramsOf(learned)).toEqual({ target_ticket: true, new_priority: true })
    expect(learned.questions.map(({ kind, safe }) => [kind, safe])).toEqual([['value', 'caller']])
    expect(learned.questions[0]?.choices.map(({ choiceId }) => choiceId)).toEqual(['tags lacks "billing"', 'caller'])
    expect(learned.failed).toEqual([])
  })
})

describe('one of a few values that stood in a record opened for another', () => {
  const handOver = (from: string, to: string, assignee: string, priority: string) => (at: Demonstration): void => {
    at.openId(from)
    at.openId(to)
    at.assign(assignee)
    at.setPriority(priority)
  }

  it('may equal it by chance twice, so it is asked about, and until then the caller says it', () => {
    const desks = shownOn(
      [{ 'T-1010': { assigneeId: 'yuki', priority: 'high' }, 'T-1020': { assigneeId: 'amara', priority: 'low' } }, handOver('T-1010', 'T-1020', 'yuki', 'high')],
      [{ 'T-1018': { assigneeId: 'amara', priority: 'low' }, 'T-1030': { assigneeId: 'yuki', priority: 'high' } }, handOver('T-1018', 'T-1030', 'amara', 'low')],
    )
    const learned = learnFrom(desks)
    expect(argOf(learned, 'set_ticket_assignee', 'assigneeId')).toMatchObject({ op: 'out' })
    expect(paramsOf(learned)).toMatchObject({ new_priority: true })
    expect(learned.questions.map(({ kind, safe }) => [kind, safe])).toEqual([['value', 'caller']])
    const said = learnFrom(desks, answer(learned, 'value', ({ choiceId }) => choiceId.startsWith('copy ')))
    expect(argOf(said, 'set_ticket_priority', 'priority')).toMatchObject({ op: 'out' })
    expect(said.failed).toEqual([])
  })
})
