import { describe, expect, it } from 'vitest'
import { canonical } from '../../../../src/bus/json.ts'
import { aligns } from '../../../../src/teach/generalize/aligns.ts'
import { generalize } from '../../../../src/teach/generalize/generalize.ts'
import { alarms, answer, argOf, commandsOf, did, kindsOf, learn, learnFrom, paramsOf, runOn, seededDesk, shown, shownAll } from './learning.ts'
import { ME } from '../../../support/sessions.ts'

const { index } = seededDesk().bus

describe('several demonstrations', () => {
  it('case P05: two that agree on the priority: a constant, marked shown twice, and nothing to give', () => {
    const learned = learnFrom(
      shownAll(
        (at) => {
          at.openId('T-1025')
          at.setPriority('urgent')
        },
        (at) => {
          at.openId('T-1030')
          at.setPriority('urgent')
        },
      ),
    )
    expect(paramsOf(learned)).toEqual({ target_ticket: true })
    expect(kindsOf(learned)).toEqual(['caller-says', 'shown-twice'])
    expect(argOf(learned, 'set_ticket_priority', 'priority')).toEqual({ op: 'const', value: 'urgent' })
    expect(alarms(learned)).toEqual([])
    expect(learned.failed).toEqual([])
  })

  it('values that differ are asked for; references that agree are fixed', () => {
    const learned = learnFrom(
      shownAll(
        (at) => {
          at.openId('T-1025')
          at.setStatus('pending')
          at.assign('yuki')
        },
        (at) => {
          at.openId('T-1030')
          at.setStatus('solved')
          at.assign('yuki')
        },
      ),
    )
    expect(paramsOf(learned)).toEqual({ target_ticket: true, new_status: true })
    expect(learned.failed).toEqual([])
    expect(did(runOn(seededDesk(), learned.procedure, { target_ticket: 'T-1034', new_status: 'open' }))).toEqual({
      'T-1034.assigneeId': 'yuki',
      'T-1034.status': 'open',
    })
  })

  it('writes in another order are the same writes', () => {
    const learned = learnFrom(
      shownAll(
        (at) => {
          at.openId('T-1025')
          at.setStatus('pending')
          at.setPriority('low')
          at.addTags('x')
        },
        (at) => {
          at.openId('T-1030')
          at.addTags('x')
          at.setPriority('low')
          at.setStatus('pending')
        },
      ),
    )
    expect([...commandsOf(learned)].sort()).toEqual(['add_ticket_tags', 'select_ticket', 'set_ticket_priority', 'set_ticket_status'])
    expect(alarms(learned)).toEqual([])
    expect(learned.failed).toEqual([])
  })

  it('case P06: of another length, one from a list and one of a ticket that was open already', () => {
    const [first] = shownAll((at) => {
      at.openId('T-1025')
      at.setPriority('low')
    })
    const second = shown(
      (at) => at.setPriority('low'),
      (at) => at.openId('T-1030'),
    )
    const traces = [...(first ? [first] : []), { ...second, recordingId: 'second' }]
    const learned = learnFrom(traces)
    expect(commandsOf(learned)).toEqual(['set_ticket_priority'])
    expect(paramsOf(learned)).toEqual({ target_ticket: true })
    expect(learned.failed).toEqual([])
  })

  it('case P06: those that show different tasks are refused in words, and each stays usable', () => {
    const traces = shownAll(
      (at) => {
        at.openId('T-1025')
        at.setPriority('low')
      },
      (at) => {
        at.openId('T-1030')
        at.setStatus('solved')
      },
    )
    expect(generalize(traces, index, {}, [])).toMatchObject({ ok: false, error: { code: 'BLOCKED' } })
    for (const trace of traces) expect(learn(trace).failed).toEqual([])
    const [one, two] = traces
    if (one && two) expect(aligns(two, [one], index)).toBe(0)
  })

  it('a new demonstration of the same task is known for one', () => {
    const show = (id: string, status: string) => (at: Parameters<Parameters<typeof shown>[0]>[0]) => {
      at.openId(id)
      at.setPriority('low')
      at.setStatus(status)
    }
    const [one, two] = shownAll(show('T-1025', 'pending'), show('T-1030', 'solved'))
    if (one && two) expect(aligns(two, [one], index)).toBe(1)
  })

  it('a short task with a step more is still the same task; with other writes it is not', () => {
    const show = (id: string, ...more: readonly ('tag' | 'priority' | 'status')[]) => (at: Parameters<Parameters<typeof shown>[0]>[0]) => {
      at.openId(id)
      if (more.includes('status')) at.setStatus('pending')
      if (more.includes('priority')) at.setPriority('low')
      if (more.includes('tag')) at.addTags('escalated')
    }
    const [plain, longer, other] = shownAll(show('T-1035', 'status'), show('T-1036', 'status', 'tag'), show('T-1037', 'priority', 'tag'))
    if (!plain || !longer || !other) throw new Error('Nothing was shown.')
    expect(aligns(longer, [plain], index)).toBeGreaterThan(0)
    expect(aligns(plain, [longer], index)).toBeGreaterThan(0)
    expect(aligns(other, [plain], index)).toBe(0)
    expect(aligns(other, [longer], index)).toBe(0)
  })

  it('the first of a sorted list both times is taken; one of them elsewhere is not', () => {
    const first = (at: Parameters<Parameters<typeof shown>[0]>[0]): void => {
      at.filter({ status: ['new'], sort: 'oldest' })
      at.open(0)
      at.setPriority('urgent')
    }
    const learned = learnFrom(shownAll(first, first))
    expect(argOf(learned, 'select_ticket', 'ticketId')).toMatchObject({ op: 'pick', choose: { by: 'first' } })
    expect(learned.failed).toEqual([])
    const doubtful = learnFrom(
      shownAll(first, (at) => {
        at.filter({ status: ['new'], sort: 'oldest' })
        at.open(1)
        at.setPriority('urgent')
      }),
    )
    expect(paramsOf(doubtful)).toEqual({ target_ticket: true })
    expect(doubtful.failed).toEqual([])
  })

  it('a reference copied each time from the ticket looked at before', () => {
    const copy = (from: string, to: string, who: string) => (at: Parameters<Parameters<typeof shown>[0]>[0]) => {
      at.openId(from)
      at.openId(to)
      at.assign(who)
    }
    const learned = learnFrom(shownAll(copy('T-1028', 'T-1034', 'tomasz'), copy('T-1015', 'T-1035', 'lena')))
    expect(paramsOf(learned)).toEqual({ source_ticket: true, target_ticket: true })
    expect(learned.failed).toEqual([])
  })

  it('the order in which demonstrations come makes no difference', () => {
    const traces = shownAll(
      (at) => {
        at.openId('T-1025')
        at.setStatus('pending')
      },
      (at) => {
        at.openId('T-1030')
        at.setStatus('solved')
        at.addTags('x')
      },
      (at) => {
        at.openId('T-1034')
        at.setStatus('pending')
      },
    )
    const result = (order: readonly number[]) => canonical(generalize(order.flatMap((place) => traces[place] ?? []), index, {}, []))
    expect(result([2, 0, 1])).toBe(result([0, 1, 2]))
    expect(result([1, 2, 0])).toBe(result([0, 1, 2]))
  })

  it('whoever runs it, or this person: asked from the second demonstration on', () => {
    const mine = (id: string) => (at: Parameters<Parameters<typeof shown>[0]>[0]) => {
      at.openId(id)
      at.assignToMe()
    }
    const traces = shownAll(mine('T-1025'), mine('T-1030'))
    const open = learnFrom(traces)
    expect(argOf(open, 'set_ticket_assignee', 'assigneeId')).toEqual({ op: 'me' })
    const said = learnFrom(traces, answer(open, 'me', ({ choiceId }) => choiceId === 'person'))
    expect(argOf(said, 'set_ticket_assignee', 'assigneeId')).toEqual({ op: 'const', value: 'a-1' })
  })

  it('is asked as well where one took themselves and chose their own name the other time', () => {
    const traces = shownAll(
      (at) => {
        at.openId('T-1025')
        at.assignToMe()
      },
      (at) => {
        at.openId('T-1030')
        at.assign(ME)
      },
    )
    const open = learnFrom(traces)
    expect(argOf(open, 'set_ticket_assignee', 'assigneeId')).toEqual({ op: 'const', value: ME })
    const said = learnFrom(traces, answer(open, 'me', ({ choiceId }) => choiceId === 'me'))
    expect(argOf(said, 'set_ticket_assignee', 'assigneeId')).toEqual({ op: 'me' })
    expect(said.failed).toEqual([])
  })
})

describe('questions about a choice', () => {
  const traces = shownAll((at) => {
    at.filter({ status: ['open'], priority: ['urgent'] })
    at.open(0)
    at.setPriority('high')
  })

  it('offer rows of a list as it might be tomorrow; the answer binds, and none of these leaves it to the caller', () => {
    const open = learnFrom(traces)
    const [question] = open.questions
    expect(question?.shown?.perturbed).toBe(true)
    const rows = question?.shown?.rows.map((row) => row['ticketId']) ?? []
    for (const { value } of question?.choices ?? []) if (value !== null) expect(rows).toContain(value)
    const first = learnFrom(traces, answer(open, 'pick', ({ value }) => value === rows[0]))
    expect(argOf(first, 'select_ticket', 'ticketId')).toMatchObject({ op: 'pick', choose: { by: 'first' } })
    expect(first.failed).toEqual([])
    expect(first.questions[0]?.answered?.by).toBe('person')
    const none = learnFrom(traces, answer(open, 'pick', () => false))
    expect(none.procedure).toEqual(open.procedure)
  })
})
