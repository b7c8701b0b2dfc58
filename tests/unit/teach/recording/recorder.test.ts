import { describe, expect, it } from 'vitest'
import { createBus } from '../../../../src/bus/bus.ts'
import { defineCommand } from '../../../../src/bus/command.ts'
import type { Commit } from '../../../../src/bus/journal.ts'
import { canonical } from '../../../../src/bus/json.ts'
import { fail } from '../../../../src/bus/results.ts'
import { plain } from '../../../../src/bus/words.ts'
import { expectedChanges } from '../../../../src/teach/recording/changes.ts'
import { createRecorder } from '../../../../src/teach/recording/recorder.ts'
import type { LiveRecording, Trace } from '../../../../src/teach/recording/types.ts'
import { doIt, runtimeValidators } from '../../../support/desk.ts'
import { demonstrate, deskBus, openDesk, recorderFor, taught, triageCatalogue } from '../../../support/sessions.ts'
import { ASSIGNEES, TEMPLATES, ticket, tickets } from '../../../support/tickets.ts'

const commands = (trace: Trace): readonly string[] => trace.steps.map(({ command }) => command)

describe('createRecorder', () => {
  it('case T01: Teach, nothing done, Stop is refused with the reason and leaves nothing', () => {
    const { recorder } = openDesk()
    recorder.start()
    const stopped = recorder.stop()
    expect(stopped).toMatchObject({ ok: false, error: { code: 'BLOCKED', message: expect.stringContaining('Nothing was done') } })
    expect(recorder.phase).toBe('idle')
    expect(recorder.last).toBeNull()
  })

  it('records what was dispatched, with evidence, choices and changes', () => {
    const { trace } = taught(openDesk(), (at) => {
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
    expect(trace.views[open?.view ?? '']).toMatchObject({ step: 's1', total: 10, query: { status: ['open'], sort: 'oldest' } })
    expect(open?.choices['ticketId']).toMatchObject({ id: 'T-1001', ordinal: 0, total: 10 })
    expect(priority?.evidence['ticketId']).toEqual({ how: 'focus', from: 'opened', step: 's2' })
    expect(priority?.choices).toEqual({})
    expect(priority?.changes).toEqual([{ entity: 'ticket', id: 'T-1001', field: 'priority', before: 'urgent', after: 'low' }])
    expect(priority?.reads).toContainEqual({ entity: 'ticket', id: 'T-1001', fields: expect.arrayContaining(['priority']) })
    expect(assign?.evidence['assigneeId']).toEqual({ how: 'me' })
    expect(trace.start).toMatchObject({ me: 'a-1', view: 'v1' })
  })

  it('keeps first-seen values: whole records of what was touched, rows of what was shown', () => {
    const { trace } = taught(openDesk(), (at) => {
      at.open(2)
      at.setPriority('urgent')
      at.applyTemplate('refund')
    })
    const id = trace.steps[0]?.input['ticketId'] as string
    expect(trace.slice['ticket']?.[id]).toMatchObject({ priority: expect.not.stringMatching('urgent'), reply: '', body: expect.stringContaining('letter') })
    expect(trace.slice['ticket']?.['T-1001']).toMatchObject({ subject: ticket(1)['subject'], body: '', reply: '' })
    expect(trace.slice['template']).toEqual({ refund: TEMPLATES[0] })
    expect(Object.keys(trace.slice['assignee'] ?? {}).sort()).toEqual(ASSIGNEES.map((one) => one['assigneeId']))
  })

  it('knows what was chosen before Teach: parts of the query and the open ticket', () => {
    const desk = openDesk()
    desk.at.filter({ priority: ['high'] })
    desk.at.open(1)
    const { trace } = taught(desk, (at) => {
      at.setPriority('low')
      at.filter({ tag: 'vip' })
      at.open(0)
      at.addTags('seen')
    })
    const [priority, filter] = trace.steps
    expect(priority?.evidence['ticketId']).toEqual({ how: 'focus', from: 'beforeTeach' })
    expect(trace.start.focus).toEqual({ entity: 'ticket', id: priority?.input['ticketId'] })
    expect(filter?.evidence).toEqual({
      status: { how: 'default', beforeTeach: true },
      sort: { how: 'default', beforeTeach: true },
      priority: { how: 'picked', from: 'vocabulary', beforeTeach: true },
      tag: { how: 'typed' },
    })
    expect(trace.views['v1']?.step).toBeUndefined()
  })

  it('resolves parts kept over several filters to how they came about in this recording', () => {
    const { trace } = taught(openDesk(), (at) => {
      at.filter({ priority: ['high'] })
      at.filter({ tag: 'vip' })
      at.filter({ sort: 'oldest' })
      at.open(0)
      at.setStatus('solved')
    })
    expect(trace.steps[0]).toMatchObject({
      stepId: 's3',
      input: { priority: ['high'], tag: 'vip', sort: 'oldest' },
      evidence: { priority: { how: 'picked', from: 'vocabulary' }, tag: { how: 'typed' }, status: { how: 'default', beforeTeach: true } },
    })
    expect(trace.steps[0]?.evidence['priority']).not.toHaveProperty('beforeTeach')
  })

  it('follows next-item flow: the step that opened the ticket, and the choice from the list', () => {
    const { trace } = taught(openDesk(), (at) => {
      at.filter({ status: ['open'] })
      at.open(0)
      at.setPriority('low')
      at.next()
      at.setPriority('low')
    })
    const [, , , next, second] = trace.steps
    expect(next?.evidence['ticketId']).toEqual({ how: 'focus', from: 'auto', ordinal: 1 })
    expect(next?.choices['ticketId']).toMatchObject({ ordinal: 1 })
    expect(second?.evidence['ticketId']).toEqual({ how: 'focus', from: 'auto', step: 's4' })
  })

  it('keeps a write on the row under the cursor as a choice from the list', () => {
    const { trace } = taught(openDesk(), (at) => {
      at.filter({ status: ['open'], sort: 'oldest' })
      at.onRow(1).setPriority('low')
    })
    expect(commands(trace)).toEqual(['filter_tickets', 'set_ticket_priority'])
    expect(trace.steps[1]?.evidence['ticketId']).toEqual({ how: 'focus', from: 'cursor', ordinal: 1 })
    expect(trace.steps[1]?.choices['ticketId']).toMatchObject({ ordinal: 1, total: 10 })
  })

  it('case T03: Teach, Stop, Teach, Stop doubles no step and mixes nothing', () => {
    const desk = openDesk()
    const first = taught(desk, (at) => {
      at.filter({ priority: ['high'] })
      at.open(0)
      at.setStatus('solved')
    })
    const second = taught(desk, (at) => at.setPriority('low'))
    expect(first.trace.steps).toHaveLength(3)
    expect(second.recording.steps.map(({ stepId, command }) => [stepId, command])).toEqual([['s1', 'set_ticket_priority']])
    expect(second.trace.steps[0]?.evidence['ticketId']).toEqual({ how: 'focus', from: 'beforeTeach' })
    expect(second.recording.recordingId).not.toBe(first.recording.recordingId)
  })

  it('case T04: a second mount gets the same recorder, and nothing is recorded twice', () => {
    const desk = openDesk()
    desk.recorder.start()
    const stored: LiveRecording[] = []
    const again = createRecorder({ bus: desk.bus, clock: () => 0, newId: () => 'x', me: () => undefined, onLive: (live) => void stored.push(live) })
    demonstrate(desk.bus).boot()
    expect(again).toBe(desk.recorder)
    expect(again.phase).toBe('recording')
    desk.at.open(0)
    const stopped = again.stop()
    expect(stopped.ok && stopped.value.recording.steps).toHaveLength(1)
    expect(stored.at(-1)?.steps).toHaveLength(1)
  })

  it('case P12: an agent’s run while teaching is no part of the demonstration', () => {
    const { recording, trace } = taught(openDesk(), (at) => {
      at.open(0)
      at.agentRun([
        ['filter_tickets', { tag: 'vip' }],
        ['set_ticket_status', { ticketId: 'T-1002', status: 'closed' }],
      ])
      at.setPriority('normal')
    })
    expect(commands(trace)).toEqual(['select_ticket', 'set_ticket_priority'])
    expect(recording.steps).toHaveLength(2)
    expect(expectedChanges(trace).map(({ field }) => field)).toEqual(['priority'])
  })

  it('case P26: call arguments of runs and of the page itself stand nowhere in a recording', () => {
    const desk = openDesk()
    const { recording } = taught(desk, (at) => {
      at.open(0)
      at.agentRun([['add_ticket_tags', { ticketId: 'T-1007', tags: ['from-the-agent'] }]])
      doIt(desk.bus, 'set_ticket_tags', { ticketId: 'T-1006', tags: ['from-the-page'] }, { actor: 'system' })
      at.setPriority('normal')
    })
    expect(canonical(recording)).not.toMatch(/from-the-(?:agent|page)/)
  })

  it('leaves out what cannot be recorded, was refused or changed nothing', () => {
    const desk = openDesk()
    const { recording } = taught(desk, (at) => {
      at.open(0)
      at.close()
      expect(desk.bus.dispatch('set_ticket_status', { ticketId: 'T-0', status: 'open' }, { actor: 'operator', source: 'list' }).ok).toBe(false)
      at.onRow(0).setStatus(String(desk.bus.session.records.get('ticket', at.ids[0] ?? '')?.['status']))
    })
    expect(recording.steps.map(({ command }) => command)).toEqual(['select_ticket'])
  })

  it('refuses what is sensitive, and the recording says so', () => {
    const secret = defineCommand({
      id: 'set_password',
      title: 'Set password',
      description: 'Sets a password.',
      effect: 'view',
      recordable: true,
      sensitive: true,
      input: { type: 'object', properties: { password: { type: 'string' } }, required: ['password'], additionalProperties: false },
      output: { type: 'object' },
      plan: () => ({ output: {} }),
      say: () => ['Set a password'],
    })
    const catalogue = { ...triageCatalogue, commands: [...triageCatalogue.commands, secret] }
    const bus = createBus({ catalogue, validatorFor: runtimeValidators(catalogue), clock: () => 0, newId: () => 'c', records: { ticket: tickets(5), assignee: ASSIGNEES } })
    const at = demonstrate(bus)
    at.boot()
    const { recording } = taught({ bus, at, recorder: recorderFor(bus) }, () => {
      at.open(0)
      doIt(bus, 'set_password', { password: 'hunter2' })
    })
    expect(recording.steps).toHaveLength(1)
    expect(recording.cuts).toEqual([expect.stringContaining('Set password')])
    expect(canonical(recording)).not.toContain('hunter2')
  })

  it('knows the list on show although it was made before there was a recorder', () => {
    const bus = deskBus({ ticket: tickets(20), assignee: ASSIGNEES })
    const at = demonstrate(bus)
    at.boot()
    at.filter({ tag: 'vip' })
    at.filter({ sort: 'oldest' })
    const { trace } = taught({ bus, at, recorder: recorderFor(bus) }, () => {
      at.filter({ priority: ['high'] })
      at.open(0)
      at.setStatus('solved')
    })
    expect(trace.steps[0]?.evidence).toMatchObject({
      status: { how: 'default', beforeTeach: true },
      tag: { how: 'typed', beforeTeach: true },
      sort: { how: 'picked', from: 'vocabulary', beforeTeach: true },
      priority: { how: 'picked', from: 'vocabulary' },
    })
  })

  it('knows the list the page opened with: it stood there, and nobody of this page chose it', () => {
    const before = openDesk()
    before.at.filter({ status: ['open'], sort: 'oldest' })
    const { list } = before.bus.session.view
    const records = { ticket: tickets(40), assignee: ASSIGNEES, template: TEMPLATES }
    const bus = createBus({
      catalogue: triageCatalogue,
      validatorFor: runtimeValidators(triageCatalogue),
      clock: () => 0,
      newId: () => 'c1',
      records,
      view: { list, focus: null },
    })
    const { trace } = taught({ bus, at: demonstrate(bus), recorder: recorderFor(bus) }, (at) => {
      at.open(0)
      at.setPriority('low')
    })
    const nobody = { how: 'default', beforeTeach: true }
    expect(trace.views['v1']).toMatchObject({ query: { status: ['open'], sort: 'oldest' }, evidence: { status: nobody, sort: nobody } })
    expect(Object.keys(trace.views['v1']?.evidence ?? {})).toEqual(['status', 'sort'])
  })

  it('forgets a step whose commit storage took back', () => {
    const desk = openDesk()
    const { trace } = taught(desk, (at) => {
      at.open(0)
      at.setStatus('solved')
      at.setPriority('high')
      const commit = desk.bus.commits.at(-1)
      if (commit) desk.recorder.rolledBack(commit)
    })
    expect(commands(trace)).toEqual(['select_ticket', 'set_ticket_status'])
  })

  it('asks whether it may record, and is busy while it does', () => {
    let full = true
    const desk = openDesk({ ports: { mayRecord: () => (full ? fail('LIMIT', 'There are too many recordings.') : { ok: true, value: undefined }) } })
    expect(desk.recorder.start()).toMatchObject({ ok: false, error: { code: 'LIMIT' } })
    expect(desk.recorder.phase).toBe('idle')
    full = false
    expect(desk.recorder.start().ok).toBe(true)
    expect(desk.recorder.start()).toMatchObject({ ok: false, error: { code: 'BUSY' } })
    desk.recorder.cancel()
    expect(desk.recorder.stop()).toMatchObject({ ok: false, error: { code: 'NOT_READY' } })
  })

  it('shows the steps in plain words as they come, with what was struck out and undone', () => {
    const { recorder, at } = openDesk()
    let told = 0
    recorder.onChange(() => (told += 1))
    recorder.start()
    at.search('re')
    at.open(0)
    at.setStatus('on_hold')
    at.assign('a-2')
    at.undo()
    recorder.strike('s1')
    expect(recorder.live.steps.map(({ stepId, words, state }) => [stepId, plain(words), state])).toEqual([
      ['s1', 'Filter to new, open, pending or on hold, with the text r, newest first', 'struck'],
      ['s2', 'Filter to new, open, pending or on hold, with the text re, newest first', 'kept'],
      ['s3', `Open the first in the list (${at.ticketId})`, 'kept'],
      ['s4', `Set status of ${at.ticketId} to on hold`, 'kept'],
      ['s5', `Assign ${at.ticketId} to Jonas Berg`, 'undone'],
    ])
    expect(recorder.live.steps[1]?.words).toContainEqual({ kind: 'ugc', text: 're' })
    expect(told).toBe(8)
    recorder.unstrike('s1')
    expect(recorder.live.steps[0]?.state).toBe('kept')
    recorder.cancel()
    expect(recorder.live.steps).toEqual([])
  })
})

describe('resume', () => {
  /** The page goes and comes back: another bus over what was stored. */
  function reloaded(desk: ReturnType<typeof openDesk>) {
    const records = Object.fromEntries(['ticket', 'assignee', 'template'].map((entity) => [entity, desk.bus.session.records.list(entity)]))
    const bus = deskBus(records)
    return { bus, at: demonstrate(bus), recorder: recorderFor(bus) }
  }

  it('goes on after a reload as if nothing had been, without the page’s own first list', () => {
    const stored: string[] = []
    const desk = openDesk({ ports: { onLive: (live) => void stored.push(JSON.stringify(live)) } })
    desk.recorder.start()
    desk.at.filter({ status: ['open'], sort: 'oldest' })
    desk.at.open(0)
    desk.at.setPriority('low')
    const page = reloaded(desk)
    page.at.boot()
    expect(page.recorder.resume(JSON.parse(stored.at(-1) ?? '') as LiveRecording).ok).toBe(true)
    expect(page.recorder.live.steps).toHaveLength(3)
    page.at.openId('T-1001')
    page.at.setStatus('solved')
    const stopped = page.recorder.stop()
    if (!stopped.ok) throw new Error(stopped.error.message)
    const { recording, trace } = stopped.value
    expect(recording.steps.map(({ stepId }) => stepId)).toEqual(['s1', 's2', 's3', 's4', 's5'])
    expect(trace.steps[4]?.evidence['ticketId']).toEqual({ how: 'focus', from: 'opened', step: 's4' })
    // The list after the reload was set by nobody: it is not taken for the one that was filtered.
    expect(trace.views[trace.steps[3]?.view ?? '']?.step).toBeUndefined()
    expect(trace.slice['ticket']?.['T-1001']).toMatchObject({ priority: 'urgent', status: 'open' })
  })

  it('knows the list and the open ticket again where the page shows what it showed', () => {
    const stored: LiveRecording[] = []
    const desk = openDesk({ ports: { onLive: (live) => void stored.push(live) } })
    desk.recorder.start()
    desk.at.filter({ status: ['open'], sort: 'oldest' })
    desk.at.open(0)
    const page = reloaded(desk)
    page.at.filterOnly({ status: ['open'], sort: 'oldest' })
    page.at.openId('T-1001')
    page.recorder.resume(stored.at(-1) as LiveRecording)
    page.at.setPriority('low')
    page.at.onRow(1).setPriority('low')
    const stopped = page.recorder.stop()
    const steps = stopped.ok ? stopped.value.trace.steps : []
    expect(steps[2]?.evidence['ticketId']).toEqual({ how: 'focus', from: 'opened', step: 's2' })
    expect(stopped.ok && stopped.value.trace.views[steps[3]?.view ?? '']?.step).toBe('s1')
  })

  it('keeps what is to come of it, and nothing of that is in the recording', () => {
    const stored: LiveRecording[] = []
    const desk = openDesk({ ports: { onLive: (live) => void stored.push(live) } })
    desk.recorder.start({ tool: 'raise', as: 's2' })
    expect(stored.at(-1)).toMatchObject({ purpose: { tool: 'raise', as: 's2' }, steps: [] })
    const page = reloaded(desk)
    page.at.boot()
    page.recorder.resume(stored.at(-1) as LiveRecording)
    page.at.open(0)
    page.at.setPriority('low')
    const stopped = page.recorder.stop()
    expect(stopped.ok && JSON.stringify(stopped.value.recording)).not.toContain('raise')
    desk.recorder.cancel()
    desk.recorder.start()
    expect(stored.at(-1)).not.toHaveProperty('purpose')
  })

  it('still finds what an undo takes back', () => {
    const stored: LiveRecording[] = []
    const desk = openDesk({ ports: { onLive: (live) => void stored.push(live) } })
    desk.recorder.start()
    desk.at.open(0)
    desk.at.setPriority('high')
    desk.at.setStatus('solved')
    const commit = desk.bus.commits.at(-1)
    const page = reloaded(desk)
    page.at.boot()
    page.recorder.resume(stored.at(-1) as LiveRecording)
    page.bus.apply([], { actor: 'operator', source: 'undo', undoes: [commit?.id ?? ''] })
    const stopped = page.recorder.stop()
    expect(stopped.ok && commands(stopped.value.trace)).toEqual(['select_ticket', 'set_ticket_priority'])
  })

  it('loses the steps that were taken back while nobody recorded, and those that never came to be', () => {
    const stored: LiveRecording[] = []
    const desk = openDesk({ ports: { onLive: (live) => void stored.push(live) } })
    desk.recorder.start()
    desk.at.open(0)
    desk.at.setPriority('high')
    desk.at.setPriority('normal')
    desk.at.undo()
    desk.at.setStatus('solved')
    desk.at.addTags('vip')
    const live = stored.at(-1) as LiveRecording
    const all = desk.bus.commits
    const [status, tags] = all.slice(-2)
    const undone = { ...all[0], id: 'later', undoes: [status?.id ?? ''], patches: [] } as unknown as Commit
    const goneOn = (known: readonly Commit[], complete: boolean): readonly string[] => {
      const page = reloaded(desk)
      page.at.boot()
      page.recorder.resume(live, known, complete)
      const stopped = page.recorder.stop()
      return stopped.ok ? commands(stopped.value.trace) : []
    }
    const whole = ['select_ticket', 'set_ticket_priority', 'set_ticket_status', 'add_ticket_tags']
    expect(goneOn(all, true)).toEqual(whole)
    expect(goneOn([...all, undone], true)).toEqual(['select_ticket', 'set_ticket_priority', 'add_ticket_tags'])
    const without = all.filter((commit) => commit !== tags)
    expect(goneOn(without, true)).toEqual(['select_ticket', 'set_ticket_priority', 'set_ticket_status'])
    // The first undo never came to be: the priority it took back is a step again.
    const firstUndo = all.find(({ undoes }) => undoes)
    expect(goneOn(all.filter((commit) => commit !== firstUndo), true)).toEqual(whole)
    // Of commits that are not all of them, one that is missing says nothing.
    expect(goneOn(without, false)).toEqual(whole)
  })
})
