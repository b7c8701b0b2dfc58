import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../src/bus/json.ts'
import { plain } from '../../../../src/bus/words.ts'
import { callsOf } from '../../../../src/teach/procedure/walk.ts'
import type { Answers, Question } from '../../../../src/teach/generalize/types.ts'
import type { Trace } from '../../../../src/teach/recording/types.ts'
import type { Demonstration } from '../../../support/sessions.ts'
import { answer, did, kindsOf, learn, learnFrom, paramsOf, runOn, seededDesk, shown, shownAll, shownOn, type Learned } from './learning.ts'

const records = seededDesk().bus.session.records.list('ticket')
const ids = (holds: (record: JsonObject) => boolean): readonly string[] => records.filter(holds).map((one) => String(one['ticketId']))
const fieldOf = (id: string, field: string): unknown => records.find((one) => one['ticketId'] === id)?.[field]

const open = ({ questions }: Learned): readonly Question[] => questions.filter(({ answered }) => answered === undefined)
const picks = ({ procedure }: Learned): readonly string[] =>
  callsOf(procedure).flatMap(({ args }) => Object.values(args).flatMap((expr) => (expr.op === 'pick' ? [expr.choose.by] : [])))
const pickOf = (choose: string) => ({ procedure }: Learned): boolean => JSON.stringify(procedure).includes(choose)

/** Two demonstrations, of which only the first parks its ticket. */
const parkedAndSeen = (parked: string, seen: string): readonly Trace[] =>
  shownAll(
    (at) => {
      at.goTo(parked)
      at.addTags('seen')
      at.setStatus('pending')
    },
    (at) => {
      at.goTo(seen)
      at.addTags('seen')
    },
  )

describe('a step that one of several demonstrations has', () => {
  const [urgent = ''] = ids((one) => one['priority'] === 'urgent' && one['status'] === 'open')
  const [calm = ''] = ids((one) => one['priority'] !== 'urgent' && one['status'] === 'open')
  const traces = parkedAndSeen(urgent, calm)
  const ruled = (): { readonly answers: Answers; readonly learned: Learned } => {
    const answers = answer(learnFrom(traces), 'guard', ({ choiceId }) => choiceId === 'priority = "urgent"')
    return { answers, learned: learnFrom(traces, answers) }
  }

  it('asks for nothing but the rule as long as nothing tells when it is done', () => {
    expect(learnFrom(traces).questions.map(({ kind }) => kind)).toEqual(['guard'])
  })

  it('then asks whether its value is always that one, which is so until somebody says otherwise', () => {
    const { answers, learned } = ruled()
    expect(open(learned).map(({ kind, safe, leaf }) => [kind, safe, leaf])).toEqual([['value', 'constant', 'status']])
    expect(paramsOf(learned)).toEqual({ target_ticket: true })
    const [question] = open(learned)
    expect(question?.shown?.rows.map((row) => row['ticketId'])).toEqual([urgent])
    const said = learnFrom(traces, { ...answers, ...answer(learned, 'value', ({ choiceId }) => choiceId === 'caller') })
    expect(paramsOf(said)).toEqual({ new_status: true, target_ticket: true })
    expect(said.failed).toEqual([])
    const [other = ''] = ids((one) => one['priority'] === 'urgent' && one['ticketId'] !== urgent && one['status'] !== 'solved')
    expect(did(runOn(seededDesk(), said.procedure, { target_ticket: other, new_status: 'solved' }))).toMatchObject({ [`${other}.status`]: 'solved' })
  })

  it('a value in it that an earlier look happens to show is no copy', () => {
    const owner = fieldOf('T-1028', 'assigneeId')
    const [free = ''] = ids((one) => one['priority'] === 'urgent' && one['assigneeId'] === null)
    const learned = learnFrom(
      shownAll(
        (at) => {
          at.openId('T-1028')
          at.goTo(free)
          at.addTags('seen')
          at.assign(String(owner))
        },
        (at) => {
          at.openId('T-1034')
          at.goTo(calm)
          at.addTags('seen')
        },
      ),
    )
    expect(kindsOf(learned)).not.toContain('copied')
    expect(Object.keys(paramsOf(learned))).not.toContain('source_ticket')
  })
})

describe('a wrong record opened first, in one demonstration only', () => {
  it('does not stand for the right one', () => {
    const task = (at: Demonstration, wrong: boolean): void => {
      at.filter({ status: ['pending'], sort: 'oldest' })
      if (wrong) at.open(1)
      at.open(0)
      at.assign('lena')
      at.addTags('seen')
    }
    const [first = ''] = shownAll((at) => task(at, false)).flatMap(({ steps }) => steps.map(({ input }) => String(input['ticketId'] ?? ''))).filter(Boolean)
    // Somebody whose name stands in the wrong one, so that it is kept as a possible source.
    const [, wrong = ''] = ids((one) => one['status'] === 'pending').filter((id) => id !== first)
    const learned = learnFrom(shownOn([{ [wrong]: { assigneeId: 'lena' } }, (at) => task(at, true)], [{}, (at) => task(at, false)]))
    expect(picks(learned)).toContain('first')
    expect(paramsOf(learned)).toEqual({})
  })
})

describe('copies nobody can be sure of', () => {
  const changes = { 'T-1028': { assigneeId: 'lena', priority: 'high' }, 'T-1021': { assigneeId: 'lena', priority: 'low' }, 'T-1034': { assigneeId: null, priority: 'low' } }

  it('two records that show the value: each may be where it comes from', () => {
    const [trace] = shownOn([
      changes,
      (at) => {
        at.goTo('T-1028')
        at.goTo('T-1021')
        at.goTo('T-1034')
        at.assign('lena')
      },
    ])
    const learned = learn(trace as Trace)
    const [question] = learned.questions
    expect(question?.kind).toBe('value')
    const copies = (question?.choices ?? []).filter(({ choiceId }) => choiceId.startsWith('copy'))
    expect(copies).toHaveLength(2)
    const [one, other] = copies.map(({ value }) => value)
    expect(new Set([one, other, 'lena']).size).toBe(3)
    expect(question?.shown?.rows.map((row) => row['assigneeId']).sort()).toEqual([one, other].map(String).sort())
    const said = learnFrom([trace as Trace], answer(learned, 'value', ({ value }) => value === copies.at(-1)?.value))
    expect(Object.keys(paramsOf(said)).sort()).toEqual(['source_ticket', 'target_ticket'])
  })

  it('one record that shows two of the values given: both are asked about', () => {
    const [trace] = shownOn([
      changes,
      (at) => {
        at.goTo('T-1028')
        at.goTo('T-1034')
        at.assign('lena')
        at.setPriority('high')
      },
    ])
    const learned = learn(trace as Trace)
    expect(kindsOf(learned)).not.toContain('copied')
    expect(learned.questions.map(({ kind, leaf }) => [kind, leaf]).sort()).toEqual([
      ['value', 'assigneeId'],
      ['value', 'priority'],
    ])
  })
})

describe('a copy from the first of a list', () => {
  it('is asked about by a value with which that record is still the first', () => {
    const [trace] = shownOn([
      {},
      (at) => {
        at.filter({ status: ['open'], sort: 'priority' })
        at.open(0)
        const shown = String(fieldOf(at.ticketId, 'priority'))
        at.goTo(ids((one) => one['status'] === 'pending' && one['priority'] !== shown)[0] ?? '')
        at.setPriority(shown)
      },
    ])
    const source = trace?.steps.find(({ command }) => command === 'select_ticket')?.input['ticketId']
    const [question] = learn(trace as Trace).questions.filter(({ leaf }) => leaf === 'priority')
    const asked = question?.shown?.records['ticket'] ?? []
    const rank = (one: JsonObject): number => ['urgent', 'high', 'normal', 'low'].indexOf(String(one['priority']))
    const best = Math.min(...asked.filter((one) => one['status'] === 'open').map(rank))
    // Nothing is asked, or the record that was first still has the highest priority of the list.
    for (const row of question?.shown?.rows ?? []) if (row['ticketId'] === source) expect(rank(row)).toBe(best)
    expect(question === undefined || question.choices.some(({ choiceId }) => choiceId.startsWith('copy'))).toBe(true)
  })
})

describe('rows nobody passed over', () => {
  const trace = shown((at) => {
    at.filter({ status: ['open', 'new', 'pending'], sort: 'priority' })
    at.onRow(0).addTags('hot')
    at.onRow(1).addTags('hot')
  })

  it('not all of them either: the next question offers what those worked on have in common', () => {
    const first = learn(trace)
    const none = answer(first, 'rest', () => false)
    const asked = learnFrom([trace], none)
    const [rule] = asked.questions.filter(({ kind }) => kind === 'rest')
    expect(rule?.answered).toBeUndefined()
    expect(rule?.choices.map(({ words }) => plain(words))).toContain('Yes, if its priority is urgent')
    const said = learnFrom([trace], { ...none, ...answer(asked, 'rest', ({ words }) => plain(words) === 'Yes, if its priority is urgent') })
    expect(said.failed).toEqual([])
    const outcome = runOn(seededDesk(), said.procedure)
    expect(outcome.ok).toBe(true)
    expect([...(outcome.loop?.done ?? [])].sort()).toEqual(ids((one) => one['priority'] === 'urgent' && ['open', 'new', 'pending'].includes(String(one['status']))).slice().sort())
  })

  it('the list shown with the first question holds a row unlike those worked on in every field', () => {
    const [question] = learn(trace).questions
    const worked = trace.steps.flatMap(({ input }) => (typeof input['ticketId'] === 'string' ? [input['ticketId']] : []))
    const unlike = (question?.shown?.rows ?? []).filter((row) => worked.every((id) => row['priority'] !== fieldOf(id, 'priority') && row['assigneeId'] !== fieldOf(id, 'assigneeId')))
    expect(unlike.length).toBeGreaterThan(0)
  })
})

describe('records taken from one list', () => {
  it('an end of it is one rule: a second record at the other end is for the caller to say', () => {
    const learned = learnFrom(
      shownOn([
        Object.fromEntries(ids((one) => one['status'] === 'on_hold').slice(2).map((id) => [id, { status: 'open' }])),
        (at) => {
          at.filter({ status: ['on_hold'], sort: 'oldest' })
          at.open(0)
          const owner = fieldOf(at.ticketId, 'assigneeId')
          at.open(1)
          at.assign(owner === null ? 'lena' : String(owner))
        },
      ]),
    )
    expect(picks(learned)).not.toContain('last')
  })

  it('a description counts when it leads to the right row of a second list, too', () => {
    const changes = (id: string): Readonly<Record<string, JsonObject>> => ({
      ...Object.fromEntries(ids((one) => one['status'] === 'open').map((one, turn) => [one, { tags: turn % 2 === 0 ? ['login', 'shipping'] : ['login'] }])),
      [id]: { tags: ['login', 'vip'] },
    })
    const [one = '', two = '', three = ''] = ids((record) => record['status'] === 'open').slice(2)
    const task = (id: string): readonly [Readonly<Record<string, JsonObject>>, (at: Demonstration) => void] => [
      changes(id),
      (at) => {
        at.filter({ status: ['open'] })
        at.openId(id)
        at.setPriority(fieldOf(id, 'priority') === 'high' ? 'urgent' : 'high')
      },
    ]
    const traces = shownOn(task(one), task(two), task(three))
    let learned = learnFrom(traces)
    let answers: Answers = {}
    const asked: string[] = []
    for (let round = 0; round < 4; round += 1) {
      const [question] = open(learned).filter(({ kind }) => kind === 'pick')
      if (!question) break
      asked.push(question.questionId)
      // Tags tell: of the rows offered the one that has the tag.
      const tagged = question.shown?.rows.filter((row) => (row['tags'] as readonly string[]).includes('vip')).map((row) => row['ticketId'])
      const choice = question.choices.find(({ value }) => value !== null && tagged?.includes(value as string))
      answers = { ...answers, [question.questionId]: { choice: choice?.choiceId ?? 'none', by: 'person' } }
      if (asked.length === 1 && choice) expect(pickOf('"where"')(learnFrom(traces, answers))).toBe(false)
      learned = learnFrom(traces, answers)
    }
    expect(asked.length).toBeGreaterThan(1)
    expect(pickOf('"where"')(learned)).toBe(true)
    expect(paramsOf(learned)['target_ticket']).toBeUndefined()
  })
})

describe('no list on show', () => {
  it('a step done only sometimes is still asked about, on the records that were seen', () => {
    const [urgent = ''] = ids((one) => one['priority'] === 'urgent' && one['status'] === 'open')
    const [calm = ''] = ids((one) => one['priority'] === 'normal' && one['status'] === 'open')
    const traces = parkedAndSeen(urgent, calm).map((trace, place) => ({ ...trace, slice: { ...trace.slice, ticket: { [place === 0 ? urgent : calm]: trace.slice['ticket']?.[place === 0 ? urgent : calm] ?? {} } } }))
    const learned = learnFrom(traces)
    expect(learned.questions.map(({ kind }) => kind)).toEqual(['guard'])
    expect(learned.questions[0]?.shown?.rows).toHaveLength(2)
    const [question] = learned.questions
    const said = learnFrom(traces, { [question?.questionId ?? '']: { choice: question?.choices[0]?.choiceId ?? '', by: 'person' } })
    expect(kindsOf(said)).not.toContain('judgement')
  })
})
