import { describe, expect, it } from 'vitest'
import { plain } from '../../../../src/bus/words.ts'
import { describeProcedure } from '../../../../src/teach/procedure/words.ts'
import type { Demonstration } from '../../../support/sessions.ts'
import { answer, did, kindsOf, learnFrom, paramsOf, runOn, seededDesk, shownAll, type Learned } from './learning.ts'

const { index } = seededDesk().bus
const lines = ({ procedure }: Learned): readonly string[] =>
  describeProcedure(procedure, index).map(({ words, depth }) => '  '.repeat(depth) + plain(words))

const records = seededDesk().bus.session.records.list('ticket')
const withPriority = (wanted: boolean): readonly string[] =>
  records.filter((one) => (one['priority'] === 'urgent') === wanted && one['status'] === 'open').map((one) => String(one['ticketId']))
const [urgent = '', urgentToo = ''] = withPriority(true)
const [calm = '', calmToo = ''] = withPriority(false)

const work = (id: string, more: boolean) => (at: Demonstration): void => {
  at.goTo(id)
  at.setStatus('pending')
  if (more) at.addTags('hot')
}

describe('a step done only sometimes', () => {
  it('one of each side asks which rows it would be done on; the answer is the rule', () => {
    const traces = shownAll(work(urgent, true), work(calm, false))
    const open = learnFrom(traces)
    expect(kindsOf(open)).toContain('judgement')
    const [question] = open.questions
    expect(question?.kind).toBe('guard')
    expect(question?.safe).toBeUndefined()
    expect(question?.choices.length).toBeLessThanOrEqual(3)
    const said = learnFrom(traces, answer(open, 'guard', ({ choiceId }) => choiceId === 'priority = "urgent"'))
    expect(kindsOf(said)).not.toContain('judgement')
    expect(said.failed).toEqual([])
    expect(lines(said)).toEqual(['Take the ticket target_ticket', 'If its priority is urgent', '  Add tag hot', 'Set status to pending'])
    expect(did(runOn(seededDesk(), said.procedure, { target_ticket: calmToo }))).toEqual({ [`${calmToo}.status`]: 'pending' })
    expect(Object.keys(did(runOn(seededDesk(), said.procedure, { target_ticket: urgentToo })))).toContain(`${urgentToo}.tags`)
  })

  it('none of these brings up the next rules, and in the end it stays a judgement that blocks', () => {
    const traces = shownAll(work(urgent, true), work(calm, false))
    let learned = learnFrom(traces)
    let answers = {}
    for (let round = 0; round < 4; round += 1) {
      const unanswered = learned.questions.filter((one) => one.answered === undefined)
      if (unanswered.length === 0) break
      answers = { ...answers, ...Object.fromEntries(unanswered.map(({ questionId }) => [questionId, { choice: 'none', by: 'person' }])) }
      learned = learnFrom(traces, answers)
    }
    expect(learned.questions.length).toBeLessThanOrEqual(3)
    expect(learned.findings.filter(({ level }) => level === 'block').map(({ kind }) => kind)).toContain('judgement')
  })

  it('of two tickets, what is said of the one says nothing of the other', () => {
    const both = (one: string, other: string, more: boolean) => (at: Demonstration): void => {
      work(one, more)(at)
      at.goTo(other)
      at.setPriority('low')
      if (more) at.removeTags(...(seededDesk().bus.session.records.get('ticket', other)?.['tags'] as readonly string[]).slice(0, 1))
    }
    const traces = shownAll(both(urgent, 'T-1029', true), both(calm, 'T-1017', false))
    const open = learnFrom(traces)
    expect(open.questions.filter(({ kind }) => kind === 'guard')).toHaveLength(2)
    const [first] = open.questions.filter(({ kind, step }) => kind === 'guard' && open.procedure.body.some((node) => node.as === step && node.node === 'call' && node.command === 'add_ticket_tags'))
    const said = learnFrom(traces, { [first?.questionId ?? '']: { choice: 'priority = "urgent"', by: 'person' } })
    expect(kindsOf(said)).toContain('judgement')
    expect(said.questions.filter(({ kind, answered }) => kind === 'guard' && !answered)).toHaveLength(1)
  })

  it('values that differ: the caller says, unless somebody tells the rule', () => {
    const give = (id: string, template: string) => (at: Demonstration): void => {
      at.goTo(id)
      at.setStatus('pending')
      at.applyTemplate(template)
    }
    const [one = '', other = ''] = seededDesk().bus.session.records.list('template').map((record) => String(record['templateId']))
    const traces = shownAll(give(urgent, one), give(calm, other))
    const open = learnFrom(traces)
    expect(paramsOf(open)).toEqual({ target_ticket: true, template: true })
    expect(open.questions.map(({ kind, safe }) => [kind, safe])).toEqual([['value', 'caller']])
    const said = learnFrom(traces, answer(open, 'value', ({ choiceId }) => choiceId === 'priority = "urgent"'))
    expect(paramsOf(said)).toEqual({ target_ticket: true })
    expect(said.failed).toEqual([])
    expect(lines(said).filter((line) => line.startsWith('If'))).toEqual(['If its priority is urgent', 'If its priority is not urgent'])
  })
})
