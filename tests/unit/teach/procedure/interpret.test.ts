import { describe, expect, it } from 'vitest'
import { fail } from '../../../../src/bus/results.ts'
import { runToEnd } from '../../../../src/teach/procedure/runToEnd.ts'
import { triageCommands } from '../../../../src/triage/catalogue/index.ts'
import { doIt } from '../../../support/desk.ts'
import { aParam, arg, call, desk, envOn, from, param, procedure, value } from './fixture.ts'
import { oldestOpen, priority, replacing, select, status, target, triageOne } from './oneRecord.ts'

describe('a procedure of one record', () => {
  it('changes the given record and tells the net changes', () => {
    const outcome = runToEnd(triageOne, envOn(desk(), { target_ticket: 'T-1' }))
    expect(outcome).toEqual({
      ok: true,
      changes: [
        { entity: 'ticket', id: 'T-1', field: 'priority', from: 'normal', to: 'high' },
        { entity: 'ticket', id: 'T-1', field: 'status', from: 'open', to: 'pending' },
      ],
      unchanged: 1,
      writes: 3,
    })
  })

  it('case T10: another argument changes what is dispatched', () => {
    const env = envOn(desk(), { target_ticket: 'T-4' })
    runToEnd(triageOne, env)
    expect(env.fork.entries.map((entry) => entry.input['ticketId'])).toEqual(['T-4', 'T-4', 'T-4', 'T-4'])
  })

  it('case P01: takes its own record from the list it makes', () => {
    const outcome = runToEnd(procedure(oldestOpen), envOn(desk()))
    expect(outcome.changes.map((change) => change.id)).toEqual(['T-3'])
  })

  it('case P01: a given record outside the list is refused by the name of the list', () => {
    const program = procedure(
      [
        oldestOpen[0] ?? priority,
        call('take', 'select_ticket', { ticketId: from('list', { by: 'id', id: param('target_ticket') }) }),
        priority,
      ],
      [target],
    )
    const outcome = runToEnd(program, envOn(desk(), { target_ticket: 'T-2' }))
    expect(outcome).toMatchObject({ ok: false, changes: [], error: { code: 'GUARD_UNMET', step: 2, command: 'select_ticket' } })
    expect(outcome.error?.message).toContain('the list of step 1 (filter_tickets)')
    expect(outcome.error?.message).not.toContain('T-2')
    expect(outcome.error?.untrusted).toEqual({ named: ['T-2'] })
    expect(runToEnd(program, envOn(desk(), { target_ticket: 'T-4' })).changes).toHaveLength(1)
  })

  it('case T25: nothing of step 1 remains when step 3 of 4 fails, and step 4 is not run', () => {
    const bus = desk([replacing('set_ticket_status', { plan: () => ({ refused: fail('BLOCKED', 'Not now.').error }) })])
    const env = envOn(bus, { target_ticket: 'T-1' })
    const before = bus.session
    const outcome = runToEnd(triageOne, env)
    expect(outcome).toEqual({
      ok: false,
      error: {
        code: 'BLOCKED',
        message: 'Step 3, set_ticket_status: Not now.',
        step: 3,
        command: 'set_ticket_status',
        applied: [],
        remaining: [1, 2, 3, 4],
      },
      changes: [],
      unchanged: 0,
      writes: 0,
    })
    expect(env.fork.entries.map((entry) => entry.command)).toEqual(['select_ticket', 'set_ticket_priority'])
    expect(bus.session).toBe(before)
  })

  it('case T07: an exception in a command settles as a failed step that names itself and nothing inside', () => {
    const thrown = new Error('secret of the inside')
    const outcome = runToEnd(
      triageOne,
      envOn(
        desk([
          replacing('set_ticket_status', {
            plan: () => {
              throw thrown
            },
          }),
        ]),
        { target_ticket: 'T-1' },
      ),
    )
    expect(outcome.error).toMatchObject({ code: 'STEP_FAILED', step: 3, command: 'set_ticket_status' })
    expect(outcome.error?.message).not.toContain('secret')
    expect(outcome.thrown).toBe(thrown)
  })

  it('case P22: stopped before each step in turn, nothing is applied and nothing later runs', () => {
    for (let stopBefore = 1; stopBefore <= 4; stopBefore += 1) {
      const bus = desk()
      const env = envOn(bus, { target_ticket: 'T-1' })
      const before = bus.session
      const outcome = runToEnd(triageOne, env, { stopBefore })
      expect(outcome).toMatchObject({ ok: false, changes: [], error: { code: 'CANCELLED', step: stopBefore } })
      expect(env.fork.entries).toHaveLength(stopBefore - 1)
      expect(bus.session).toBe(before)
    }
  })

  it('case P21: a bad value in the last step is the caller’s, by the name of the parameter, and applies nothing', () => {
    const level = aParam('level', 'set_ticket_priority.priority')
    const program = procedure(
      [select, status, call('prio', 'set_ticket_priority', { ticketId: arg('take'), priority: param('level') })],
      [target, level],
    )
    const outcome = runToEnd(program, envOn(desk(), { target_ticket: 'T-1', level: 'huge' }))
    expect(outcome).toMatchObject({ changes: [], error: { code: 'INVALID_INPUT', path: 'level', step: 3 } })
    expect(outcome.error?.message).toContain('level must be one of')
  })

  it('a bad value that the program itself made is a failed step', () => {
    const program = procedure([select, call('prio', 'set_ticket_priority', { ticketId: arg('take'), priority: value('huge') })], [target])
    expect(runToEnd(program, envOn(desk(), { target_ticket: 'T-1' })).error).toMatchObject({ code: 'STEP_FAILED', step: 2 })
  })

  it('case T22: a reference that does not exist is refused before any step', () => {
    const who = aParam('new_assignee', 'set_ticket_assignee.assigneeId')
    const program = procedure(
      [select, status, call('assign', 'set_ticket_assignee', { ticketId: arg('take'), assigneeId: param('new_assignee') })],
      [target, who],
    )
    const env = envOn(desk(), { target_ticket: 'T-1', new_assignee: 'nobody-here' })
    expect(runToEnd(program, env).error).toMatchObject({ code: 'NOT_FOUND', step: 3, path: 'new_assignee', known: ['mika', 'amara'] })
    expect(env.fork.entries).toEqual([])
  })

  it('a record that does not exist keeps the code of the refusal', () => {
    expect(runToEnd(triageOne, envOn(desk(), { target_ticket: 'T-99' })).error).toMatchObject({
      code: 'NOT_FOUND',
      step: 1,
      path: 'target_ticket',
    })
  })

  it('a write that does not take fails the step', () => {
    const deaf = replacing('set_ticket_priority', { plan: () => ({ output: {} }) })
    expect(runToEnd(triageOne, envOn(desk([deaf]), { target_ticket: 'T-1' })).error).toMatchObject({ code: 'STEP_FAILED', step: 2 })
  })

  it('a write that answers another change than it made fails the step', () => {
    const set = triageCommands.find(({ id }) => id === 'apply_template')
    const liar = replacing('apply_template', {
      plan: (...given) => {
        const plan = set?.plan(...given)
        return plan && 'output' in plan ? { ...plan, output: { field: 'reply', from: '', to: 'something else' } } : { output: null }
      },
    })
    const program = procedure([select, call('reply', 'apply_template', { ticketId: arg('take'), templateId: value('thanks') })], [target])
    expect(runToEnd(program, envOn(desk(), { target_ticket: 'T-1' })).ok).toBe(true)
    expect(runToEnd(program, envOn(desk([liar]), { target_ticket: 'T-1' })).error).toMatchObject({ code: 'STEP_FAILED', step: 2 })
  })

  it('a write that changes more than it declares fails the step', () => {
    const set = triageCommands.find(({ id }) => id === 'set_ticket_priority')
    const meddling = (id: string, field: string) =>
      replacing('set_ticket_priority', {
        plan: (...given) => {
          const plan = set?.plan(...given)
          if (!plan || !('output' in plan)) return { output: null }
          return {
            ...plan,
            patches: [...(plan.patches ?? []), { op: 'update', entity: 'ticket', id, fields: { [field]: { from: 'open', to: 'closed' } } }],
          }
        },
      })
    expect(runToEnd(triageOne, envOn(desk([meddling('T-1', 'status')]), { target_ticket: 'T-1' })).error).toMatchObject({
      code: 'STEP_FAILED',
      step: 2,
    })
    expect(runToEnd(triageOne, envOn(desk([meddling('T-4', 'priority')]), { target_ticket: 'T-1' })).error).toMatchObject({
      code: 'STEP_FAILED',
      step: 2,
    })
  })

  it('a change that is taken back counts as none', () => {
    const back = call('back', 'set_ticket_status', { ticketId: arg('take'), status: value('open') })
    expect(runToEnd(procedure([select, status, back], [target]), envOn(desk(), { target_ticket: 'T-1' }))).toMatchObject({
      ok: true,
      changes: [],
      writes: 2,
    })
  })

  it('case P09: null clears, leaving out does not', () => {
    const assign = (assigneeId: null | undefined) =>
      runToEnd(
        procedure([
          call('a', 'set_ticket_assignee', { ticketId: value('T-1'), ...(assigneeId === null ? { assigneeId: value(null) } : {}) }),
        ]),
        envOn(desk()),
      )
    expect(assign(null).changes).toEqual([{ entity: 'ticket', id: 'T-1', field: 'assigneeId', from: 'mika', to: null }])
    expect(assign(undefined)).toMatchObject({ ok: false, changes: [] })
  })

  it('case P10: an optional filter that is left out stays unset, and the operator’s list stays', () => {
    const bus = desk()
    doIt(bus, 'filter_tickets', { status: ['solved'] })
    const view = bus.session.view
    const program = procedure(
      [call('list', 'filter_tickets', { text: param('text') })],
      [aParam('text', 'filter_tickets.text', { required: false })],
    )
    const outcome = runToEnd(program, envOn(bus))
    expect(outcome.result).toMatchObject({ entity: 'ticket', total: 5 })
    expect(bus.session.view).toBe(view)
  })

  it('cases P03, P04: tags are added to and taken from what the record has', () => {
    const edit = procedure([
      call('add', 'add_ticket_tags', { ticketId: value('T-1'), tags: value(['new']) }),
      call('cut', 'remove_ticket_tags', { ticketId: value('T-1'), tags: value(['vip']) }),
    ])
    expect(runToEnd(edit, envOn(desk())).changes).toEqual([
      { entity: 'ticket', id: 'T-1', field: 'tags', from: ['billing', 'vip'], to: ['billing', 'new'] },
    ])
  })

  it('a look-up answers what it found last', () => {
    const outcome = runToEnd(procedure(oldestOpen.slice(0, 2)), envOn(desk()))
    expect(outcome).toMatchObject({ ok: true, writes: 0, result: { entity: 'ticket', total: 1, rows: [{ ticketId: 'T-3' }] } })
  })
})
