import { describe, expect, it } from 'vitest'
import { plain } from '../../../src/bus/words.ts'
import { NONE_OF_THESE } from '../../../src/teach/generalize/types.ts'
import { sampleRecords } from '../../../src/triage/seed/sampleRecords.ts'
import type { ApprovalRequest } from '../../../src/webmcp/library/types.ts'
import { must, openPage, PERSON, turns } from './page.ts'

const SAMPLE = sampleRecords(Date.UTC(2026, 10, 30, 8))

/** A request whose draft rests on what an agent said to the one question. */
function proposed() {
  const page = openPage({ records: { ticket: SAMPLE.ticket } })
  const draftId = page.teach((at) => {
    at.filter({ status: ['open'], priority: ['urgent'] })
    at.open(0)
    at.setPriority('high')
  })
  const [question] = must(page.library.draftView(draftId)).questions
  const first = question?.choices.find(({ value }) => value !== null)
  if (!question || !first) throw new Error('Nothing is asked.')
  must(page.library.editDraft(draftId, { answers: { [question.questionId]: { choice: first.choiceId, by: 'agent' } } }))
  const request = must(page.approvals.open(draftId, 'agent'))
  const others = question.choices.filter(({ choiceId }) => choiceId !== first.choiceId)
  return { page, draftId, question, first, request, other: others[0]?.choiceId ?? '' }
}

const rule = ({ view }: ApprovalRequest): string => view.steps.map(({ words }) => plain(words)).join('\n')

describe('a question answered at the request', () => {
  it('the same request asks about what comes of it, under its digest, and whoever waits goes on waiting', async () => {
    const { page, draftId, question, request, other } = proposed()
    let heard = false
    void page.approvals.answered(request.requestId).then(() => (heard = true))
    const now = must(page.approvals.answer(request.requestId, question.questionId, other, PERSON))
    await turns()
    expect(heard).toBe(false)
    expect(page.approvals.waiting()).toEqual([now])
    expect(now.requestId).toBe(request.requestId)
    expect(now.digest).not.toBe(request.digest)
    expect(rule(now)).not.toBe(rule(request))
    expect(now.dryRuns).not.toEqual(request.dryRuns)
    expect(now.view.questions[0]?.answered).toEqual({ choice: other, by: 'person' })
    expect(page.library.draft(draftId)?.request).toMatchObject({ requestId: request.requestId, digest: now.digest, state: 'waiting' })

    const tool = must(page.approvals.approve(request.requestId, PERSON))
    expect(tool.digest).toBe(now.digest)
    expect(tool.procedure).toEqual(now.view.generalized.procedure)
    await turns()
    expect(heard).toBe(true)
    expect(page.audit('requested').map(({ audit }) => audit?.digest)).toEqual([request.digest, now.digest])
    expect(page.audit('drafted').at(-1)?.audit?.detail).toMatchObject({ question: question.questionId, choice: other })
  })

  it('the same answer, said by the person, is the person’s; nothing else is another', () => {
    const { page, question, first, request } = proposed()
    const now = must(page.approvals.answer(request.requestId, question.questionId, first.choiceId, PERSON))
    expect(now.digest).toBe(request.digest)
    expect(now.view.questions[0]?.answered?.by).toBe('person')
    expect(page.approvals.approve(request.requestId, PERSON).ok).toBe(true)
  })

  it('none of these takes the safe reading: the caller says which', () => {
    const { page, question, request } = proposed()
    const now = must(page.approvals.answer(request.requestId, question.questionId, NONE_OF_THESE, PERSON))
    expect(now.view.compiled.inputSchema).toMatchObject({ required: ['target_ticket'] })
  })

  it('a script cannot answer, and the attempt is noted; an answer to nothing is refused; both leave the request as it was', () => {
    const { page, draftId, question, request, other } = proposed()
    const answer = page.approvals.answer
    expect(answer(request.requestId, question.questionId, other, { ...PERSON, isTrusted: false })).toMatchObject({ ok: false, error: { code: 'BLOCKED' } })
    expect(page.audit('answer-refused')).toHaveLength(1)
    expect(answer(request.requestId, 'q_none', other, PERSON)).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
    expect(answer(request.requestId, question.questionId, 'c_none', PERSON)).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
    expect(page.approvals.waiting()).toEqual([request])
    must(page.approvals.reject(request.requestId, PERSON))
    expect(answer(request.requestId, question.questionId, other, PERSON)).toMatchObject({ ok: false, error: { code: 'CANCELLED' } })
    expect(page.library.draft(draftId)?.answers[question.questionId]?.by).toBe('agent')
  })

  it('changed in the draft instead, the request is withdrawn as for any change', () => {
    const { page, draftId, question, request, other } = proposed()
    must(page.library.editDraft(draftId, { answers: { [question.questionId]: { choice: other, by: 'person' } } }))
    expect(page.approvals.request(request.requestId)).toMatchObject({ state: 'withdrawn' })
  })
})
