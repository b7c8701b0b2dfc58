import { beforeEach, describe, expect, it } from 'vitest'
import type { LogEntry } from '../../../simulator/panel/session/log.ts'
import { scriptFromLog } from '../../../simulator/panel/session/scriptFromLog.ts'
import { readScript } from '../../../simulator/script/readScript.ts'
import { approval, audited, byPerson, call, countAnew, nextId, page, stepsOf } from './entries.ts'

beforeEach(countAnew)

const tools = (at: number, added: readonly string[], removed: readonly string[] = [], changed: readonly string[] = []): LogEntry => ({ id: nextId(), kind: 'tools', at, change: { added, removed, changed } })

describe('a script out of the log', () => {
  it('names ids by where they came from, has the person answer in between, and is a script', () => {
    const entries = [
      call('draft', {}, { ok: true, draftId: 'abcdefghijk1' }, 0),
      call('publish', { draftId: 'abcdefghijk1' }, { ok: true, status: 'published' }, 100, 900),
      approval('requested', 110),
      approval('approved', 800),
    ]
    const { script } = scriptFromLog(entries, 'mine')
    expect(script).toEqual({
      $schema: '../script.schema.json',
      title: 'mine',
      steps: [
        { call: 'draft', input: {}, as: 'answer1', expect: { ok: true, draftId: { $any: true } } },
        { call: 'publish', input: { draftId: '{{answer1.draftId}}' }, as: 'answer2', background: true },
        { human: 'approve' },
        { await: 'answer2', expect: { ok: true, status: 'published' } },
      ],
    })
    expect(readScript(JSON.stringify(script))).toHaveProperty('script')
  })

  it('waits for what came into the list and went from it; what went and came again in between is not waited for', () => {
    expect(
      stepsOf(tools(1, ['a']), call('a', {}, 1, 2, 3), tools(4, [], ['a']), tools(5, ['a', 'b']), call('b', {}, 2, 6, 7), tools(8, ['c'], ['b'])).map(({ as: _, expect: __, input: ___, ...step }) => step),
    ).toEqual([{ waitForTool: 'a' }, { call: 'a' }, { waitForTool: 'b' }, { call: 'b' }, { waitForTool: 'c' }, { waitForTool: 'b', gone: true }])
  })

  it('has the person show what was shown, from where the demonstration began', () => {
    const at = Date.parse('2026-11-30T10:00:00.000Z')
    expect(
      stepsOf(
        byPerson('filter_tickets', { status: ['new'] }, at - 5, 'list'),
        byPerson('select_ticket', { ticketId: 'T-1' }, at + 1, 'list'),
        byPerson('set_ticket_status', { ticketId: 'T-1', status: 'on_hold' }, at + 2),
        byPerson('add_ticket_tags', { ticketId: 'T-1', tags: ['x'] }, at + 3),
        byPerson('save_recording', { recording: { startedAt: '2026-11-30T10:00:00.000Z' } }, at + 4, 'library'),
        audited('recorded', at + 4, { source: 'library' }),
        page({ command: 'set_ticket_status', actor: 'agent', source: 'host', input: {} }, at + 5),
      ),
    ).toEqual([
      { human: 'teach' },
      { human: 'open', ticket: 'T-1' },
      { human: 'set', field: 'status', to: ['On hold'] },
      { human: 'set', field: 'tags', to: ['x'] },
      { human: 'stop' },
      { human: 'dismiss' },
    ])
  })

  it('has a demonstration that was reloaded in between taken up again', () => {
    const at = Date.parse('2026-11-30T10:00:00.000Z')
    const steps = stepsOf(page({ type: 'reload' }, at + 5), byPerson('save_recording', { recording: { startedAt: '2026-11-30T10:00:00.000Z' } }, at + 9, 'library'))
    expect(steps).toEqual([{ human: 'teach' }, { human: 'reload' }, { human: 'click', hook: expect.stringContaining('resume') }])
  })

  it('goes on beside a call in which the person did something, and expects of a run that was ended only that', () => {
    const ended = { ok: false, error: { code: 'REVOKED', applied: ['a'] } }
    expect(stepsOf(call('park', {}, ended, 0, 100), audited('disabled', 50, { tool: 'park' }), tools(60, [], ['park']), audited('enabled', 150, { tool: 'park' }))).toEqual([
      { call: 'park', input: {}, as: 'answer1', background: true },
      { human: 'disable', tool: 'park' },
      { waitForTool: 'park', gone: true },
      { await: 'answer1', expect: { ok: false, error: { code: 'REVOKED' } } },
      { human: 'enable', tool: 'park' },
    ])
  })

  it('has what faults did done by the faults, and a stopped run stopped by the person', () => {
    const finished = (at: number) => page({ type: 'run-finished', actor: 'agent', tool: 'park', detail: { ok: false, code: 'CANCELLED' } }, at)
    const fault = (name: string, on: boolean, at: number) => page({ type: 'fault', fault: name, on, value: 2 }, at)
    const cancelled = { ok: false, error: { code: 'CANCELLED' } }
    const steps = stepsOf(
      fault('revoke-mid-run', true, 1),
      audited('revoked', 2, { tool: 'park' }),
      fault('revoke-mid-run', false, 3),
      fault('abort-after-step', true, 4),
      finished(5),
      fault('abort-after-step', false, 6),
      call('park', {}, cancelled, 10, 20),
      finished(15),
    )
    expect(steps).toEqual([
      { fault: 'revoke-mid-run', on: true, value: 2 },
      { fault: 'revoke-mid-run', on: false },
      { fault: 'abort-after-step', on: true, value: 2 },
      { fault: 'abort-after-step', on: false },
      expect.objectContaining({ call: 'park', background: true }),
      { human: 'click', hook: expect.stringContaining('stop-run') },
      { await: 'answer1', expect: cancelled },
    ])
  })

  it('takes the last run back by keys, and says so where something else was taken back', () => {
    const run = page({ type: 'run-finished', actor: 'agent', tool: 'park', detail: { ok: true, run: 'r1' } }, 1)
    const undone = audited('undone', 9, { tool: 'park', detail: { run: 'r1' } })
    expect(stepsOf(run, undone)).toEqual([{ human: 'press', keys: 'Control+z' }])
    const since = byPerson('set_ticket_priority', { ticketId: 'T-1', priority: 'low' }, 5)
    expect(scriptFromLog([run, since, undone], 'x').leftOut).toEqual(['what you took back'])
  })

  it('insists on no id, time or digest, wherever in a text it stands', () => {
    const [step] = stepsOf(call('a', {}, { text: 'run abcdefghijk1 (at 2026-11-30T10:00:00.000Z)', digest: 'f'.repeat(64), plain: 'a (b)' }))
    const text = (step?.['expect'] as { readonly text: { readonly $matches: string } }).text.$matches
    expect('run bbbbbbbbbbb1 (at 2031-01-01T00:00:00.5Z)').toMatch(new RegExp(text))
    expect('run away (at once)').not.toMatch(new RegExp(text))
    expect(step?.['expect']).toMatchObject({ digest: { $matches: expect.any(String) }, plain: 'a (b)' })
  })

  it('says that calls were made at once, which it makes one after the other, and nothing of what a run of the person did', () => {
    const own = page({ command: 'set_ticket_priority', actor: 'operator', source: 'ticket', input: { ticketId: 'T-1', priority: 'low' }, run: { id: 'r', tool: 'park' } }, 90)
    expect(scriptFromLog([call('a', {}, 1, 10, 30), call('b', {}, 2, 10, 20), own], 'x')).toMatchObject({
      leftOut: ['that a was under way when another call began'],
      script: { steps: [{ call: 'a' }, { call: 'b' }] },
    })
    expect(scriptFromLog([call('a', {}, 1, 10, 20), call('b', {}, 2, 20, 30)], 'x').leftOut).toEqual([])
  })

  it('names what it is without, in words and in the script', () => {
    const { script, leftOut } = scriptFromLog(
      [
        byPerson('apply_template', {}, 1),
        audited('imported', 2),
        audited('requested', 3, { tool: 'park', source: 'publish' }),
        tools(4, [], [], ['park']),
        call('slow', {}, null, 5, 6, { settled: null, endedAt: null }),
        call('left', {}, null, 7, 8, { aborted: true, settled: { rejected: { name: 'AbortError', message: '' } } }),
      ],
      'mine',
    )
    expect(leftOut).toEqual([
      'apply_template, which you did by hand',
      'the import of a pack, whose file the log does not hold',
      'the request to publish park, which you made in the page',
      'the new definition of park',
      'what another host makes of a call that was given up',
      'the call of slow that has no answer yet',
    ])
    expect(script).toMatchObject({
      description: `Not in it: ${leftOut.join('; ')}.`,
      steps: [{ call: 'left', background: true }, { abort: 'answer1' }, { await: 'answer1', expect: { $any: true } }],
    })
  })
})
