import { describe, expect, it } from 'vitest'
import type { Command } from '../../../../src/bus/command.ts'
import { fail } from '../../../../src/bus/results.ts'
import { interpret, type Pause, type Reply } from '../../../../src/teach/procedure/interpret.ts'
import { runToEnd } from '../../../../src/teach/procedure/runToEnd.ts'
import { triageCommands } from '../../../../src/triage/catalogue/index.ts'
import { doIt } from '../../../support/desk.ts'
import { aParam, arg, call, desk, each, envOn, from, param, procedure, row, rowsOf, value } from './fixture.ts'

const target = aParam('target_ticket', 'select_ticket.ticketId', { leaves: ['select_ticket.ticketId', 'set_ticket_priority.ticketId'] })
const select = call('take', 'select_ticket', { ticketId: param('target_ticket') })
const priority = call('prio', 'set_ticket_priority', { ticketId: arg('take'), priority: value('high') })
const status = call('status', 'set_ticket_status', { ticketId: arg('take'), status: value('pending') })
const tag = call('tag', 'add_ticket_tags', { ticketId: arg('take'), tags: value(['vip']) })
const triageOne = procedure([select, priority, status, tag], [target])

const oldestOpen = [
  call('list', 'filter_tickets', { status: value(['open']), sort: value('oldest') }),
  call('take', 'select_ticket', { ticketId: from('list', { by: 'first' }) }),
  priority,
]

const replacing = (id: string, more: Partial<Command>): Command => {
  const command = triageCommands.find((one) => one.id === id)
  if (!command) throw new Error(id)
  return { ...command, ...more }
}

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
      [oldestOpen[0] ?? priority, call('take', 'select_ticket', { ticketId: from('list', { by: 'id', id: param('target_ticket') }) }), priority],
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
      error: { code: 'BLOCKED', message: 'Step 3, set_ticket_status: Not now.', step: 3, command: 'set_ticket_status', applied: [], remaining: [1, 2, 3, 4] },
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
      envOn(desk([replacing('set_ticket_status', { plan: () => { throw thrown } })]), { target_ticket: 'T-1' }),
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
    const program = procedure([select, status, call('prio', 'set_ticket_priority', { ticketId: arg('take'), priority: param('level') })], [target, level])
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
    const program = procedure([select, status, call('assign', 'set_ticket_assignee', { ticketId: arg('take'), assigneeId: param('new_assignee') })], [target, who])
    const env = envOn(desk(), { target_ticket: 'T-1', new_assignee: 'nobody-here' })
    expect(runToEnd(program, env).error).toMatchObject({ code: 'NOT_FOUND', step: 3, path: 'new_assignee', known: ['mika', 'amara'] })
    expect(env.fork.entries).toEqual([])
  })

  it('a record that does not exist keeps the code of the refusal', () => {
    expect(runToEnd(triageOne, envOn(desk(), { target_ticket: 'T-99' })).error).toMatchObject({ code: 'NOT_FOUND', step: 1, path: 'target_ticket' })
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
          return { ...plan, patches: [...(plan.patches ?? []), { op: 'update', entity: 'ticket', id, fields: { [field]: { from: 'open', to: 'closed' } } }] }
        },
      })
    expect(runToEnd(triageOne, envOn(desk([meddling('T-1', 'status')]), { target_ticket: 'T-1' })).error).toMatchObject({ code: 'STEP_FAILED', step: 2 })
    expect(runToEnd(triageOne, envOn(desk([meddling('T-4', 'priority')]), { target_ticket: 'T-1' })).error).toMatchObject({ code: 'STEP_FAILED', step: 2 })
  })

  it('a change that is taken back counts as none', () => {
    const back = call('back', 'set_ticket_status', { ticketId: arg('take'), status: value('open') })
    expect(runToEnd(procedure([select, status, back], [target]), envOn(desk(), { target_ticket: 'T-1' }))).toMatchObject({ ok: true, changes: [], writes: 2 })
  })

  it('case P09: null clears, leaving out does not', () => {
    const assign = (assigneeId: null | undefined) =>
      runToEnd(procedure([call('a', 'set_ticket_assignee', { ticketId: value('T-1'), ...(assigneeId === null ? { assigneeId: value(null) } : {}) })]), envOn(desk()))
    expect(assign(null).changes).toEqual([{ entity: 'ticket', id: 'T-1', field: 'assigneeId', from: 'mika', to: null }])
    expect(assign(undefined)).toMatchObject({ ok: false, changes: [] })
  })

  it('case P10: an optional filter that is left out stays unset, and the operator’s list stays', () => {
    const bus = desk()
    doIt(bus, 'filter_tickets', { status: ['solved'] })
    const view = bus.session.view
    const program = procedure([call('list', 'filter_tickets', { text: param('text') })], [aParam('text', 'filter_tickets.text', { required: false })])
    const outcome = runToEnd(program, envOn(bus))
    expect(outcome.result).toMatchObject({ entity: 'ticket', total: 5 })
    expect(bus.session.view).toBe(view)
  })

  it('cases P03, P04: tags are added to and taken from what the record has', () => {
    const edit = procedure([
      call('add', 'add_ticket_tags', { ticketId: value('T-1'), tags: value(['new']) }),
      call('cut', 'remove_ticket_tags', { ticketId: value('T-1'), tags: value(['vip']) }),
    ])
    expect(runToEnd(edit, envOn(desk())).changes).toEqual([{ entity: 'ticket', id: 'T-1', field: 'tags', from: ['billing', 'vip'], to: ['billing', 'new'] }])
  })

  it('a look-up answers what it found last', () => {
    const outcome = runToEnd(procedure(oldestOpen.slice(0, 2)), envOn(desk()))
    expect(outcome).toMatchObject({ ok: true, writes: 0, result: { entity: 'ticket', total: 1, rows: [{ ticketId: 'T-3' }] } })
  })
})

describe('branches', () => {
  const branch = (otherwise: 'halt' | 'skip') =>
    procedure(
      [select, { node: 'when', as: 'if', entity: 'ticket', of: arg('take'), guard: [{ field: 'tags', op: 'contains', value: 'vip' }], body: [priority], otherwise }, status],
      [target],
    )

  it('are taken where the guard holds and passed over where it does not', () => {
    expect(runToEnd(branch('skip'), envOn(desk(), { target_ticket: 'T-1' })).changes.map(({ field }) => field)).toEqual(['priority', 'status'])
    expect(runToEnd(branch('skip'), envOn(desk(), { target_ticket: 'T-3' })).changes.map(({ field }) => field)).toEqual(['status'])
  })

  it('halt with what did not hold, user-written words apart', () => {
    const { error } = runToEnd(branch('halt'), envOn(desk(), { target_ticket: 'T-3' }))
    expect(error).toMatchObject({ code: 'GUARD_UNMET', step: 2, untrusted: { texts: ['vip'] } })
    expect(error?.message).not.toContain('vip')
  })
})

describe('loops', () => {
  const list = call('list', 'filter_tickets', { status: value(['open']), sort: value('oldest') })
  const loop = procedure([list, each(rowsOf('list'), [call('prio', 'set_ticket_priority', { ticketId: row(), priority: value('high') })])])

  /** Drives a run as the page does, committing each row and the end. */
  function drive(program: typeof loop, bus = desk(), answer: (pause: Pause) => Reply | null = () => null) {
    const env = envOn(bus)
    const run = interpret(program, env)
    const pauses: Pause[] = []
    let step = run.next()
    while (!step.done) {
      const pause = step.value
      pauses.push(pause)
      let reply = answer(pause)
      if (!reply && pause.at !== 'step') {
        const committed = env.fork.commit()
        reply = committed.ok ? { go: true } : { stop: committed.error }
      }
      step = run.next(reply ?? { go: true })
    }
    return { outcome: step.value, pauses, bus }
  }

  it('go over the ids as at entry, a commit a row', () => {
    const { outcome, bus, pauses } = drive(loop)
    expect(outcome).toMatchObject({ ok: true, loop: { done: ['T-3', 'T-4', 'T-1'], skipped: [], failed: [], notTried: [] }, writes: 3 })
    expect(bus.commits.filter(({ patches }) => patches.length > 0)).toHaveLength(3)
    expect(pauses.filter(({ at }) => at === 'step').map((pause) => (pause.at === 'step' ? pause.number : 0))).toEqual([1, 2, 3, 3, 3])
  })

  it('go on over rows that a write takes out of the very filter', () => {
    const solve = procedure([list, each(rowsOf('list'), [call('s', 'set_ticket_status', { ticketId: row(), status: value('solved') })])])
    expect(drive(solve).outcome.loop?.done).toEqual(['T-3', 'T-4', 'T-1'])
  })

  it('case T14: rows beyond the bound are reported as not tried', () => {
    const bound = procedure([list, each(rowsOf('list'), [call('prio', 'set_ticket_priority', { ticketId: row(), priority: value('high') })], { max: 2 })])
    expect(drive(bound).outcome).toMatchObject({ ok: true, loop: { done: ['T-3', 'T-4'], notTried: ['T-1'] } })
  })

  it('skip and count rows for which the guard does not hold', () => {
    const guarded = procedure([
      list,
      each(rowsOf('list'), [call('prio', 'set_ticket_priority', { ticketId: row(), priority: value('high') })], { guard: [{ field: 'assigneeId', op: 'empty' }] }),
    ])
    expect(drive(guarded).outcome.loop).toEqual({ done: ['T-3'], skipped: ['T-4', 'T-1'], failed: [], notTried: [] })
  })

  it('stop at the first failing row; rows before stay', () => {
    const set = triageCommands.find(({ id }) => id === 'set_ticket_priority')
    const picky = replacing('set_ticket_priority', {
      plan: (state, view, input, context) =>
        input['ticketId'] === 'T-4' || !set ? { refused: fail('BLOCKED', 'Not this one.').error } : set.plan(state, view, input, context),
    })
    const { outcome, bus } = drive(loop, desk([picky]))
    expect(outcome).toMatchObject({
      ok: false,
      error: { code: 'BLOCKED', step: 3, applied: ['T-3'], remaining: ['T-4', 'T-1'] },
      changes: [{ id: 'T-3', field: 'priority' }],
      writes: 1,
      loop: { done: ['T-3'], failed: ['T-4'], notTried: ['T-1'] },
    })
    expect(bus.session.records.get('ticket', 'T-3')?.['priority']).toBe('high')
  })

  it('a stop leaves the row under way untried', () => {
    const { outcome } = drive(loop, desk(), (pause) => (pause.at === 'step' && pause.row === 'T-4' ? { stop: fail('CANCELLED', 'Stopped.').error } : null))
    expect(outcome.loop).toEqual({ done: ['T-3'], skipped: [], failed: [], notTried: ['T-4', 'T-1'] })
  })

  it('a row that somebody else changed meanwhile is stale, and only that one is lost', () => {
    const bus = desk()
    const { outcome } = drive(loop, bus, (pause) => {
      if (pause.at === 'row' && pause.id === 'T-4') doIt(bus, 'set_ticket_status', { ticketId: 'T-4', status: 'pending' })
      return null
    })
    expect(outcome).toMatchObject({ error: { code: 'STALE' }, loop: { done: ['T-3'], failed: ['T-4'], notTried: ['T-1'] } })
    expect(bus.session.records.get('ticket', 'T-4')).toMatchObject({ status: 'pending', priority: 'urgent' })
  })

  it('succeed with nothing done over an empty list', () => {
    const none = procedure([call('list', 'filter_tickets', { tag: value('nowhere') }), each(rowsOf('list'), [call('p', 'set_ticket_priority', { ticketId: row(), priority: value('low') })])])
    expect(drive(none).outcome).toMatchObject({ ok: true, loop: { done: [] }, changes: [] })
  })

  it('copy from the row before', () => {
    const copy = procedure([
      list,
      each(rowsOf('list'), [
        {
          node: 'when',
          as: 'not-first',
          entity: 'ticket',
          of: row(),
          guard: [{ field: 'priority', op: '!=', value: 'low' }],
          otherwise: 'skip',
          body: [call('p', 'set_ticket_priority', { ticketId: row(), priority: { op: 'prev', field: 'priority' } })],
        },
      ]),
    ])
    expect(drive(copy).outcome.changes.map(({ id, to }) => [id, to])).toEqual([
      ['T-4', 'low'],
      ['T-1', 'low'],
    ])
  })

  it('over named records that must be in the list rely on each when its turn comes', () => {
    const named = { ...aParam('tickets', 'set_ticket_priority.ticketId'), schema: { type: 'array' }, required: false, default: ['T-3', 'T-4'] }
    const program = procedure(
      [list, each(from('list', { by: 'id', id: param('tickets') }), [call('p', 'set_ticket_priority', { ticketId: row(), priority: value('high') })])],
      [named],
    )
    const bus = desk()
    const { outcome } = drive(program, bus, (pause) => {
      if (pause.at === 'row' && pause.id === 'T-3') doIt(bus, 'set_ticket_status', { ticketId: 'T-4', status: 'pending' })
      return null
    })
    expect(outcome).toMatchObject({ ok: true, loop: { done: ['T-3', 'T-4'] } })
    expect(bus.session.records.get('ticket', 'T-4')).toMatchObject({ status: 'pending', priority: 'high' })
  })

  it('over named records refuse those that do not exist before the first row', () => {
    const named = { ...aParam('tickets', 'set_ticket_priority.ticketId'), schema: { type: 'array' } }
    const program = procedure([each(param('tickets'), [call('p', 'set_ticket_priority', { ticketId: row(), priority: value('low') })])], [named])
    const bus = desk()
    const env = envOn(bus, { tickets: ['T-1', 'T-77'] })
    expect(runToEnd(program, env).error).toMatchObject({ code: 'NOT_FOUND', step: 1, untrusted: { named: ['T-77'] } })
    expect(env.fork.entries).toEqual([])
  })
})

describe('what may not run', () => {
  it('a command that cannot be recorded, a step that is not there, a loop without a bound', () => {
    const unlisted = desk([replacing('set_ticket_priority', { recordable: false })])
    expect(runToEnd(triageOne, envOn(unlisted, { target_ticket: 'T-1' })).error).toMatchObject({ code: 'BLOCKED' })
    expect(runToEnd(procedure([priority]), envOn(desk())).error).toMatchObject({ code: 'BLOCKED' })
    expect(runToEnd(procedure([each(value([]), [call('l', 'list_assignees')], { max: Infinity })]), envOn(desk())).error).toMatchObject({ code: 'BLOCKED' })
  })
})
