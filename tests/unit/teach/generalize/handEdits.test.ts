import { describe, expect, it } from 'vitest'
import { plain } from '../../../../src/bus/words.ts'
import { generalize } from '../../../../src/teach/generalize/generalize.ts'
import type { Demonstration } from '../../../support/sessions.ts'
import { alarms, argOf, did, kindsOf, learn, paramsOf, runOn, seededDesk, shown } from './learning.ts'

const keyOf = (learned: ReturnType<typeof learn>, name: string): string =>
  learned.procedure.params.find((param) => param.name === name)?.key ?? ''

const urgentAndTagged = (at: Demonstration): void => {
  at.openId('T-1029')
  at.setPriority('urgent')
  at.setTags('billing', 'subscription', 'vip')
}

describe('edits by hand', () => {
  it('a constant becomes a required parameter of its own schema', () => {
    const learned = learn(shown(urgentAndTagged), [{ edit: 'parameter', step: 's2', leaf: 'priority' }])
    expect(paramsOf(learned)).toEqual({ target_ticket: true, new_priority: true })
    expect(learned.procedure.params[1]?.schema.enum).toEqual(['low', 'normal', 'high', 'urgent'])
    expect(learned.failed).toEqual([])
    const outcome = runOn(seededDesk(), learned.procedure, { target_ticket: 'T-1030', new_priority: 'low' })
    expect(did(outcome)).toEqual({ 'T-1030.priority': 'low', 'T-1030.tags': ['billing', 'invoice', 'vip'] })
  })

  it('of a tag edit each side becomes a parameter of items', () => {
    const learned = learn(shown(urgentAndTagged), [{ edit: 'parameter', step: 's3', leaf: 'tags' }])
    expect(paramsOf(learned)).toEqual({ target_ticket: true, added_tags: true, removed_tags: true })
    expect(learned.args).toEqual({ target_ticket: 'T-1029', added_tags: ['vip'], removed_tags: ['refund'] })
    expect(learned.failed).toEqual([])
    const args = { target_ticket: 'T-1014', added_tags: ['x', 'y'], removed_tags: ['education'] }
    expect(did(runOn(seededDesk(), learned.procedure, args))).toEqual({ 'T-1014.priority': 'urgent', 'T-1014.tags': ['billing', 'x', 'y'] })
  })

  it('a parameter becomes the constant that was shown', () => {
    const trace = shown((at) => {
      at.openId('T-1030')
      at.assign('yuki')
    })
    const key = keyOf(learn(trace), 'new_assignee')
    const learned = learn(trace, [{ edit: 'constant', key }])
    expect(paramsOf(learned)).toEqual({ target_ticket: true })
    expect(argOf(learned, 'set_ticket_assignee', 'assigneeId')).toEqual({ op: 'const', value: 'yuki' })
    expect(learned.failed).toEqual([])
    const back = learn(trace, [
      { edit: 'constant', key },
      { edit: 'parameter', step: 's2', leaf: 'assigneeId' },
    ])
    expect(paramsOf(back)).toEqual({ target_ticket: true, new_assignee: true })
    expect(keyOf(back, 'new_assignee')).toBe(key)
  })

  it('what a search looked for may be fixed', () => {
    const trace = shown((at) => {
      at.search('hamish')
      at.open(0)
      at.setPriority('low')
    })
    const learned = learn(trace, [{ edit: 'constant', key: keyOf(learn(trace), 'text') }])
    expect(paramsOf(learned)).toEqual({})
    expect(learned.failed).toEqual([])
  })

  it('a record is never fixed: the edit changes nothing and says so', () => {
    const trace = shown(urgentAndTagged)
    const before = learn(trace)
    const learned = learn(trace, [{ edit: 'constant', key: keyOf(before, 'target_ticket') }])
    expect(learned.procedure).toEqual(before.procedure)
    expect(learned.findings.filter(({ kind }) => kind === 'edit').map(({ words }) => plain(words))).toEqual([
      'A ticket is never fixed, so the caller still says which',
    ])
  })

  it('text that names a record is never fixed either', () => {
    const trace = shown((at) => {
      at.search('t-1030 zweite')
      at.open(0)
      at.setPriority('low')
    })
    const learned = learn(trace, [{ edit: 'constant', key: keyOf(learn(trace), 'text') }])
    expect(paramsOf(learned)).toEqual({ text: true })
    expect(kindsOf(learned)).toContain('edit')
  })

  it('a selection may be handed to the caller', () => {
    const trace = shown((at) => {
      at.filter({ status: ['new'], sort: 'oldest' })
      at.open(0)
      at.setPriority('low')
    })
    const learned = learn(trace, [{ edit: 'parameter', step: 's2', leaf: 'ticketId' }])
    expect(paramsOf(learned)).toEqual({ target_ticket: true })
    expect(argOf(learned, 'select_ticket', 'ticketId')).toMatchObject({ op: 'pick', choose: { by: 'id' } })
    expect(kindsOf(learned)).not.toContain('undecided-pick')
    expect(learned.failed).toEqual([])
  })

  it('a copy may be handed to the caller; the record copied from is then no part of it', () => {
    const trace = shown((at) => {
      at.openId('T-1028')
      at.openId('T-1034')
      at.assign('tomasz')
    })
    const learned = learn(trace, [{ edit: 'parameter', step: 's3', leaf: 'assigneeId' }])
    expect(paramsOf(learned)).toEqual({ target_ticket: true, new_assignee: true })
    expect(alarms(learned)).toEqual([])
  })

  it('an edit about something that is gone changes nothing and is told', () => {
    const trace = shown(urgentAndTagged)
    const learned = learn(trace, [
      { edit: 'parameter', step: 's99', leaf: 'priority' },
      { edit: 'constant', key: 'p_nobody' },
    ])
    expect(learned.procedure).toEqual(learn(trace).procedure)
    expect(learned.findings.filter(({ kind }) => kind === 'edit')).toHaveLength(2)
  })
})

describe('what there is nothing to learn from', () => {
  it('no demonstration, an empty one or too many are refused in words', () => {
    const trace = shown(urgentAndTagged)
    const { index } = seededDesk().bus
    const nine = Array.from({ length: 9 }, (_, n) => ({ ...trace, recordingId: `r${n}` }))
    expect(generalize(nine, index, {}, [])).toMatchObject({ ok: false, error: { code: 'LIMIT' } })
    expect(generalize([], index, {}, [])).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
    expect(generalize([{ ...trace, steps: [] }], index, {}, [])).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
  })

  it('a command the catalogue does not have, or that cannot be taught, is refused', () => {
    const trace = shown(urgentAndTagged)
    const { index } = seededDesk().bus
    for (const command of ['drop_everything', 'close_ticket']) {
      const steps = trace.steps.map((step) => ({ ...step, command }))
      expect(generalize([{ ...trace, steps }], index, {}, [])).toMatchObject({ ok: false, error: { code: 'BLOCKED' } })
    }
  })
})
