import { describe, expect, it } from 'vitest'
import { createHistory } from '../../../src/bus/history.ts'
import { auditLines } from '../../../src/webmcp/auditLines.ts'
import { runHistory } from '../../../src/webmcp/runs/runHistory.ts'
import { must, openPage, urgentVip, type Page } from './page.ts'

const AGENT = { actor: 'agent', source: 'host' } as const
const told = (page: Page, running: readonly string[] = []) => runHistory(page.bus.commits, page.bus.index, new Set(running))

function withTool(options: Parameters<typeof openPage>[0] = {}): Page {
  const page = openPage(options)
  page.publish(page.teach(urgentVip), 'escalate')
  return page
}

describe('what commits tell of runs', () => {
  it('case C04: names every field changed, with what it was, and what was so already', async () => {
    const page = withTool()
    page.bus.dispatch('set_ticket_priority', { ticketId: 'T-1005', priority: 'urgent' }, { actor: 'operator', source: 'test' })
    await page.runs.run('escalate', { target_ticket: 'T-1004' }, AGENT)
    await page.runs.run('escalate', { target_ticket: 'T-1005' }, { actor: 'operator', source: 'library' })
    expect(told(page)).toMatchObject([
      {
        tool: 'escalate',
        actor: 'operator',
        source: 'library',
        end: 'done',
        unchanged: 1,
        changes: [{ id: 'T-1005', field: 'tags', from: ['login'], to: ['login', 'vip'] }],
      },
      {
        actor: 'agent',
        end: 'done',
        unchanged: 0,
        undone: false,
        changes: [
          { entity: 'ticket', id: 'T-1004', field: 'priority', from: 'low', to: 'urgent' },
          { entity: 'ticket', id: 'T-1004', field: 'tags' },
        ],
      },
    ])
  })

  it('a run that failed says where and why, and changed nothing', async () => {
    const page = withTool()
    await page.runs.run('escalate', { target_ticket: 'T-9999' }, AGENT)
    expect(told(page)).toMatchObject([{ end: 'failed', code: 'NOT_FOUND', step: 2, changes: [], message: expect.stringMatching(/./) }])
  })

  it('undo and redo are seen on the run they are of', async () => {
    const page = withTool()
    const history = createHistory(page.bus)
    const { run } = await page.runs.run('escalate', { target_ticket: 'T-1004' }, AGENT)
    must(history.undo(run as string))
    expect(told(page)).toMatchObject([{ runId: run, undone: true, changes: [{}, {}] }])
    must(history.redo(run as string))
    expect(told(page)).toMatchObject([{ runId: run, undone: false }])
  })

  it('a run storage took back did nothing', async () => {
    const page = withTool({ settled: () => Promise.resolve('stale') })
    await page.runs.run('escalate', { target_ticket: 'T-1004' }, AGENT)
    const commit = page.bus.commits.find(({ run, patches }) => run && patches.length > 0)
    page.bus.apply([], { actor: 'system', source: 'rollback', announce: false, undoes: [commit?.id ?? ''] })
    expect(told(page)).toMatchObject([{ end: 'failed', code: 'STALE', changes: [], undone: false }])
  })

  it('one that never ended is running, or went away with its page', () => {
    const page = withTool()
    page.bus.note({ type: 'run-started', tool: 'escalate' }, { ...AGENT, run: { id: 'r', tool: 'escalate' } })
    expect(told(page)).toMatchObject([{ end: 'lost' }])
    expect(told(page, ['r'])).toMatchObject([{ end: 'running' }])
  })

  it('tells of the last fifty', async () => {
    const page = withTool()
    for (let place = 0; place < 52; place += 1) await page.runs.run('escalate', { target_ticket: 'T-9999' }, AGENT)
    expect(told(page)).toHaveLength(50)
  })
})

describe('the audit', () => {
  it('carries what a run did, and what its undo took back', async () => {
    const page = withTool()
    const history = createHistory(page.bus)
    const { run } = await page.runs.run('escalate', { target_ticket: 'T-1004' }, AGENT)
    must(history.undo(run as string))
    const lines = auditLines(page.bus.commits, page.bus.index)
    expect(lines.map(({ type }) => type)).toEqual(['recorded', 'drafted', 'requested', 'approved', 'run-started', 'run-finished', 'undone'].filter((type) => lines.some((line) => line.type === type)))
    expect(lines.find(({ type }) => type === 'run-finished')).toMatchObject({
      actor: 'agent',
      tool: 'escalate',
      run,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      changes: [{ id: 'T-1004', from: 'low', to: 'urgent' }, { field: 'tags' }],
    })
    expect(lines.at(-1)).toMatchObject({ type: 'undone', actor: 'operator', run, changes: [{ field: 'priority', from: 'urgent', to: 'low' }, {}] })
    expect(lines.find(({ type }) => type === 'run-started')).not.toHaveProperty('changes')
  })
})
