import { describe, expect, it } from 'vitest'
import type { Demonstration } from '../../../support/sessions.ts'
import { answer, did, kindsOf, learn, learnFrom, paramsOf, runOn, seededDesk, shown, shownAll, shownOn } from './learning.ts'

const REQUESTER = 'Dieter Kranz'

/** Tags the open ticket, looks for a name, tags the oldest that is found. */
const othersOf = (name: string) => (at: Demonstration): void => {
  at.addTags('vip')
  at.filter({ requester: name, sort: 'oldest' })
  at.open(0)
  at.addTags('follow-up')
}

describe('text that may have been read in a record', () => {
  it('is the caller’s when the ticket was open before Teach, however it was typed', () => {
    for (const name of [REQUESTER, REQUESTER.toLowerCase(), 'Kranz']) {
      const learned = learn(shown(othersOf(name), (at) => at.goTo('T-1030')))
      expect([name, paramsOf(learned)]).toEqual([name, { target_ticket: true, requester: true }])
      expect(learned.failed).toEqual([])
    }
  })

  it('is fixed by hand where that is meant', () => {
    const trace = shown(othersOf('Kranz'), (at) => at.goTo('T-1030'))
    const key = learn(trace).procedure.params.find(({ name }) => name === 'requester')?.key ?? ''
    expect(paramsOf(learn(trace, [{ edit: 'constant', key }]))).toEqual({ target_ticket: true })
  })

  it('stays the same for ever where no record shows it', () => {
    const learned = learn(
      shown((at) => {
        at.filter({ text: 'invoice', sort: 'oldest' })
        at.open(0)
        at.addTags('follow-up')
      }),
    )
    expect(paramsOf(learned)).toEqual({})
  })
})

describe('what a person answered', () => {
  it('holds when the next demonstration shows the same on other tickets', () => {
    const two = (a: string, b: string) => (at: Demonstration): void => {
      at.goTo(a)
      at.setPriority('low')
      at.goTo(b)
      at.setPriority('high')
    }
    const [one, other] = shownAll(two('T-1029', 'T-1030'), two('T-1031', 'T-1035'))
    const traces = [one, other].filter((trace) => trace !== undefined)
    const question = learnFrom(traces.slice(0, 1)).questions.find(({ step }) => step === 's2')
    const answers = { [question?.questionId ?? '']: { choice: 'caller', by: 'person' as const } }
    expect(paramsOf(learnFrom(traces.slice(0, 1), answers))).toHaveProperty('new_priority')
    expect(paramsOf(learnFrom(traces, answers))).toHaveProperty('new_priority')
  })

  it('is not lost in silence when what is shown later settles it another way', () => {
    const tags = [['gold'], ['gold', 'a'], ['b'], ['c']]
    const changes = Object.fromEntries(
      ['T-1030', 'T-1034', 'T-1035', 'T-1033'].map((id, place) => [id, { status: 'pending', assigneeId: null, priority: 'normal', tags: tags[place] ?? [] }]),
    )
    const set = (id: string, priority: 'urgent' | 'low') =>
      [changes, (at: Demonstration): void => {
        at.goTo(id)
        at.setPriority(priority)
      }] as const
    const traces = shownOn(set('T-1030', 'urgent'), set('T-1035', 'low'), set('T-1034', 'urgent'), set('T-1033', 'low'))
    const answers = answer(learnFrom(traces.slice(0, 2)), 'value', ({ choiceId }) => choiceId === 'caller')
    expect(paramsOf(learnFrom(traces.slice(0, 2), answers))).toHaveProperty('new_priority')
    const all = learnFrom(traces, answers)
    expect(paramsOf(all)).toEqual({ target_ticket: true })
    expect(all.findings.filter(({ kind }) => kind === 'answer').map(({ level }) => level)).toEqual(['warn'])
    expect(kindsOf(learnFrom(traces))).not.toContain('answer')
  })
})

describe('a bulk change', () => {
  it('of all rows but one that was taken back is none of all rows', () => {
    const trace = shown((at) => {
      at.filterOnly({ status: ['on_hold'], sort: 'oldest' })
      for (const id of [...at.ids]) at.selected(id, 'all').addTags('follow-up')
      at.undo()
    })
    const learned = learn(trace)
    expect(learned.procedure.body.some(({ node }) => node === 'each')).toBe(false)
    expect(did(runOn(seededDesk(), learned.procedure))).not.toHaveProperty('changes')
  })
})
