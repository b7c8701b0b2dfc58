import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/bus/json.ts'
import type { Words } from '../../../src/bus/words.ts'
import type { Finding, Question } from '../../../src/teach/generalize/types.ts'
import { sampleRecords } from '../../../src/triage/seed/sampleRecords.ts'
import { draftAnswer } from '../../../src/webmcp/fixedTools/draftAnswer.ts'
import type { DraftView } from '../../../src/webmcp/library/types.ts'
import type { Demonstration } from '../../support/sessions.ts'
import { must, openPage, urgentVip, type Page } from './page.ts'

const DRAFT = 'understudy_draft_tool'
const RECORDS = { ticket: sampleRecords(Date.UTC(2026, 10, 30, 8)).ticket }
const NEXT = 'Do this.'

const list = (result: JsonObject, key: 'findings' | 'questions'): readonly JsonObject[] => result[key] as readonly JsonObject[]

async function taughtPage(show: (at: Demonstration) => void): Promise<Page> {
  const page = openPage({ records: RECORDS })
  await page.fixed.register(page.provider)
  page.teach(show)
  return page
}

const drafts = (page: Page) => (more: JsonObject = {}) =>
  page.host.call(DRAFT, { recordingIds: page.library.recordings().map((one) => one.recordingId), name: 'escalate', description: 'Escalates.', ...more })

/** Four lines of questions that are asked in passing. */
const fourLines = (at: Demonstration): void => {
  at.filter({ status: ['open'], priority: ['normal'], sort: 'oldest' })
  at.open(0)
  at.setPriority('urgent')
  at.setStatus('pending')
  at.addTags('vip')
  at.assign('a-2')
}

/** Rows of a list, each with a parameter of its own and a text of its own to say so. */
const manyRows = (at: Demonstration): void => {
  at.filter({ status: ['open'], sort: 'oldest' })
  for (const place of [3, 1, 4, 6, 2]) {
    at.open(place)
    at.addTags(`tag-${place}`)
  }
}

const view = ((): DraftView => {
  const page = openPage()
  return must(page.library.draftView(page.teach(urgentVip)))
})()

const finding = (place: number, level: Finding['level'], words: Words): Finding => ({ findingId: `f_${place}`, level, kind: 'verify', words })

const question = (place: number, more: Partial<Question> = {}): Question => ({
  questionId: `q_${place}`,
  kind: 'pick',
  step: 's2',
  words: [`${place} ${'why '.repeat(30)}`],
  choices: ['a', 'b', 'c', 'd'].map((choiceId) => ({ choiceId, words: ['which '.repeat(14)], value: null })),
  ...more,
})

const answered = (questions: readonly Question[], findings: readonly Finding[] = []): JsonObject => draftAnswer({ ...view, questions, findings }, NEXT)

describe('what an agent is told of a draft', () => {
  it('all of it where all fits, and then nothing is said to be left out', () => {
    const result = answered([question(1)], [finding(1, 'note', ['So it is'])])
    expect(list(result, 'questions')[0]?.choices).toHaveLength(4)
    expect(result).not.toHaveProperty('truncated')
    expect(result.next).toBe(NEXT)
  })

  it('four lines of questions in few words before any other part goes: what they are about, how they are answered, what holds', async () => {
    const draft = drafts(await taughtPage(fourLines))
    const result = await draft()
    expect(list(result, 'questions')).toEqual(
      ['Set status: the same status', 'Set priority: the same priority', 'Filter tickets: the same status', 'Filter tickets: the same priority'].map((about) => ({
        questionId: expect.any(String) as string,
        text: `${about} every time?`,
        choices: [{ choiceId: 'constant' }, { choiceId: 'caller' }],
        safe: 'constant',
      })),
    )
    expect(list(result, 'findings')).toHaveLength(3)
    expect(result.tool).toHaveProperty('description')
    expect(result).not.toHaveProperty('truncated')
  })

  it('what holds by its value too, where that fits', () => {
    const lines = Array.from({ length: 4 }, (_, place) =>
      question(place, {
        minor: true,
        words: ['The same every time?'],
        choices: [
          { choiceId: 'constant', words: ['high, always'], value: 'high' },
          { choiceId: 'caller', words: ['The caller says it '.repeat(6)], value: null },
        ],
        safe: 'constant',
      }),
    )
    for (const one of list(answered(lines), 'questions')) expect(one.choices).toEqual([{ choiceId: 'constant', text: 'high, always' }, { choiceId: 'caller' }])
  })

  it('notes are left out before questions, and their number is said as theirs', async () => {
    const result = await drafts(await taughtPage(fourLines))({ description: 'Escalates a ticket. '.repeat(12) })
    expect(list(result, 'questions')).toHaveLength(4)
    expect(result).toMatchObject({ findings: [], truncated: { shown: 0, total: 3, of: 'findings' } })
    expect(result.next).toContain('Left out for length: 3 of 3 findings (mere notes, which the user sees).')
  })

  it('questions that do not fit are counted, and those that are open are told before those that were answered', () => {
    const four = [question(1, { answered: { choice: 'a', by: 'agent' } }), question(2), question(3), question(4)]
    const result = answered(four, [finding(1, 'block', ['No'])])
    expect(list(result, 'questions').map(({ questionId }) => questionId)).toEqual(['q_2'])
    expect(list(result, 'findings')).toHaveLength(1)
    expect(result.truncated).toEqual({ shown: 1, total: 4, of: 'questions' })
    expect(result.next).toBe(`${NEXT} Left out for length: 3 of 4 questions (answer those told and draft again with all answers so far: then come the others).`)
  })

  it('those that were answered give way to the input of the tool, those that are open do not', () => {
    const long = { ...view, compiled: { ...view.compiled, inputSchema: { type: 'object', properties: { target_ticket: { type: 'string', description: 'x'.repeat(500) } } } } } as DraftView
    const two = (answer: Partial<Question>): JsonObject => draftAnswer({ ...long, findings: [], questions: [question(1), question(2, answer)].map((one) => ({ ...one, words: ['why '.repeat(20)], choices: one.choices.slice(0, 3) })) }, NEXT)
    const settled = two({ answered: { choice: 'a', by: 'agent' } })
    expect(settled.tool).toHaveProperty('inputSchema')
    expect(settled).toMatchObject({ questions: [{ questionId: 'q_1' }], truncated: { shown: 1, total: 2, of: 'questions' }, next: `${NEXT} Left out for length: 1 of 2 questions (answered already).` })
    const open = two({})
    expect(open.tool).toEqual({ name: view.compiled.name })
    expect(list(open, 'questions')).toHaveLength(2)
  })

  it('whatever there is, it fits and says exactly what is left out', () => {
    const ugc = Array.from({ length: 12 }, (_, place) => ({ kind: 'ugc' as const, text: `${place}`.repeat(120) }))
    const seen = new Set<string>()
    for (let asked = 0; asked <= 4; asked += 1) {
      for (let found = 0; found <= 12; found += 1) {
        for (const words of [['Short'], ['long '.repeat(40)], ugc] satisfies Words[]) {
          const questions = Array.from({ length: asked }, (_, place) => question(place))
          const findings = Array.from({ length: found }, (_, place) => finding(place, place % 2 === 0 ? 'block' : 'note', words))
          const result = answered(questions, findings.toSorted((a, b) => (a.level < b.level ? -1 : 1)))
          expect(JSON.stringify(result).length).toBeLessThanOrEqual(1500)
          const cuts = [
            { of: 'questions', shown: list(result, 'questions').length, total: asked },
            { of: 'findings', shown: list(result, 'findings').length, total: found },
          ].filter(({ shown, total }) => shown < total)
          const sum = (of: 'shown' | 'total'): number => cuts.reduce((all, cut) => all + cut[of], 0)
          expect(result.truncated).toEqual(cuts.length === 0 ? undefined : { shown: sum('shown'), total: sum('total'), of: cuts.map(({ of }) => of).join(' and ') })
          for (const { of, shown, total } of cuts) expect(result.next).toContain(`${total - shown} of ${total} ${of}`)
          seen.add(cuts.map(({ of }) => of).join(' '))
        }
      }
    }
    expect(seen).toEqual(new Set(['', 'findings', 'questions', 'questions findings']))
  })
})

describe('a question that only an answer brings up', () => {
  const openList = (at: Demonstration): void => {
    at.filter({ status: ['open'], priority: ['urgent'] })
    at.open(0)
    at.setPriority('high')
    at.setStatus('pending')
  }

  it('can be answered by whoever was told of it, and what it makes a parameter can be named', async () => {
    const page = await taughtPage(openList)
    const draft = drafts(page)
    const [first] = list(await draft(), 'questions')
    const answers: Record<string, string> = { [String(first?.questionId)]: String((first?.choices as JsonObject[])[0]?.choiceId) }
    const told = list(await draft({ answers }), 'questions')
    expect(told).toHaveLength(5)
    for (const { questionId } of told.slice(1)) answers[String(questionId)] = 'caller'
    const result = await draft({ answers })
    expect(result).toMatchObject({ ok: true })
    const { draft: kept, generalized } = must(page.library.draftView(String(result.draftId)))
    expect(Object.keys(kept.answers).sort()).toEqual(Object.keys(answers).sort())
    const { key = '' } = generalized.procedure.params.find(({ name }) => name === 'new_status') ?? {}
    expect(JSON.stringify((await draft({ answers, parameters: { [key]: { name: 'then' } } })).tool)).toContain('"then"')
  })

  it('is none of another recording', async () => {
    const page = await taughtPage(openList)
    const [first] = list(await drafts(page)(), 'questions')
    const answers = { [String(first?.questionId)]: String((first?.choices as JsonObject[])[0]?.choiceId) }
    await drafts(page)({ answers })
    page.teach(urgentVip)
    const last = page.library.recordings().find(({ recordingId }) => page.library.drafts().every((one) => one.name !== 'escalate' || !one.recordingIds.includes(recordingId)))
    expect(await drafts(page)({ recordingIds: [last?.recordingId ?? ''], answers })).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
  })
})

describe('what an agent is told of a recording', () => {
  it.each([
    ['names the questions it leaves open, in short', fourLines, 4, true],
    ['says how many there are where they do not fit beside the steps', manyRows, 4, false],
  ])('%s', async (_, show, open, named) => {
    const page = await taughtPage(show)
    const result = await page.host.call('understudy_list_recordings', { recordingId: page.library.recordings()[0]?.recordingId ?? '' })
    expect(JSON.stringify(result).length).toBeLessThanOrEqual(1500)
    expect(page.library.drafts().map(({ draftId }) => must(page.library.draftView(draftId)).questions.length)).toEqual([open])
    if (named) expect(result['questions']).toHaveLength(open)
    else expect(result).not.toHaveProperty('questions')
    expect(String(result.next).includes(`It leaves ${open} questions open: the draft tells.`)).toBe(!named)
  })
})
