import { describe, expect, it } from 'vitest'
import type { Ticket } from '../../../src/triage/model.ts'
import type { Query } from '../../../src/triage/query.ts'
import { namedFilters, type Vocabulary } from '../../../src/views/console/namedFilters.ts'

const ticket = (part: Partial<Ticket>): Ticket =>
  ({ ticketId: 'T-1', subject: '', body: '', requester: { name: '', email: '' }, status: 'open', priority: 'low', assigneeId: null, tags: [], ...part }) as Ticket
const TICKETS = [
  ticket({ tags: ['vip'] }),
  ticket({ tags: ['vip', 'gift-card'], priority: 'urgent', assigneeId: 'a-1' }),
  ticket({ tags: ['old'], status: 'solved', assigneeId: 'a-2' }),
]
const option = (value: string, label = value) => ({ value, label })
const VOCABULARIES: readonly Vocabulary[] = [
  { part: 'tag', options: ['gift-card', 'old', 'vip', 'vip-plus'].map((tag) => option(tag)) },
  { part: 'status', options: [option('open', 'Open'), option('on_hold', 'On hold'), option('solved', 'Solved')] },
  { part: 'priority', options: [option('urgent', 'Urgent')] },
  { part: 'assignee', options: [option('a-1', 'Noor Haddad'), option('a-2', 'Ola Dahl'), option('none', 'Unassigned')] },
]
const UNSOLVED: Query = { status: ['open', 'on_hold'], sort: 'oldest' }
const found = (text: string, query: Query = UNSOLVED) => namedFilters({ ...query, text }, VOCABULARIES, TICKETS)

describe('the filters that the words of a search name', () => {
  it.each<[string, string, object, number]>([
    ['vip', 'vip', { tag: 'vip' }, 2],
    ['VIP ', 'vip', { tag: 'vip' }, 2],
    ['gift', 'gift-card', { tag: 'gift-card' }, 1],
    ['card gift', 'gift-card', { tag: 'gift-card' }, 1],
    ['urgent', 'Urgent', { priority: ['urgent'] }, 1],
    ['noor', 'Noor Haddad', { assignee: 'a-1' }, 1],
    ['unassigned', 'Unassigned', { assignee: 'none' }, 1],
  ])('%j: %s', (text, label, patch, count) => {
    expect(found(text)).toEqual([expect.objectContaining({ label, count, alone: false, patch: { text: undefined, ...patch } })])
  })

  it('take the place of the part that is filtered by, the order stays', () => {
    expect(found('solved')).toMatchObject([{ label: 'Solved', count: 1, alone: false, patch: { status: ['solved'] } }])
    expect(Object.hasOwn(found('solved')[0]?.patch ?? {}, 'sort')).toBe(false)
  })

  it('are offered among all tickets where the rest of the filter leaves nothing of them', () => {
    const [one, ...more] = found('old')
    expect(more).toEqual([])
    expect(one).toMatchObject({ label: 'old', count: 1, alone: true })
    expect(one?.patch).toEqual({ tag: 'old', status: undefined, sort: 'oldest', text: undefined })
  })

  it('are not offered where nothing is under them, nor for words that name nothing', () => {
    for (const text of ['vip-plus', 'on hold', 'v', 'zzz', 'vip zzz', '', ' - ']) expect(found(text)).toEqual([])
  })

  it('are the whole names first', () => {
    const options = ['vip-old', 'vip'].map((tag) => option(tag))
    const tickets = [ticket({ tags: ['vip-old', 'vip'] })]
    expect(namedFilters({ text: 'vip' }, [{ part: 'tag', options }], tickets).map(({ label }) => label)).toEqual(['vip', 'vip-old'])
  })
})
