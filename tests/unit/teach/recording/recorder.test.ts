import { describe, expect, it } from 'vitest'
import { plain } from '../../../../src/bus/words.ts'
import type { LiveRecording } from '../../../../src/teach/recording/types.ts'
import { openDesk, taught } from '../../../support/sessions.ts'

describe('createRecorder', () => {
  it('case T01: Teach, nothing done, Stop is refused with the reason and leaves nothing', () => {
    const { recorder } = openDesk()
    recorder.start()
    const stopped = recorder.stop()
    expect(stopped).toMatchObject({ ok: false, error: { code: 'BLOCKED', message: expect.stringContaining('Nothing was done') } })
    expect(recorder.phase).toBe('idle')
    expect(recorder.last).toBeNull()
  })

  it('records what was dispatched, with evidence, changes and what was read', () => {
    const desk = openDesk()
    const { trace } = taught(desk, (at) => {
      at.filter({ status: ['open'], sort: 'oldest' })
      at.open(0)
      at.setPriority('low')
      at.assignToMe()
    })
    expect(trace.steps.map(({ stepId, command }) => [stepId, command])).toEqual([
      ['s1', 'filter_tickets'],
      ['s2', 'select_ticket'],
      ['s3', 'set_ticket_priority'],
      ['s4', 'set_ticket_assignee'],
    ])
    const [filter, open, priority, assign] = trace.steps
    expect(filter?.evidence).toEqual({ status: { how: 'picked', from: 'vocabulary' }, sort: { how: 'picked', from: 'vocabulary' } })
    expect(open?.evidence).toEqual({ ticketId: { how: 'picked', from: 'list', ordinal: 0 } })
    expect(trace.views[open?.view ?? '']?.step).toBe('s1')
    expect(open?.choices['ticketId']).toMatchObject({ id: 'T-1001', ordinal: 0, total: 10 })
    expect(priority?.evidence['ticketId']).toEqual({ how: 'focus', from: 'opened', step: 's2' })
    expect(priority?.changes).toEqual([{ entity: 'ticket', id: 'T-1001', field: 'priority', before: 'urgent', after: 'low' }])
    expect(assign?.evidence['assigneeId']).toEqual({ how: 'me' })
    expect(trace.start.me).toBe('a-1')
  })
})
