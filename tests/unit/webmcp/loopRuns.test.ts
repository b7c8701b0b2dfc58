import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/bus/json.ts'
import { digestOf } from '../../../src/teach/compile/digest.ts'
import type { Node, Procedure } from '../../../src/teach/procedure/types.ts'
import { openPage, urgentVip, type Page } from './page.ts'

const AGENT = { actor: 'agent', source: 'host' } as const
const ROW = { op: 'row', field: 'ticketId' } as const
const IDS = ['T-1001', 'T-1002', 'T-1003', 'T-1004']

const call = (as: string, command: string, args: Extract<Node, { node: 'call' }>['args']): Node => ({ node: 'call', as, command, args, from: [] })

/** For each ticket given: set a status and a tag. */
const eachTicket: Procedure = {
  version: 1,
  params: [
    {
      key: 'p',
      name: 'tickets',
      description: 'Which.',
      schema: { type: 'array', items: { type: 'string' }, maxItems: 10 },
      leaves: ['set_ticket_status.ticketId'],
      required: true,
    },
  ],
  body: [
    {
      node: 'each',
      as: 'e',
      over: { op: 'param', key: 'p' },
      entity: 'ticket',
      max: 10,
      guard: [{ field: 'status', op: '=', value: 'open' }],
      body: [
        call('a', 'set_ticket_status', { ticketId: ROW, status: { op: 'const', value: 'pending' } }),
        call('b', 'add_ticket_tags', { ticketId: ROW, tags: { op: 'const', value: ['bug'] } }),
      ],
    },
  ],
}

/** A page with the loop as an approved tool: put there as storage would, since no demonstration makes one yet. */
function withLoop(options: Parameters<typeof openPage>[0] = {}): Page {
  const page = openPage(options)
  const like = page.publish(page.teach(urgentVip), 'like')
  const compiled = { ...like.compiled, name: 'each_ticket' }
  const record = { ...like, name: 'each_ticket', compiled, procedure: eachTicket, digest: digestOf(compiled, eachTicket) }
  page.bus.apply([{ op: 'create', entity: 'tool', id: 'each_ticket', record: record as unknown as JsonObject }], { actor: 'system', source: 'test' })
  return page
}

const rowCommits = (page: Page) => page.bus.commits.filter((commit) => commit.run?.tool === 'each_ticket' && commit.patches.length > 0)

describe('runs of a loop', () => {
  it('commit row by row under one run, and report each', async () => {
    const page = withLoop()
    page.bus.dispatch('set_ticket_status', { ticketId: 'T-1003', status: 'solved' }, { actor: 'operator', source: 'test' })
    const result = await page.runs.run('each_ticket', { tickets: IDS }, AGENT)
    expect(result).toMatchObject({ ok: true, done: ['T-1001', 'T-1002', 'T-1004'], skipped: ['T-1003'], failed: [], notTried: [] })
    expect(rowCommits(page).map((commit) => commit.patches.map((patch) => patch.id))).toEqual(
      ['T-1001', 'T-1002', 'T-1004'].map((id) => [id, id]),
    )
    expect(new Set(rowCommits(page).map((commit) => commit.run?.id)).size).toBe(1)
    expect(page.audit('run-finished')).toHaveLength(1)
  })

  it('stop at the first row that fails; rows before it stay, whole', async () => {
    const page = withLoop()
    const full = Array.from({ length: 20 }, (_, place) => `t${place}`)
    page.bus.dispatch('set_ticket_tags', { ticketId: 'T-1003', tags: full }, { actor: 'operator', source: 'test' })
    const result = await page.runs.run('each_ticket', { tickets: IDS }, AGENT)
    expect(result).toMatchObject({ ok: false, error: { applied: ['T-1001', 'T-1002'], remaining: ['T-1003', 'T-1004'] } })
    expect(page.ticket('T-1002')).toMatchObject({ status: 'pending', tags: ['login', 'bug'] })
    expect(page.ticket('T-1003')).toMatchObject({ status: 'open' })
    expect(page.runs.finished()[0]?.outcome).toMatchObject({ ok: false })
  })

  it('stop between rows when a person says so', async () => {
    let steps = 0
    const page: Page = withLoop({
      pause: () => {
        steps += 1
        // The loop itself, then two steps a row: before the second row's second step.
        if (steps === 5) page.runs.stop(page.runs.active()[0]?.runId ?? '')
        return Promise.resolve()
      },
    })
    const result = await page.runs.run('each_ticket', { tickets: IDS }, AGENT)
    expect(result).toMatchObject({ ok: false, error: { code: 'CANCELLED', applied: ['T-1001'], remaining: ['T-1002', 'T-1003', 'T-1004'] } })
    expect(page.ticket('T-1002')).toMatchObject({ status: 'open', tags: ['login'] })
  })

  it('are STALE at the row somebody else changed', async () => {
    let steps = 0
    const page: Page = withLoop({
      pause: () => {
        steps += 1
        if (steps === 5) page.bus.dispatch('set_ticket_priority', { ticketId: 'T-1002', priority: 'high' }, { actor: 'operator', source: 'test' })
        return Promise.resolve()
      },
    })
    const result = await page.runs.run('each_ticket', { tickets: IDS }, AGENT)
    expect(result).toMatchObject({ ok: false, error: { code: 'STALE', applied: ['T-1001'], remaining: ['T-1002', 'T-1003', 'T-1004'] } })
    expect(page.ticket('T-1002')).toMatchObject({ status: 'open', priority: 'high' })
  })

  it('do not count a row that lost at storage as done', async () => {
    let lost = ''
    const page: Page = withLoop({ settled: (commitId) => Promise.resolve(commitId === lost ? 'stale' : 'stored') })
    page.bus.onCommit((commit) => {
      if (commit.patches.some((patch) => patch.id === 'T-1002')) lost = commit.id
    })
    const result = await page.runs.run('each_ticket', { tickets: IDS.slice(0, 3) }, AGENT)
    expect(result).toMatchObject({ ok: false, error: { code: 'STALE', applied: ['T-1001', 'T-1003'], remaining: ['T-1002'] } })
  })
})
