import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/bus/json.ts'
import { openPage, ticketPatches, turns, urgentVip, type Page } from './page.ts'

const AGENT = { actor: 'agent', source: 'host' } as const
const code = (result: JsonObject): unknown => (result.error as JsonObject | undefined)?.code

function withTool(options: Parameters<typeof openPage>[0] = {}): Page {
  const page = openPage(options)
  page.publish(page.teach(urgentVip), 'escalate')
  return page
}

describe('runs', () => {
  it('does the task on another ticket in one commit, and answers with what changed', async () => {
    const page = withTool()
    const before = page.bus.commits.length
    const result = await page.runs.run('escalate', { target_ticket: 'T-1005' }, AGENT)
    expect(result).toMatchObject({
      ok: true,
      changed: [
        { ticketId: 'T-1005', field: 'priority', to: 'urgent' },
        { ticketId: 'T-1005', field: 'tags', untrusted: { to: expect.arrayContaining(['vip']) as unknown } },
      ],
      unchanged: 0,
    })
    expect(page.ticket('T-1005')).toMatchObject({ priority: 'urgent' })
    const made = page.bus.commits.slice(before)
    const writing = made.filter((commit) => commit.patches.some((patch) => patch.entity === 'ticket'))
    expect(writing).toHaveLength(1)
    expect(writing[0]).toMatchObject({ actor: 'agent', run: { tool: 'escalate' }, undoable: true, audit: { type: 'run-finished' } })
    expect(made[0]?.audit).toMatchObject({ type: 'run-started', tool: 'escalate' })
    expect(page.library.tool('escalate')).toMatchObject({ runCount: 1, lastError: null })
  })

  it('counts a write that finds it so already as unchanged', async () => {
    const page = withTool()
    await page.runs.run('escalate', { target_ticket: 'T-1005' }, AGENT)
    expect(await page.runs.run('escalate', { target_ticket: 'T-1005' }, AGENT)).toMatchObject({ ok: true, changed: [], unchanged: 2 })
  })

  it.each([
    ['missing', {}, 'target_ticket'],
    ['wrong', { target_ticket: 7 }, 'target_ticket'],
    ['extra', { target_ticket: 'T-1005', also: 1 }, 'also'],
    ['array', [], ''],
    ['null', null, ''],
    ['text', '{"target_ticket":"T-1005"}', ''],
    ['undefined', undefined, ''],
  ])('cases W17 and P21: refuses %s arguments with the path, dispatches nothing, and blames nobody', async (_name, input, path) => {
    const page = withTool()
    const entries = page.bus.journal.length
    const commits = page.bus.commits.length
    const result = await page.runs.run('escalate', input, AGENT)
    expect(result).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT', path, retryable: false } })
    expect([page.bus.journal.length, page.bus.commits.length]).toEqual([entries, commits])
    expect(page.library.tool('escalate')).toMatchObject({ runCount: 0, lastError: null })
    expect(page.runs.finished()).toEqual([])
  })

  it('does not hold a ticket that does not exist against the tool', async () => {
    const page = withTool()
    const patches = ticketPatches(page.bus)
    const result = await page.runs.run('escalate', { target_ticket: 'T-9' }, AGENT)
    expect(result.ok).toBe(false)
    expect(ticketPatches(page.bus)).toBe(patches)
    expect(page.library.tool('escalate')?.lastError).toBeNull()
  })

  it('cases T07 and T25: a step that fails ends the call with its number, and nothing of the earlier steps stays', async () => {
    const page = openPage()
    page.publish(
      page.teach((at) => {
        at.open(2)
        at.setPriority('urgent')
        at.applyTemplate('refund')
        at.setStatus('pending')
      }),
      'refund',
    )
    const template = page.bus.session.records.get('template', 'refund')
    page.bus.apply([{ op: 'remove', entity: 'template', id: 'refund', record: template ?? {} }], { actor: 'operator', source: 'test' })
    const before = page.ticket('T-1005')
    const result = await page.runs.run('refund', { target_ticket: 'T-1005' }, AGENT)
    expect(result).toMatchObject({ ok: false, error: { step: expect.any(Number) as number, applied: [] } })
    expect(page.ticket('T-1005')).toBe(before)
    expect(page.runs.finished()[0]?.outcome).toMatchObject({ ok: false })
    expect(page.audit('run-finished').at(-1)?.audit?.detail).toMatchObject({ ok: false })
  })

  it('case T22: refuses an assignee who is gone before it writes anything', async () => {
    const page = openPage()
    page.publish(
      page.teach((at) => {
        at.open(2)
        at.setPriority('urgent')
        at.assign('a-3')
      }),
      'hand_over',
    )
    const assignee = page.bus.session.records.get('assignee', 'a-3')
    page.bus.apply([{ op: 'remove', entity: 'assignee', id: 'a-3', record: assignee ?? {} }], { actor: 'operator', source: 'test' })
    const patches = ticketPatches(page.bus)
    expect(await page.runs.run('hand_over', { target_ticket: 'T-1005' }, AGENT)).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    expect(ticketPatches(page.bus)).toBe(patches)
  })

  /** A run that stands before its nth step until the test lets it on. */
  function halted(step: number): { readonly page: Page; readonly go: () => void; readonly reached: Promise<void> } {
    let go = (): void => undefined
    let arrive = (): void => undefined
    const reached = new Promise<void>((resolve) => (arrive = resolve))
    let steps = 0
    const page = withTool({
      pause: () => {
        steps += 1
        if (steps !== step) return Promise.resolve()
        arrive()
        return new Promise((resolve) => (go = resolve))
      },
    })
    return { page, go: () => go(), reached }
  }

  it('case P22: a caller that aborts after step 2 of 5 stops the rest, and nothing of the first two stays', async () => {
    const { page, go, reached } = halted(3)
    const five = page.teach((at) => {
      at.open(3)
      at.setPriority('high')
      at.setStatus('pending')
      at.assign('a-2')
      at.addTags('bug')
    })
    page.publish(five, 'five_steps')
    const before = page.ticket('T-1005')
    const entries = page.bus.journal.length
    const controller = new AbortController()
    const input = { target_ticket: 'T-1005' }
    const answer = page.runs.run('five_steps', input, { ...AGENT, signal: controller.signal })
    await reached
    expect(page.runs.active()[0]).toMatchObject({ tool: 'five_steps', outcome: null, passed: { length: 2 } })
    controller.abort()
    go()
    expect(await answer).toMatchObject({ ok: false, error: { code: 'CANCELLED', applied: [], remaining: [1, 2, 3, 4, 5] } })
    expect(page.ticket('T-1005')).toBe(before)
    expect(page.bus.journal).toHaveLength(entries)
    expect(page.runs.active()).toEqual([])
    expect(page.library.tool('five_steps')?.lastError).toBeNull()
    expect(page.audit('run-finished').at(-1)?.audit?.detail).toMatchObject({ ok: false, code: 'CANCELLED' })
  })

  it('stops at once for a signal that had aborted before', async () => {
    const page = withTool()
    expect(code(await page.runs.run('escalate', { target_ticket: 'T-1005' }, { ...AGENT, signal: AbortSignal.abort() }))).toBe('CANCELLED')
  })

  it('the person’s Stop ends it, and the caller is told', async () => {
    const { page, go, reached } = halted(2)
    const answer = page.runs.run('escalate', { target_ticket: 'T-1005' }, AGENT)
    await reached
    page.runs.stop(page.runs.active()[0]?.runId ?? '')
    go()
    expect(await answer).toMatchObject({ ok: false, error: { code: 'CANCELLED', retryable: false } })
    expect(page.runs.finished()[0]?.outcome).toMatchObject({ ok: false, code: 'CANCELLED' })
  })

  it('lets only one writing run in at a time, and reads beside it', async () => {
    const { page, go, reached } = halted(2)
    const lookUp = page.teach((at) => at.filter({ status: ['open'] }))
    page.publish(lookUp, 'look_up')
    const first = page.runs.run('escalate', { target_ticket: 'T-1005' }, AGENT)
    await reached
    expect(await page.runs.run('escalate', { target_ticket: 'T-1006' }, AGENT)).toMatchObject({ ok: false, error: { code: 'BUSY', retryable: true } })
    expect(await page.runs.run('look_up', {}, AGENT)).toMatchObject({ ok: true, rows: expect.any(Array) as unknown })
    go()
    expect((await first).ok).toBe(true)
    expect((await page.runs.run('escalate', { target_ticket: 'T-1006' }, AGENT)).ok).toBe(true)
  })

  it('is STALE, whole, when a person changes the ticket meanwhile', async () => {
    const { page, go, reached } = halted(3)
    const answer = page.runs.run('escalate', { target_ticket: 'T-1005' }, AGENT)
    await reached
    page.bus.dispatch('set_ticket_status', { ticketId: 'T-1005', status: 'solved' }, { actor: 'operator', source: 'ticket' })
    go()
    expect(await answer).toMatchObject({ ok: false, error: { code: 'STALE', retryable: true, applied: [] } })
    expect(page.ticket('T-1005')).toMatchObject({ priority: 'low', tags: ['login'] })
    expect(page.ticket('T-1005').status).toBe('solved')
  })

  it('leaves the person’s list, open ticket and cursor alone', async () => {
    const page = withTool()
    const { view } = page.bus.session
    await page.runs.run('escalate', { target_ticket: 'T-1005' }, AGENT)
    expect(page.bus.session.view).toBe(view)
  })

  it('answers only after the commit is stored, and says when it could not be', async () => {
    let store = (): void => undefined
    const page = withTool({ settled: () => new Promise((resolve) => (store = () => resolve('unsaved'))) })
    let answered = false
    const answer = page.runs.run('escalate', { target_ticket: 'T-1005' }, AGENT).then((result) => {
      answered = true
      return result
    })
    await turns()
    expect(answered).toBe(false)
    expect(page.ticket('T-1005').priority).toBe('urgent')
    store()
    expect(await answer).toMatchObject({ ok: true, saved: false })
  })

  it('is STALE when another tab won at storage', async () => {
    const page = withTool({ settled: () => Promise.resolve('stale') })
    expect(await page.runs.run('escalate', { target_ticket: 'T-1005' }, AGENT)).toMatchObject({
      ok: false,
      error: { code: 'STALE', applied: [], remaining: [1, 2, 3] },
    })
    expect(page.library.tool('escalate')?.lastError).toBeNull()
  })

  it('ends after thirty seconds with nothing applied', async () => {
    let time = 0
    const page = withTool({ clock: () => (time += 12_000) })
    const before = page.ticket('T-1005')
    expect(code(await page.runs.run('escalate', { target_ticket: 'T-1005' }, AGENT))).toBe('LIMIT')
    expect(page.ticket('T-1005')).toBe(before)
  })

  it('case T29: does not run what is not what was approved', async () => {
    const page = withTool()
    const tool = page.library.tool('escalate')
    const forged = { ...tool?.procedure, body: [] }
    page.bus.apply(
      [{ op: 'update', entity: 'tool', id: 'escalate', fields: { procedure: { from: tool?.procedure as never, to: forged as never } } }],
      { actor: 'system', source: 'test' },
    )
    expect(code(await page.runs.run('escalate', { target_ticket: 'T-1005' }, AGENT))).toBe('REVOKED')
  })

  it('does not know a tool nobody published', async () => {
    expect(code(await openPage().runs.run('nothing', {}, AGENT))).toBe('NOT_FOUND')
  })

  it('shows the steps in words and which one is under way', async () => {
    const page = withTool()
    const seen: (string | null)[] = []
    page.runs.onChange(() => seen.push(page.runs.active()[0]?.current ?? null))
    await page.runs.run('escalate', { target_ticket: 'T-1005' }, { actor: 'operator', source: 'palette' })
    const [view] = page.runs.finished()
    expect(view).toMatchObject({ actor: 'operator', current: null, outcome: { ok: true, changed: 2, undo: true } })
    expect(view?.passed).toEqual(view?.steps.map((step) => step.as))
    expect(seen.filter((one) => one !== null)).toEqual(view?.steps.map((step) => step.as))
  })
})
