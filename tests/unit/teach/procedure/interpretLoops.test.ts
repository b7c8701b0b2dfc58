import { describe, expect, it } from 'vitest'
import { fail } from '../../../../src/bus/results.ts'
import { interpret, type Pause, type Reply } from '../../../../src/teach/procedure/interpret.ts'
import { runToEnd } from '../../../../src/teach/procedure/runToEnd.ts'
import { triageCommands } from '../../../../src/triage/catalogue/index.ts'
import { doIt } from '../../../support/desk.ts'
import { aParam, arg, call, desk, each, envOn, from, param, procedure, row, rowsOf, value } from './fixture.ts'
import { priority, replacing, select, status, target, triageOne } from './oneRecord.ts'

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
    const bound = procedure([
      list,
      each(rowsOf('list'), [call('prio', 'set_ticket_priority', { ticketId: row(), priority: value('high') })], { max: 2 }),
    ])
    expect(drive(bound).outcome).toMatchObject({ ok: true, loop: { done: ['T-3', 'T-4'], notTried: ['T-1'] } })
  })

  it('skip and count rows for which the guard does not hold', () => {
    const guarded = procedure([
      list,
      each(rowsOf('list'), [call('prio', 'set_ticket_priority', { ticketId: row(), priority: value('high') })], {
        guard: [{ field: 'assigneeId', op: 'empty' }],
      }),
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
    const { outcome } = drive(loop, desk(), (pause) =>
      pause.at === 'step' && pause.row === 'T-4' ? { stop: fail('CANCELLED', 'Stopped.').error } : null,
    )
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
    const none = procedure([
      call('list', 'filter_tickets', { tag: value('nowhere') }),
      each(rowsOf('list'), [call('p', 'set_ticket_priority', { ticketId: row(), priority: value('low') })]),
    ])
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
    const named = {
      ...aParam('tickets', 'set_ticket_priority.ticketId'),
      schema: { type: 'array' },
      required: false,
      default: ['T-3', 'T-4'],
    }
    const program = procedure(
      [
        list,
        each(from('list', { by: 'id', id: param('tickets') }), [
          call('p', 'set_ticket_priority', { ticketId: row(), priority: value('high') }),
        ]),
      ],
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
    const program = procedure(
      [each(param('tickets'), [call('p', 'set_ticket_priority', { ticketId: row(), priority: value('low') })])],
      [named],
    )
    const bus = desk()
    const env = envOn(bus, { tickets: ['T-1', 'T-77'] })
    expect(runToEnd(program, env).error).toMatchObject({ code: 'NOT_FOUND', step: 1, untrusted: { named: ['T-77'] } })
    expect(env.fork.entries).toEqual([])
  })
})

describe('branches', () => {
  const branch = (otherwise: 'halt' | 'skip') =>
    procedure(
      [
        select,
        {
          node: 'when',
          as: 'if',
          entity: 'ticket',
          of: arg('take'),
          guard: [{ field: 'tags', op: 'contains', value: 'vip' }],
          body: [priority],
          otherwise,
        },
        status,
      ],
      [target],
    )

  it('are taken where the guard holds and passed over where it does not', () => {
    expect(runToEnd(branch('skip'), envOn(desk(), { target_ticket: 'T-1' })).changes.map(({ field }) => field)).toEqual([
      'priority',
      'status',
    ])
    expect(runToEnd(branch('skip'), envOn(desk(), { target_ticket: 'T-3' })).changes.map(({ field }) => field)).toEqual(['status'])
  })

  it('halt with what did not hold, user-written words apart', () => {
    const { error } = runToEnd(branch('halt'), envOn(desk(), { target_ticket: 'T-3' }))
    expect(error).toMatchObject({ code: 'GUARD_UNMET', step: 2, untrusted: { texts: ['vip'] } })
    expect(error?.message).not.toContain('vip')
  })
})

describe('what may not run', () => {
  it('a command that cannot be recorded, a step that is not there, a loop without a bound', () => {
    const unlisted = desk([replacing('set_ticket_priority', { recordable: false })])
    expect(runToEnd(triageOne, envOn(unlisted, { target_ticket: 'T-1' })).error).toMatchObject({ code: 'BLOCKED' })
    expect(runToEnd(procedure([priority]), envOn(desk())).error).toMatchObject({ code: 'BLOCKED' })
    expect(runToEnd(procedure([each(value([]), [call('l', 'list_assignees')], { max: Infinity })]), envOn(desk())).error).toMatchObject({
      code: 'BLOCKED',
    })
  })
})
