import { describe, expect, it } from 'vitest'
import { plain } from '../../../../src/bus/words.ts'
import { expectedChanges } from '../../../../src/teach/recording/changes.ts'
import { describeStep } from '../../../../src/teach/recording/describeStep.ts'
import { MAX_STEPS, normalise } from '../../../../src/teach/recording/normalise.ts'
import { replay } from '../../../../src/teach/recording/replay.ts'
import { recordsIn } from '../../../../src/teach/recording/slice.ts'
import type { Trace } from '../../../../src/teach/recording/types.ts'
import { deskBus, openDesk, taught, type Demonstration, type Desk } from '../../../support/sessions.ts'
import { ticket } from '../../../support/tickets.ts'

const DESK = [
  ticket(1, { status: 'open', priority: 'normal', assigneeId: 'a-2', tags: ['vip'] }),
  ticket(2, { status: 'open', priority: 'normal', assigneeId: 'a-3', tags: [] }),
  ticket(3, { status: 'new', priority: 'low', assigneeId: null, tags: ['bug', 'login'] }),
]
const desk = (): Desk => openDesk({ tickets: DESK })

/** Shown at a desk of three tickets, newest first: T-1003, T-1002, T-1001. */
const shown = (show: (at: Demonstration) => void): Trace => taught(desk(), show).trace

/** Steps as `s1 command value`, the value being what a write gives. */
const lines = (trace: Trace): readonly string[] =>
  trace.steps.map(({ stepId, command, input }) => {
    const { ticketId, ...values } = input
    const [value] = Object.values(values)
    return [stepId, command, ...(typeof ticketId === 'string' ? [ticketId] : []), ...(value === undefined ? [] : [[value].flat().join('+')])].join(' ')
  })

describe('normalise: lists', () => {
  it('case P08: a search refined three times is one list, the last', () => {
    const trace = shown((at) => {
      at.filter({ tag: 'vip' })
      at.filter({ tag: null, text: 'cannot' })
      at.filter({ priority: ['normal'] })
      at.open(0)
      at.setStatus('solved')
    })
    expect(lines(trace)).toHaveLength(3)
    expect(trace.steps[0]).toMatchObject({
      stepId: 's3',
      input: { text: 'cannot', priority: ['normal'] },
      evidence: { text: { how: 'typed' }, priority: { how: 'picked', from: 'vocabulary' } },
    })
  })

  it('a search typed letter by letter is one list with the whole text', () => {
    const trace = shown((at) => {
      at.search('cannot')
      at.open(0)
      at.setStatus('solved')
    })
    expect(trace.steps.map(({ stepId }) => stepId)).toEqual(['s6', 's7', 's8'])
    expect(trace.steps[0]?.input['text']).toBe('cannot')
    expect(Object.keys(trace.views)).toHaveLength(2)
  })

  it('a list that a choice went by stays, though another follows', () => {
    const trace = shown((at) => {
      at.filter({ status: ['open'] })
      at.open(0)
      at.setPriority('high')
      at.filter({ status: ['new'] })
      at.open(0)
      at.setPriority('high')
    })
    expect(lines(trace).filter((line) => line.includes('filter'))).toHaveLength(2)
  })

  it('a list on show while a ticket was named by its id led to nothing', () => {
    const trace = shown((at) => {
      at.filter({ status: ['open'] })
      at.goTo('T-1001')
      at.setPriority('high')
    })
    expect(lines(trace)).toEqual(['s2 select_ticket T-1001', 's3 set_ticket_priority T-1001 high'])
  })

  it('a recording of look-ups only keeps them, the refined list once', () => {
    const trace = shown((at) => {
      at.filter({ status: ['open'] })
      at.filter({ sort: 'oldest' })
      at.open(0)
      at.read()
    })
    expect(lines(trace)).toEqual(['s2 filter_tickets open', 's3 select_ticket T-1001', 's4 get_ticket T-1001'])
  })
})

describe('normalise: mistakes', () => {
  it('case P07: a corrected priority is one write', () => {
    const trace = shown((at) => {
      at.open(0)
      at.setPriority('normal')
      at.setStatus('open')
      at.setPriority('urgent')
    })
    expect(lines(trace)).toEqual(['s1 select_ticket T-1003', 's3 set_ticket_status T-1003 open', 's4 set_ticket_priority T-1003 urgent'])
    expect(trace.steps[2]?.changes).toEqual([{ entity: 'ticket', id: 'T-1003', field: 'priority', before: 'low', after: 'urgent' }])
  })

  it('a template chosen wrongly first is replaced by the right one', () => {
    const trace = shown((at) => {
      at.open(0)
      at.applyTemplate('refund')
      at.applyTemplate('login')
    })
    expect(lines(trace)).toEqual(['s1 select_ticket T-1003', 's3 apply_template T-1003 login'])
  })

  it('the wrong ticket opened first leaves', () => {
    const trace = shown((at) => {
      at.filter({ sort: 'oldest' })
      at.open(1)
      at.open(0)
      at.setPriority('high')
    })
    expect(lines(trace)).toEqual(['s1 filter_tickets new+open+pending+on_hold', 's3 select_ticket T-1001', 's4 set_ticket_priority T-1001 high'])
  })

  it('a ticket opened twice in a row, as by moving to its row and opening it, is opened once', () => {
    const trace = shown((at) => {
      at.open(1)
      at.open(1)
      at.setPriority('low')
      at.open(2)
      at.open(2)
      at.setPriority('urgent')
    })
    expect(trace.steps.map(({ stepId }) => stepId)).toEqual(['s2', 's3', 's5', 's6'])
  })

  it('a ticket opened to take over its assignee stays; opened for a value nobody took over it leaves', () => {
    const trace = shown((at) => {
      at.openId('T-1002')
      at.openId('T-1001')
      at.openId('T-1003')
      at.assign('a-2')
    })
    expect(lines(trace)).toEqual(['s2 select_ticket T-1001', 's3 select_ticket T-1003', 's4 set_ticket_assignee T-1003 a-2'])
  })

  it('assigning to oneself takes nothing over', () => {
    const trace = taught(openDesk({ tickets: [ticket(1, { status: 'open', assigneeId: 'a-1' }), ticket(2, { status: 'open', assigneeId: null })] }), (at) => {
      at.openId('T-1001')
      at.openId('T-1002')
      at.assignToMe()
    }).trace
    expect(trace.steps.map(({ stepId }) => stepId)).toEqual(['s2', 's3'])
  })

  it('a step undone in the middle leaves, and comes back with redo', () => {
    const undone = shown((at) => {
      at.open(0)
      at.setPriority('high')
      at.undo()
      at.setStatus('solved')
    })
    expect(lines(undone)).toEqual(['s1 select_ticket T-1003', 's4 set_ticket_status T-1003 solved'])
    const redone = shown((at) => {
      at.open(0)
      at.setPriority('high')
      at.undo()
      at.redo()
    })
    expect(lines(redone)).toEqual(['s1 select_ticket T-1003', 's2 set_ticket_priority T-1003 high'])
    const both = shown((at) => {
      at.open(0)
      at.setStatus('solved')
      at.setPriority('high')
      at.undo()
      at.redo()
      at.undo()
    })
    expect(lines(both)).toEqual(['s1 select_ticket T-1003', 's2 set_ticket_status T-1003 solved'])
  })

  it('everything undone is refused with the reason, but for what was looked at', () => {
    const one = desk()
    one.recorder.start()
    one.at.onRow(0).setPriority('high')
    one.at.undo()
    expect(one.recorder.stop()).toMatchObject({ ok: false, error: { code: 'BLOCKED', message: expect.stringContaining('taken back') } })
    expect(one.recorder.last?.steps).toHaveLength(2)
    expect(
      lines(
        shown((at) => {
          at.open(0)
          at.setPriority('high')
          at.setPriority('low')
        }),
      ),
    ).toEqual(['s1 select_ticket T-1003'])
  })

  it('a struck step leaves, also from the expected changes and from what later steps build on', () => {
    const one = desk()
    const { trace } = taught(one, (at) => {
      at.open(0)
      at.setPriority('urgent')
      at.addTags('wrong')
      at.addTags('right')
      at.applyTemplate('wait')
      one.recorder.strike('s2')
      one.recorder.strike('s3')
    })
    expect(lines(trace)).toEqual(['s1 select_ticket T-1003', 's4 add_ticket_tags T-1003 right', 's5 apply_template T-1003 wait'])
    expect(expectedChanges(trace)).toEqual([
      { entity: 'ticket', id: 'T-1003', field: 'tags', before: ['bug', 'login'], after: ['bug', 'login', 'right'] },
      { entity: 'ticket', id: 'T-1003', field: 'reply', before: '', after: 'Dear Dara, your low ticket T-1003 is in good hands.' },
    ])
  })

  it('a write whose opening was struck goes by an earlier opening, else counts as open before Teach', () => {
    const one = desk()
    const { trace } = taught(one, (at) => {
      at.openId('T-1001')
      at.openId('T-1002')
      at.openId('T-1001')
      at.setPriority('high')
      one.recorder.strike('s3')
    })
    expect(trace.steps.at(-1)?.evidence['ticketId']).toEqual({ how: 'focus', from: 'opened', step: 's1' })
    const other = desk()
    const alone = taught(other, (at) => {
      at.openId('T-1001')
      at.setPriority('high')
      other.recorder.strike('s1')
    }).trace
    expect(lines(alone)).toEqual(['s2 set_ticket_priority T-1001 high'])
    expect(alone.steps[0]?.evidence['ticketId']).toEqual({ how: 'focus', from: 'beforeTeach' })
  })

  it('a struck list is nobody’s: choices from it do not name a step that is gone', () => {
    const one = desk()
    const { trace } = taught(one, (at) => {
      at.filter({ status: ['open'] })
      at.open(0)
      at.setPriority('high')
      one.recorder.strike('s1')
    })
    expect(trace.views[trace.steps[0]?.view ?? '']).not.toHaveProperty('step')
  })
})

describe('normalise: sets', () => {
  it('tags added one by one are one step', () => {
    const trace = shown((at) => {
      at.open(0)
      at.addTags('refund')
      at.setPriority('high')
      at.addTags('billing')
    })
    expect(lines(trace)).toEqual(['s1 select_ticket T-1003', 's2 add_ticket_tags T-1003 refund+billing', 's3 set_ticket_priority T-1003 high'])
    expect(trace.steps[1]).toMatchObject({
      evidence: { tags: { how: 'toggled', added: ['refund', 'billing'] } },
      changes: [{ after: ['bug', 'login', 'refund', 'billing'] }],
    })
  })

  it('a tag added by mistake and removed again is neither added nor removed', () => {
    const trace = shown((at) => {
      at.open(0)
      at.addTags('vip')
      at.removeTags('vip', 'bug')
      at.addTags('refund')
    })
    expect(lines(trace)).toEqual(['s1 select_ticket T-1003', 's3 remove_ticket_tags T-1003 bug', 's4 add_ticket_tags T-1003 refund'])
  })

  it('adding never supersedes adding, but a whole list of tags replaces both', () => {
    const trace = shown((at) => {
      at.open(0)
      at.addTags('vip')
      at.setTags('bug')
      at.setTags('bug', 'triaged')
    })
    expect(lines(trace)).toEqual(['s1 select_ticket T-1003', 's4 set_ticket_tags T-1003 bug+triaged'])
    expect(trace.steps[1]?.evidence['tags']).toEqual({ how: 'toggled', added: ['triaged'], removed: ['login'] })
  })

  it('a tag removed and put back changes nothing, whatever order it comes in', () => {
    const trace = shown((at) => {
      at.open(0)
      at.removeTags('bug')
      at.addTags('bug')
      at.setStatus('open')
    })
    expect(lines(trace)).toEqual(['s1 select_ticket T-1003', 's4 set_ticket_status T-1003 open'])
  })
})

describe('normalise: values used in between', () => {
  it('a priority that a template was filled with stays, though corrected later', () => {
    const trace = shown((at) => {
      at.open(0)
      at.setPriority('urgent')
      at.applyTemplate('wait')
      at.setPriority('low')
    })
    expect(lines(trace)).toEqual([
      's1 select_ticket T-1003',
      's2 set_ticket_priority T-1003 urgent',
      's3 apply_template T-1003 wait',
      's4 set_ticket_priority T-1003 low',
    ])
  })

  it('a priority by which the next ticket was found stays', () => {
    const trace = shown((at) => {
      at.openId('T-1003')
      at.setPriority('urgent')
      at.filter({ priority: ['urgent'] })
      at.open(0)
      at.setPriority('high')
    })
    expect(lines(trace).filter((line) => line.includes('priority T-1003'))).toEqual(['s2 set_ticket_priority T-1003 urgent', 's5 set_ticket_priority T-1003 high'])
  })

  it('an assignee that was read and taken over stays', () => {
    const trace = shown((at) => {
      at.openId('T-1003')
      at.assign('a-4')
      at.openId('T-1003')
      at.openId('T-1002')
      at.assign('a-4')
      at.openId('T-1003')
      at.assign('a-1')
    })
    expect(lines(trace)).toContain('s2 set_ticket_assignee T-1003 a-4')
  })
})

describe('case P13: long recordings', () => {
  const long = (writes: number, refused = false) => {
    const one = openDesk()
    one.recorder.start()
    for (let row = 0; row * 3 < writes; row += 1) {
      one.at.open(row)
      one.at.setPriority(row % 2 === 0 ? 'high' : 'normal')
      one.at.addTags(`round-${row}`)
    }
    const stopped = one.recorder.stop()
    expect(stopped.ok).toBe(!refused)
    return { one, stopped }
  }

  it.each([18, 40, 60])('a recording of %d steps has a trace', (count) => {
    const { stopped } = long(count)
    expect(stopped.ok && stopped.value.trace.steps.length).toBeGreaterThan(count / 2)
    if (!stopped.ok) return
    const again = replay(stopped.value.trace, deskBus(recordsIn(stopped.value.trace.slice)))
    expect(again.ok && again.value).toEqual(expectedChanges(stopped.value.trace))
  })

  it('counts after normalising, warns near the limit and keeps what is too long to be exported', () => {
    const one = openDesk()
    one.recorder.start()
    one.at.search('letter '.repeat(12).trim())
    one.at.open(0)
    one.at.setStatus('solved')
    expect(one.recorder.live.warnings).toEqual([])
    const stopped = one.recorder.stop()
    expect(stopped.ok && stopped.value.recording.steps.length).toBeGreaterThan(MAX_STEPS)

    const two = openDesk()
    two.recorder.start()
    for (let row = 0; row < 21; row += 1) {
      two.at.open(row)
      two.at.addTags(`round-${row}`)
      two.at.setStatus('solved')
      if (row === 17) expect(two.recorder.live.warnings).toEqual(['This recording has 54 of at most 60 steps.'])
    }
    expect(two.recorder.live.warnings).toEqual([expect.stringContaining('Strike some out')])
    expect(two.recorder.stop()).toMatchObject({ ok: false, error: { code: 'LIMIT' } })
    expect(two.recorder.last?.steps).toHaveLength(63)
  })
})

it('normalise leaves the recording as it was, and describes steps as they were shown', () => {
  const one = desk()
  const { recording, trace } = taught(one, (at) => {
    at.open(0)
    at.setPriority('high')
    at.setPriority('urgent')
  })
  expect(recording.steps).toHaveLength(3)
  expect(normalise(recording, one.bus.index)).toEqual({ ok: true, value: trace })
  expect(trace.steps.map((step) => plain(describeStep(step, one.bus.index, () => undefined)))).toEqual([
    'Open the first in the list (T-1003)',
    'Set priority of T-1003 to urgent',
  ])
})
