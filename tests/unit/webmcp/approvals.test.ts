import { describe, expect, it } from 'vitest'
import type { Gesture } from '../../../src/webmcp/library/types.ts'
import type { Demonstration } from '../../support/sessions.ts'
import { must, openPage, PERSON, turns, urgentVip, type Page } from './page.ts'

function waiting() {
  const page = openPage()
  const draftId = page.teach(urgentVip)
  const request = must(page.approvals.open(draftId, 'agent'))
  return { page, draftId, request }
}

/** The page after another one: it finds what was stored. */
function pageAfter({ bus }: Page): Page {
  const { records } = bus.session
  return openPage({ prefix: 'n', records: { recording: records.list('recording'), draft: records.list('draft') } })
}

describe('approvals', () => {
  it('publishes to the letter what was shown, with its digest and the gesture in the audit', () => {
    const { page, draftId, request } = waiting()
    const tool = must(page.approvals.approve(request.requestId, PERSON))
    expect(tool.compiled).toEqual(request.view.compiled)
    expect(tool).toMatchObject({ digest: request.digest, draftId, state: 'live', runCount: 0 })
    expect(page.audit('approved')[0]?.audit).toMatchObject({
      tool: tool.name,
      digest: request.digest,
      detail: { origin: 'agent', gesture: { isTrusted: true, via: 'pointer', after: 1200 } },
    })
    expect(page.audit('approved')[0]?.undoable).toBe(false)
    expect(page.library.draft(draftId)?.status).toBe('published')
    expect(page.approvals.waiting()).toEqual([])
  })

  it.each<[string, Gesture]>([
    ['a synthetic event', { isTrusted: false, via: 'pointer', after: 5000 }],
    ['element.click()', { isTrusted: false, via: 'script', after: 5000 }],
    ['a script that claims trust', { isTrusted: true, via: 'script', after: 5000 }],
    ['a click before the dialog could be read', { isTrusted: true, via: 'pointer', after: 499 }],
  ])('case T26: %s publishes nothing, and the audit shows the attempt', (_name, gesture) => {
    const { page, request } = waiting()
    expect(page.approvals.approve(request.requestId, gesture)).toMatchObject({ ok: false, error: { code: 'BLOCKED' } })
    expect(page.library.tools()).toEqual([])
    expect(page.audit('answer-refused')[0]?.audit).toMatchObject({ digest: request.digest, detail: { gesture } })
    expect(page.approvals.waiting()).toHaveLength(1)
    expect(page.approvals.approve(request.requestId, PERSON).ok).toBe(true)
  })

  it('lets no script say no either', () => {
    const { page, request } = waiting()
    expect(page.approvals.reject(request.requestId, { ...PERSON, isTrusted: false }).ok).toBe(false)
    expect(page.approvals.waiting()).toHaveLength(1)
  })

  it.each([
    ['name', { name: 'another_name' }],
    ['description', { description: 'Something else.' }],
    ['parameters', { parameters: { none: { name: 'x' } } }],
    ['edits', { edits: [{ edit: 'drop', step: 's3' } as const] }],
  ])('case P15: a change of %s withdraws the request', (_what, change) => {
    const { page, draftId, request } = waiting()
    must(page.library.editDraft(draftId, change))
    expect(page.approvals.request(request.requestId)).toMatchObject({ state: 'withdrawn', reason: 'The draft was changed.' })
    expect(page.audit('withdrawn')).toHaveLength(1)
    expect(page.approvals.waiting()).toEqual([])
  })

  it('keeps the request when nothing about the draft really changed', () => {
    const { page, draftId, request } = waiting()
    must(page.library.editDraft(draftId, { name: request.view.draft.name }))
    expect(page.approvals.waiting()).toHaveLength(1)
    expect(must(page.approvals.open(draftId, 'operator')).requestId).toBe(request.requestId)
  })

  it('case W19: approving after an edit, twice, or after a withdrawal does nothing and says so', () => {
    const edited = waiting()
    must(edited.page.library.editDraft(edited.draftId, { title: 'Else' }))
    expect(edited.page.approvals.approve(edited.request.requestId, PERSON)).toMatchObject({ ok: false, error: { message: expect.stringContaining('withdrawn') as string } })
    expect(edited.page.library.tools()).toEqual([])

    const { page, request } = waiting()
    must(page.approvals.approve(request.requestId, PERSON))
    const commits = page.bus.commits.length
    expect(page.approvals.approve(request.requestId, PERSON)).toMatchObject({ ok: false, error: { message: expect.stringContaining('already') as string } })
    expect(page.bus.commits).toHaveLength(commits)

    const gone = waiting()
    must(gone.page.approvals.withdraw(gone.request.requestId, 'The agent gave up.'))
    expect(gone.page.approvals.approve(gone.request.requestId, PERSON).ok).toBe(false)
    expect(gone.page.approvals.reject(gone.request.requestId, PERSON).ok).toBe(false)
    expect(gone.page.approvals.approve('unknown', PERSON)).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
  })

  it('discarding a draft withdraws its request', () => {
    const { page, draftId, request } = waiting()
    must(page.library.discardDraft(draftId))
    expect(page.approvals.request(request.requestId)).toMatchObject({ state: 'withdrawn', reason: 'The draft was discarded.' })
  })

  it('case P19: several wait in order, and each can be answered', () => {
    const page = openPage()
    const first = must(page.approvals.open(page.teach(urgentVip), 'agent'))
    const second = must(
      page.approvals.open(
        page.teach((at) => {
          at.open(4)
          at.setStatus('solved')
        }),
        'operator',
      ),
    )
    expect(page.approvals.waiting().map((one) => one.requestId)).toEqual([first.requestId, second.requestId])
    must(page.approvals.reject(second.requestId, PERSON))
    must(page.approvals.approve(first.requestId, PERSON))
    expect(page.approvals.request(second.requestId)?.state).toBe('rejected')
    expect(page.library.tools().map((tool) => tool.name)).toEqual([first.view.compiled.name])
  })

  it('a rejected draft can be asked about again', () => {
    const { page, draftId, request } = waiting()
    must(page.approvals.reject(request.requestId, PERSON, 'Too broad.'))
    expect(page.approvals.lastOf(draftId)).toMatchObject({ state: 'rejected', reason: 'Too broad.' })
    const again = must(page.approvals.open(draftId, 'agent'))
    expect(again.requestId).not.toBe(request.requestId)
    expect(page.approvals.waiting()).toHaveLength(1)
  })

  it('says which name is taken, by a tool or by another request', () => {
    const { page, request } = waiting()
    const other = page.teach((at) => {
      at.open(4)
      at.setStatus('solved')
    })
    must(page.library.editDraft(other, { name: request.view.compiled.name }))
    expect(page.approvals.open(other, 'agent')).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT', path: 'name' } })
    must(page.approvals.approve(request.requestId, PERSON))
    expect(page.approvals.open(other, 'agent')).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT', path: 'name' } })
    must(page.library.editDraft(other, { name: 'understudy_publish_tool' }))
    expect(page.approvals.open(other, 'agent')).toMatchObject({ ok: false, error: { path: 'name' } })
  })

  it('refuses a blocked draft with what blocks it', () => {
    const page = openPage()
    const draftId = page.teach(urgentVip)
    must(page.library.editDraft(draftId, { description: 'Hidden​ text.' }))
    expect(page.approvals.open(draftId, 'agent')).toMatchObject({ ok: false, error: { code: 'BLOCKED' } })
    expect(page.approvals.open('nothing', 'agent')).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
  })

  it('case W11: the seventeenth is refused with what to do, also when the sixteenth came while it waited', () => {
    const page = openPage()
    const last = page.teach((at) => {
      at.open(20)
      at.setStatus('solved')
    })
    const draftId = page.teach(urgentVip)
    must(page.library.editDraft(draftId, { description: 'Does it.' }))
    const waitingOne = must(page.approvals.open(last, 'operator'))
    const source = must(page.library.draftView(draftId)).draft.recordingIds
    for (let count = 1; count <= 16; count += 1) {
      const draft = must(page.library.draftFrom({ recordingIds: source, name: `tool_${count}`, description: 'Does it.' }))
      page.publish(draft.draftId)
    }
    expect(page.approvals.open(draftId, 'agent')).toMatchObject({ ok: false, error: { code: 'LIMIT' } })
    expect(page.approvals.approve(waitingOne.requestId, PERSON)).toMatchObject({
      ok: false,
      error: { code: 'LIMIT', message: expect.stringContaining('Disable or revoke') as string },
    })
    expect(page.library.tools()).toHaveLength(16)
    expect(page.approvals.request(waitingOne.requestId)?.state).toBe('waiting')
    must(page.registry.disable('tool_3'))
    expect(page.approvals.approve(waitingOne.requestId, PERSON).ok).toBe(true)
  })

  it('shows what it does where the demonstration began, and to another ticket today', () => {
    const { request, page } = waiting()
    const shown = page.library.recordings()[0]?.steps.flatMap((step) => step.changes)[0]?.id
    const [demonstration, today] = request.dryRuns
    expect(demonstration).toMatchObject({
      on: 'demonstration',
      args: { target_ticket: shown },
      error: null,
      changes: [
        { id: shown, field: 'priority', from: 'low', to: 'urgent' },
        { id: shown, field: 'tags', from: ['login'], to: ['login', 'vip'] },
      ],
    })
    expect(today).toMatchObject({ on: 'today', error: null, changes: [{ field: 'priority' }, { field: 'tags' }] })
    const proposed = today?.args.target_ticket
    expect(proposed).not.toBe(shown)
    expect(page.bus.session.view.list?.ids).toContain(proposed)
  })

  it('proposes a ticket for which the run succeeds, where it must be in a list', () => {
    const page = openPage()
    const before = page.bus.session.view.list?.ids ?? []
    for (const id of before.slice(0, 3)) page.bus.dispatch('set_ticket_status', { ticketId: id, status: 'pending' }, { actor: 'operator', source: 'test' })
    const draftId = page.teach((at) => {
      at.filter({ status: ['pending'] })
      at.open(1)
      at.setPriority('urgent')
    })
    const request = must(page.approvals.open(draftId, 'operator'))
    const today = request.dryRuns.find((run) => run.on === 'today')
    expect(today).toMatchObject({ error: null })
    expect(today?.changes.length).toBeGreaterThan(0)
  })

  it('shows what it does where each demonstration began, once there are several', () => {
    const page = openPage()
    const raise = (place: number) => (at: Demonstration) => {
      at.open(place)
      at.setPriority('urgent')
    }
    const shown = [page.teach(raise(2)), page.teach(raise(5))].map((id) => page.library.draft(id)?.recordingIds[0] ?? '')
    const { draftId } = must(page.library.draftFrom({ recordingIds: shown, name: 'raise', description: 'Raises one.' }))
    const { dryRuns } = must(page.approvals.open(draftId, 'operator'))
    expect(dryRuns.map(({ on, recordingId }) => [on, recordingId])).toEqual([['demonstration', shown[0]], ['demonstration', shown[1]], ['today', undefined]])
    const acted = shown.map((id) => page.library.recording(id)?.steps.flatMap(({ changes }) => changes)[0]?.id)
    expect(new Set(acted).size).toBe(2)
    expect(dryRuns.slice(0, 2).map(({ changes }) => changes)).toEqual(acted.map((id) => [{ entity: 'ticket', id, field: 'priority', from: 'low', to: 'urgent' }]))
    expect(acted).not.toContain(dryRuns[2]?.changes[0]?.id)
  })

  it('runs dry on what the person asks for, changes nothing, and checks the arguments', () => {
    const { page, request } = waiting()
    const { records } = page.bus.session
    const run = must(page.approvals.dryRun(request.requestId, { target_ticket: 'T-1009' }))
    expect(run.changes.map((change) => change.id)).toEqual(['T-1009', 'T-1009'])
    expect(page.bus.session.records).toBe(records)
    expect(page.approvals.request(request.requestId)?.dryRuns.find((one) => one.on === 'today')?.args).toEqual({ target_ticket: 'T-1009' })
    expect(page.approvals.dryRun(request.requestId, { target_ticket: 5 })).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
    expect(must(page.approvals.dryRun(request.requestId, { target_ticket: 'T-9' })).error).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('case P20: another page says that a request it finds waiting was withdrawn', () => {
    const { page, draftId } = waiting()
    const next = pageAfter(page)
    expect(next.approvals.waiting()).toEqual([])
    expect(next.approvals.lastOf(draftId)).toMatchObject({ state: 'withdrawn', reason: expect.stringContaining('reloaded') as string })
    const again = must(next.approvals.open(draftId, 'agent'))
    expect(next.approvals.lastOf(draftId)).toMatchObject({ requestId: again.requestId, state: 'waiting' })
    expect(next.audit('withdrawn')).toHaveLength(1)
  })

  it('a page finds what one before it left behind, which can be looked at after all, or let go for good', () => {
    const { page, draftId } = waiting()
    expect(page.approvals.leftBehind()).toEqual([])
    const next = pageAfter(page)
    expect(next.approvals.leftBehind().map((draft) => draft.draftId)).toEqual([draftId])
    const again = must(next.approvals.open(draftId, 'operator'))
    expect(next.approvals.leftBehind()).toEqual([])
    must(next.approvals.approve(again.requestId, PERSON))
    expect(next.approvals.leftBehind()).toEqual([])

    const other = pageAfter(page)
    must(other.approvals.letGo(draftId))
    expect(other.approvals.leftBehind()).toEqual([])
    expect(other.approvals.lastOf(draftId)).toMatchObject({ state: 'withdrawn', reason: expect.stringContaining('let it go') as string })
    expect(other.audit('withdrawn')).toHaveLength(1)
    expect(other.library.draft(draftId)?.status).toBe('open')
    expect(other.approvals.letGo(draftId)).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    expect(pageAfter(other).approvals.leftBehind()).toEqual([])
  })

  it('tells whoever waits when it is answered, and at once afterwards', async () => {
    const { page, request } = waiting()
    const heard: string[] = []
    void page.approvals.answered(request.requestId).then((one) => heard.push(one.state))
    await turns()
    expect(heard).toEqual([])
    must(page.approvals.approve(request.requestId, PERSON))
    await turns()
    expect(heard).toEqual(['published'])
    expect((await page.approvals.answered(request.requestId)).state).toBe('published')
    await expect(page.approvals.answered('unknown')).rejects.toThrow()
  })

  it('takes back what another tab was faster at', async () => {
    const page = openPage({ settled: () => Promise.resolve('stale') })
    const request = must(page.approvals.open(page.teach(urgentVip), 'agent'))
    must(page.approvals.approve(request.requestId, PERSON))
    expect(await page.approvals.answered(request.requestId)).toMatchObject({ state: 'withdrawn', reason: expect.stringContaining('tab') as string })
  })

  it('stops following the library when it is disposed', () => {
    const { page, draftId, request } = waiting()
    page.approvals.dispose()
    must(page.library.editDraft(draftId, { title: 'Else' }))
    expect(page.approvals.request(request.requestId)?.state).toBe('waiting')
  })
})
