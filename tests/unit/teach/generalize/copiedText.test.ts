import { describe, expect, it } from 'vitest'
import { plain } from '../../../../src/bus/words.ts'
import { describeProcedure } from '../../../../src/teach/procedure/words.ts'
import type { Demonstration } from '../../../support/sessions.ts'
import { answer, argOf, did, kindsOf, learn, learnFrom, paramsOf, runOn, seededDesk, shown, shownAll, type Learned } from './learning.ts'

const { index, session } = seededDesk().bus
const requesterOf = (id: string): string => (session.records.get('ticket', id)?.['requester'] as { readonly name: string }).name
const lines = ({ procedure }: Learned): readonly string[] => describeProcedure(procedure, index).map(({ words }) => plain(words))

/** Opens a ticket, looks for all of whoever wrote it, and tags the oldest. */
const othersOf = (id: string, around: (name: string) => string = (name) => name) => (at: Demonstration): void => {
  at.openId(id)
  at.filter({ text: around(requesterOf(id)), sort: 'oldest' })
  at.open(0)
  at.addTags('follow-up')
}
const COPIED = 'Filter to new, open, pending or on hold, with the text the requester of source_ticket, oldest first'

describe('text that stood in a record opened before', () => {
  it('is never silently the same for ever: unanswered the caller says it', () => {
    const learned = learn(shown(othersOf('T-1030')))
    expect(paramsOf(learned)).toEqual({ text: true })
    expect(learned.questions.map(({ kind, safe, choices }) => [kind, safe, choices.map(({ choiceId }) => choiceId)])).toEqual([
      ['value', 'caller', [expect.stringContaining('copy'), 'constant', 'caller']],
    ])
    expect(learned.failed).toEqual([])
  })

  it('is copied when a person says so, whichever ticket is opened then', () => {
    const trace = shown(othersOf('T-1030'))
    const said = learnFrom([trace], answer(learn(trace), 'value', ({ choiceId }) => choiceId.startsWith('copy')))
    expect(lines(said)).toContain(COPIED)
    expect(paramsOf(said)).toEqual({ source_ticket: true })
    expect(said.failed).toEqual([])
    expect(requesterOf('T-1037')).toBe(requesterOf('T-1031'))
    expect(did(runOn(seededDesk(), said.procedure, { source_ticket: 'T-1037' }))).toEqual({ 'T-1031.tags': expect.arrayContaining(['follow-up']) })
  })

  it('is the same for ever only when a person says so', () => {
    const trace = shown(othersOf('T-1030'))
    const said = learnFrom([trace], answer(learn(trace), 'value', ({ choiceId }) => choiceId === 'constant'))
    expect(paramsOf(said)).toEqual({})
    expect(lines(said)[0]).toContain(requesterOf('T-1030'))
  })

  it('may have words around it', () => {
    const trace = shown(othersOf('T-1030', (name) => `${name} e`))
    const said = learnFrom([trace], answer(learn(trace), 'value', ({ choiceId }) => choiceId.startsWith('copy')))
    expect(argOf(said, 'filter_tickets', 'text')).toMatchObject({ op: 'concat', parts: [{ op: 'out', path: 'requester.name' }, { op: 'const', value: ' e' }] })
    expect(said.failed).toEqual([])
  })

  it('that differed from one demonstration to the next, as the tickets did, needs no answer', () => {
    const learned = learnFrom(shownAll(othersOf('T-1030'), othersOf('T-1037')))
    expect(lines(learned)).toContain(COPIED)
    expect(learned.questions).toEqual([])
    expect(kindsOf(learned)).toContain('copied')
    expect(learned.failed).toEqual([])
  })

  it('refuses a ticket that has nothing there: an empty search would find everything', () => {
    const trace = shown(othersOf('T-1030'))
    const said = learnFrom([trace], answer(learn(trace), 'value', ({ choiceId }) => choiceId.startsWith('copy')))
    const desk = seededDesk({ 'T-1037': { requester: { name: '', email: 'nobody@example.net' } } })
    expect(did(runOn(desk, said.procedure, { source_ticket: 'T-1037' }))).toBe('GUARD_UNMET')
  })

  it('that found one ticket is the caller’s to say, or copied; never the same for ever', () => {
    const alone = shown((at) => {
      at.openId('T-1030')
      at.filter({ text: `${requesterOf('T-1030')} ${String(session.records.get('ticket', 'T-1030')?.['subject'])}` })
      at.open(0)
      at.addTags('follow-up')
    })
    const [question] = learn(alone).questions
    expect(question?.choices.map(({ choiceId }) => choiceId)).not.toContain('constant')
  })
})
