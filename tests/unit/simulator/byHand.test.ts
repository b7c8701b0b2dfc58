import { beforeEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../simulator/json.ts'
import type { Seen } from '../../../simulator/page/seen.ts'
import { FIRST_QUERY, SORTS } from '../../../simulator/panel/session/filterSteps.ts'
import type { LogEntry } from '../../../simulator/panel/session/log.ts'
import { scriptFromLog } from '../../../simulator/panel/session/scriptFromLog.ts'
import { SORT_LABELS } from '../../../src/stores/labels.ts'
import { UNSOLVED } from '../../../src/stores/navViews.ts'
import { audited, byPerson, countAnew, page, seen, stepsOf } from './entries.ts'

beforeEach(countAnew)

const leftOut = (...entries: readonly LogEntry[]) => scriptFromLog(entries, 'x').leftOut
const click = (place: 'draft' | 'pack' | 'list' | 'library' | 'run-form' | 'run' | 'ticket', hook: string, more: Partial<Extract<Seen, { did: 'click' }>> = {}): Seen => ({ did: 'click', in: place, hook, ...more })
const chose = (from: string, value: string, label: string, plain = true): Seen => ({ did: 'choose', from, value, label, plain })
const pressed = (keys: string, until: number): Seen => ({ did: 'press', keys, until })
const filtered = (query: JsonObject, at: number, source = 'filter') => byPerson('filter_tickets', query, at, source)
const first = FIRST_QUERY

it('knows what the console opens with, and how it writes its orders', () => {
  expect(first).toEqual({ status: UNSOLVED, sort: 'newest' })
  expect(SORTS).toEqual(SORT_LABELS)
})

describe('filters by hand', () => {
  it('are told by what changed: one part, one value at a time', () => {
    expect(
      stepsOf(
        filtered(first, 1, 'list'),
        filtered({ ...first, status: ['new', 'open', 'pending'] }, 2),
        filtered({ ...first, status: ['new', 'open', 'pending'], sort: 'priority' }, 3),
        seen(chose('filter:assignee', 'noor', 'Noor Haddad'), 4),
        filtered({ ...first, status: ['new', 'open', 'pending'], sort: 'priority', assignee: 'noor' }, 5),
        filtered({ ...first, status: ['new', 'open', 'pending'], sort: 'priority' }, 6),
      ),
    ).toEqual([
      { human: 'filter', filter: 'status', to: ['On hold'] },
      { human: 'filter', filter: 'sort', to: ['Most urgent'] },
      { human: 'filter', filter: 'assignee', to: ['Noor Haddad'] },
      { human: 'filter', filter: 'assignee', to: ['Anyone'] },
    ])
  })

  it('a search is what was written in the end; one that was pasted is left out', () => {
    expect(stepsOf(filtered({ ...first, text: 'r' }, 1), filtered({ ...first, text: 're' }, 2), filtered({ ...first, text: 'ref' }, 3), filtered(first, 4))).toEqual([
      { human: 'fill', hook: '[data-filter="text"]', text: '' },
    ])
    expect(leftOut(seen({ did: 'paste' }, 1), filtered({ ...first, text: 'all' }, 2))).toEqual(['a search that was pasted'])
  })

  it('a control that sets several parts is clicked; without the click it is left out', () => {
    const solved = filtered({ status: ['solved'], sort: 'newest' }, 2, 'nav')
    expect(stepsOf(seen(click('list', '[data-nav="solved"]'), 1), solved)).toEqual([{ human: 'click', hook: '[data-nav="solved"]' }])
    expect(leftOut(solved)).toEqual(['a part of the work that was chosen for the list'])
    // A click that did nothing, long before.
    expect(leftOut(seen(click('list', '[data-nav="mine"]'), -5_000), solved)).toHaveLength(1)
  })

  it('several parts at once, or a choice the log does not hold, are left out', () => {
    expect(leftOut(filtered({ ...first, sort: 'oldest', tag: 'x' }, 1))).toEqual(['a filter of which several parts changed at once'])
    expect(leftOut(filtered({ ...first, status: ['new'] }, 1))).toEqual(['a filter by status of which several values changed at once'])
    expect(leftOut(filtered({ ...first, assignee: 'noor' }, 1))).toEqual(['a filter by assignee, whose choice in the list the log does not hold'])
    expect(leftOut(seen(chose('filter:assignee', 'mika', 'Mika'), 1), filtered({ ...first, assignee: 'noor' }, 2))).toHaveLength(1)
    expect(leftOut(seen(chose('filter:tag', 'noor', 'noor'), 1), filtered({ ...first, assignee: 'noor' }, 2))).toHaveLength(1)
  })
})

describe('fields by hand', () => {
  it('people and templates by the text that was chosen, and exactly that one where another begins alike', () => {
    expect(
      stepsOf(
        seen(chose('field:assignee', 'noor', 'Noor Haddad'), 1),
        byPerson('set_ticket_assignee', { ticketId: 'T-1', assigneeId: 'noor' }, 2),
        byPerson('set_ticket_assignee', { ticketId: 'T-1', assigneeId: null }, 3),
        seen(chose('field:template', 'refund', 'Refund', false), 4),
        byPerson('apply_template', { ticketId: 'T-1', templateId: 'refund' }, 5),
        byPerson('remove_ticket_tags', { ticketId: 'T-1', tags: ['vip'] }, 6),
      ),
    ).toEqual([
      { human: 'set', field: 'assignee', to: ['Noor Haddad'] },
      { human: 'set', field: 'assignee', to: ['Nobody'] },
      { human: 'press', keys: 'm' },
      { human: 'see', hook: expect.stringContaining('searchbox') },
      { human: 'type', text: 'Refund' },
      { human: 'click', hook: expect.stringContaining('[data-value="refund"]') },
      { human: 'set', field: 'tags', to: ['vip'] },
    ])
  })

  it('what was chosen otherwise, or another one, is left out', () => {
    const set = byPerson('set_ticket_assignee', { ticketId: 'T-1', assigneeId: 'me' }, 2)
    expect(leftOut(set)).toEqual(['set_ticket_assignee, which you did by hand'])
    expect(leftOut(seen(chose('field:assignee', 'noor', 'Noor'), 1), set)).toHaveLength(1)
    expect(leftOut(seen(chose('field:template', 'me', 'Me'), 1), set)).toHaveLength(1)
  })

  it('on a row of the list the cursor goes there, and the row is made sure of', () => {
    expect(
      stepsOf(
        seen(pressed('j', 1), 1),
        byPerson('select_ticket', { ticketId: 'T-7' }, 2, 'list'),
        seen(pressed('Escape', 4), 3),
        byPerson('close_ticket', {}, 3),
        seen(pressed('k', 5), 5),
        byPerson('set_ticket_priority', { ticketId: 'T-6', priority: 'low' }, 6, 'list'),
      ),
    ).toEqual([
      { human: 'open', ticket: 'T-7' },
      { human: 'press', keys: 'Escape' },
      { human: 'press', keys: 'k' },
      { human: 'see', hook: '[data-region="queue"] [data-ticket-id="T-6"][aria-selected="true"]' },
      { human: 'set', field: 'priority', to: ['Low'] },
    ])
    expect(leftOut(byPerson('close_ticket', {}, 3))).toEqual(['a ticket that was closed'])
  })
})

describe('undo and redo by hand', () => {
  const undone = (at: number, type = 'undone') => audited(type, at, { tool: 'park', detail: { run: 'r1' } })

  it('are the keys, whatever they took back, and not told twice', () => {
    expect(stepsOf(seen(pressed('Control+z', 12), 10), undone(11), seen(pressed('Control+Shift+z', 22), 20), undone(21, 'redone'), seen(pressed('Control+z', 31), 30))).toEqual([
      { human: 'press', keys: 'Control+z' },
      { human: 'press', keys: 'Control+Shift+z' },
      { human: 'press', keys: 'Control+z' },
    ])
  })

  it('a button is clicked where it was seen, and left out where not', () => {
    expect(stepsOf(seen(click('run', '[data-action="undo-run"]'), 10), undone(11))).toEqual([{ human: 'click', hook: '[data-action="undo-run"]' }])
    // The key was pressed before, for something else.
    expect(leftOut(seen(pressed('Control+z', 5), 4), undone(11))).toEqual(['what you took back'])
  })
})

describe('runs by hand', () => {
  const started = (source: string, at: number) => audited('run-started', at, { tool: 'park', source, detail: { run: 'r1' } })
  const finished = (at: number) => audited('run-finished', at, { tool: 'park', source: 'x', detail: { run: 'r1', ok: true, changed: 1 } })
  const ended = { of: 'audit', expect: { $sequence: [{ type: 'run-finished', tool: 'park', actor: 'operator', detail: { ok: true } }] } }

  it('on a ticket: the tool by its text, then what was said in its form', () => {
    const said: Seen = { did: 'fill', in: 'run-form', hook: '[data-argument="note"] :is(input, textarea)', text: 'x' }
    expect(stepsOf(seen(chose('tool', 'park', 'Park it'), 1), seen(said, 2), seen(click('run-form', '[data-action="run"]'), 3), started('ticket', 4), finished(5))).toEqual([
      { human: 'press', keys: 'r' },
      { human: 'see', hook: expect.any(String) },
      { human: 'type', text: 'Park it' },
      { human: 'click', hook: expect.stringContaining('[data-value="park"]') },
      { human: 'fill', hook: said.hook, text: 'x' },
      { human: 'click', hook: '[data-action="run"]' },
      ended,
    ])
  })

  it('in the library: only what was said since it was looked into', () => {
    const said = (text: string): Seen => ({ did: 'fill', in: 'library', hook: 'note', text, tool: 'park' })
    const look = (opens: boolean, hook = '"run"') => click('library', hook, { tool: 'park', opens })
    const steps = stepsOf(seen(look(true), 1), seen(said('a'), 2), seen(look(false, 'head'), 3), seen(look(true), 4), seen(said('b'), 5), seen(look(false), 6), started('library', 6), finished(7))
    expect(steps).toMatchObject([{ keys: 'l' }, { human: 'click' }, { human: 'fill', text: 'b' }, { human: 'click' }, { keys: 'Escape' }, { human: 'see', gone: true }, ended])
  })

  it('is left out where it is not known how it began', () => {
    const words = ['the run of park that you began in the page']
    expect(leftOut(started('library', 1), finished(2))).toEqual(words)
    expect(leftOut(seen(chose('tool', 'other', 'Other'), 1), started('ticket', 2))).toEqual(words)
    expect(leftOut(seen(chose('tool', 'park', 'Park'), 1), started('list', 2))).toEqual(words)
  })
})

it('commands of a run, of an agent and of another tab are nobody’s work by hand', () => {
  const own = { command: 'set_ticket_assignee', input: { ticketId: 'T-1', assigneeId: 'noor' }, source: 'ticket' }
  expect(leftOut(page({ ...own, actor: 'operator', run: { id: 'r', tool: 'x' } }, 1), page({ ...own, actor: 'agent' }, 2), page({ ...own, actor: 'operator', source: 'other-tab' }, 3))).toEqual([])
})
