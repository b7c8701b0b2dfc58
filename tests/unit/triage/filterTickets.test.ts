import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/bus/json.ts'
import { plain, type Word } from '../../../src/bus/words.ts'
import { filterTickets } from '../../../src/triage/catalogue/filterTickets.ts'
import type { TicketRow } from '../../../src/triage/model.ts'
import { IDLE_QUERY } from '../../../src/triage/query.ts'
import { doIt } from '../../support/desk.ts'
import { deskWith, refusalOf, ticketDesk, ticketWith } from './ticketDesk.ts'

interface List {
  readonly total: number
  readonly rows: readonly TicketRow[]
}

const ask = (query: JsonObject, bus = ticketDesk()): List => doIt(bus, 'filter_tickets', query) as unknown as List
const ids = (query: JsonObject, bus = ticketDesk()): readonly string[] => ask(query, bus).rows.map((row) => row.ticketId)

describe('filter_tickets', () => {
  it('lists everything, newest first, when asked nothing', () => {
    const { total, rows } = ask({})
    expect(total).toBe(40)
    expect(rows[0]?.ticketId).toBe('T-1040')
    expect(rows[39]?.ticketId).toBe('T-1001')
    expect(rows[0]).not.toHaveProperty('body')
    expect(rows[0]).not.toHaveProperty('reply')
  })

  it('keeps the list in the view, with the query as it was asked', () => {
    const bus = ticketDesk()
    const found = ids({ priority: ['urgent'], sort: 'oldest' }, bus)
    expect(found).toEqual(['T-1020', 'T-1022', 'T-1031', 'T-1036', 'T-1039'])
    expect(bus.session.view.list).toEqual({
      entity: 'ticket',
      command: 'filter_tickets',
      query: { priority: ['urgent'], sort: 'oldest' },
      ids: found,
    })
  })

  it('shows what is not done at first, thirty of the sample', () => {
    expect(ask({ ...IDLE_QUERY }).total).toBe(30)
  })

  it('counts what a limit hides, and lists only what it shows', () => {
    const bus = ticketDesk()
    const { total, rows } = ask({ limit: 3, sort: 'oldest' }, bus)
    expect(total).toBe(40)
    expect(rows.map((row) => row.ticketId)).toEqual(['T-1001', 'T-1002', 'T-1003'])
    expect(bus.session.view.list?.ids).toHaveLength(3)
  })

  it('takes none for unassigned, and an id for somebody', () => {
    expect(ask({ assignee: 'none' }).rows.every((row) => row.assigneeId === null)).toBe(true)
    expect(ask({ assignee: 'none' }).total).toBeGreaterThan(10)
    expect(ids({ assignee: 'yuki', sort: 'oldest' })).toEqual(['T-1005', 'T-1010'])
  })

  it('case T22: refuses an assignee who does not exist, instead of an empty list', () => {
    const bus = ticketDesk()
    expect(refusalOf(bus, 'filter_tickets', { assignee: 'somebody' })).toMatchObject({ code: 'NOT_FOUND', path: 'assignee' })
    expect(bus.session.view.list).toBeNull()
  })

  it('combines tags that must and must not be there', () => {
    expect(ids({ tag: 'billing', notTags: ['refund', 'invoice', 'vip'], status: ['pending', 'new'], sort: 'oldest' })).toEqual([
      'T-1014',
      'T-1018',
      'T-1037',
    ])
  })

  it('finds every word anywhere: subject, body, requester, id, in any case and order', () => {
    expect(ids({ text: 'TWICE marta 88213', sort: 'oldest' })).toEqual(['T-1031', 'T-1037'])
    expect(ids({ text: 't-1024' })).toEqual(['T-1024'])
    expect(ids({ text: '住所' })).toEqual(['T-1005'])
    expect(ids({ text: 'GRÜSSEN' })).toEqual([])
    expect(ids({ text: 'GRÜßEN' })).toEqual(['T-1008'])
    expect(ids({ text: 'twice nowhere-to-be-found' })).toEqual([])
  })

  it('never reads a text as anything but words', () => {
    expect(ids({ text: '.*' })).toEqual([])
    expect(ids({ text: 'status:open' })).toEqual([])
    expect(ids({ text: '<script>alert("hi")</script>' })).toEqual(['T-1027'])
  })

  it('looks for a requester in name and address only', () => {
    expect(ids({ requester: 'kranz' })).toEqual(['T-1030', 'T-1008'])
    expect(ids({ requester: 'northpier.example tobias' })).toEqual(['T-1039', 'T-1036'])
    expect(ids({ requester: 'rückerstattung' })).toEqual([])
  })

  it('does not find a word across the border of two fields', () => {
    const bus = deskWith(ticketWith({ subject: 'aa', requester: { name: 'bb', email: 'cc' }, body: 'dd' }))
    expect(ids({ text: 'dd cc bb aa t-1' }, bus)).toEqual(['T-1'])
    for (const text of ['1aa', 'aabb', 'bbcc', 'ccdd', 'aadd']) expect(ids({ text }, bus)).toEqual([])
  })

  it('case P10: what is left out stays unset, whatever was asked before', () => {
    const bus = ticketDesk()
    ask({ status: ['closed'], tag: 'billing' }, bus)
    expect(ask({ sort: 'newest' }, bus).total).toBe(40)
  })

  it.each([
    [{ status: [] }, 'status'],
    [{ status: 'open' }, 'status'],
    [{ status: ['open', 'open'] }, 'status'],
    [{ priority: ['huge'] }, 'priority'],
    [{ sort: 'random' }, 'sort'],
    [{ limit: 0 }, 'limit'],
    [{ limit: 1.5 }, 'limit'],
    [{ text: '' }, 'text'],
    [{ tag: 'VIP' }, 'tag'],
    [{ assignee: null }, 'assignee'],
    [{ colour: 'red' }, 'colour'],
  ])('refuses %j', (query, path) => {
    expect(refusalOf(ticketDesk(), 'filter_tickets', query as JsonObject)).toMatchObject({ code: 'INVALID_INPUT', path })
  })
})

describe('the query in words', () => {
  const say = (words: Readonly<Record<string, readonly Word[]>>): string => plain(filterTickets.say((leaf) => words[leaf] ?? []))
  const value = (text: string): Word => ({ kind: 'value', text })

  it('names every part that is there, in one order', () => {
    expect(
      say({
        status: [value('open'), ' or ', value('new')],
        priority: [value('urgent')],
        assignee: [value('nobody')],
        tag: [{ kind: 'ugc', text: 'billing' }],
        notTags: [{ kind: 'ugc', text: 'vip' }],
        requester: [{ kind: 'ugc', text: 'Marta' }],
        text: [{ kind: 'ugc', text: 'twice' }],
        sort: [value('oldest')],
        limit: [value('10')],
      }),
    ).toBe(
      'Filter to open or new, urgent, assigned to nobody, tagged billing, not tagged vip, from Marta, with the text twice, ' +
        'oldest first, at most 10',
    )
  })

  it.each([
    [{}, 'List all tickets'],
    [{ sort: [value('newest')] }, 'List all tickets, newest first'],
    [{ sort: [value('updated')] }, 'List all tickets, last updated first'],
    [{ sort: [value('priority')], limit: [value('5')] }, 'List all tickets, highest priority first, at most 5'],
    [{ tag: [value('vip')] }, 'Filter to tagged vip'],
    [{ status: [value('open')], sort: [{ kind: 'param', text: 'order' } as const] }, 'Filter to open, in the order order'],
  ])('of %j', (words, text) => {
    expect(say(words)).toBe(text)
  })

  it('keeps the roles of the words', () => {
    const words = filterTickets.say((leaf) => (leaf === 'text' ? [{ kind: 'ugc', text: 'twice' }] : []))
    expect(words).toEqual(['Filter to ', 'with the text ', { kind: 'ugc', text: 'twice' }])
  })
})
