import fc from 'fast-check'
import { PRIORITIES, STATUSES } from '../../src/triage/model.ts'
import type { Demonstration, Desk, Hand } from './sessions.ts'

/** One gesture of a random session. Places and values count modulo what there is, so every gesture fits every state. */
export type Gesture =
  | { readonly do: 'filter'; readonly part: 'status' | 'priority' | 'assignee' | 'tag' | 'sort'; readonly value: number | null }
  | { readonly do: 'search'; readonly text: string }
  | { readonly do: 'open' | 'goTo' | 'cursorWrite'; readonly place: number; readonly value: number }
  | { readonly do: 'write'; readonly what: Write; readonly value: number }
  | { readonly do: 'next' | 'close' | 'read' | 'undo' | 'redo' | 'listAssignees' }
  | { readonly do: 'strike'; readonly step: number }
  | { readonly do: 'agent'; readonly place: number }

const WRITES = ['priority', 'status', 'assign', 'unassign', 'me', 'add', 'remove', 'setTags', 'template'] as const
export type Write = (typeof WRITES)[number]

const TAGS = ['billing', 'login', 'vip', 'bug', 'refund', 'triaged', 'escalated', 'later']
const SORTS = ['newest', 'oldest', 'updated', 'priority']
const TEMPLATE_IDS = ['refund', 'wait', 'login']
const VALUES = { status: STATUSES, priority: PRIORITIES, assignee: ['a-1', 'a-2', 'a-3', 'a-4', 'none'], tag: TAGS, sort: SORTS } as const

const place = fc.nat({ max: 20 })
const value = fc.nat({ max: 7 })
const valueOrNone: fc.Arbitrary<number | null> = fc.option(value, { freq: 4 })

const write: fc.Arbitrary<Gesture> = fc.record({ do: fc.constant('write' as const), what: fc.constantFrom(...WRITES), value })
const filter: fc.Arbitrary<Gesture> = fc.record({
  do: fc.constant('filter' as const),
  part: fc.constantFrom('status', 'priority', 'assignee', 'tag', 'sort'),
  value: valueOrNone,
})
const search: fc.Arbitrary<Gesture> = fc.record({
  do: fc.constant('search' as const),
  text: fc.constantFrom('re', 'log', 'ana', 'order', 'letter 7', 'nothing at all'),
})
const simple: fc.Arbitrary<Gesture> = fc.record({
  do: fc.constantFrom('next', 'close', 'read', 'undo', 'redo', 'listAssignees'),
})
const open: fc.Arbitrary<Gesture> = fc.record({ do: fc.constantFrom('open', 'open', 'open', 'goTo', 'cursorWrite'), place, value })
const strike: fc.Arbitrary<Gesture> = fc.record({ do: fc.constant('strike' as const), step: fc.nat({ max: 12 }) })
const agent: fc.Arbitrary<Gesture> = fc.record({ do: fc.constant('agent' as const), place })

export interface GesturesOptions {
  /** Gestures a session has at most. Default 14. */
  readonly max?: number
  /** Also runs of an agent in between. Default false: they change records under the demonstration. */
  readonly agents?: boolean
  /** Also steps struck out. Default true. */
  readonly strikes?: boolean
}

/** Sessions as operators have them: mostly writes and openings, some filters, now and then a mistake taken back. */
export function gestures({ max = 14, agents = false, strikes = true }: GesturesOptions = {}): fc.Arbitrary<readonly Gesture[]> {
  const one = fc.oneof(
    { arbitrary: write, weight: 8 },
    { arbitrary: open, weight: 5 },
    { arbitrary: filter, weight: 3 },
    { arbitrary: simple, weight: 3 },
    { arbitrary: search, weight: 1 },
    { arbitrary: strike, weight: strikes ? 1 : 0 },
    { arbitrary: agent, weight: agents ? 1 : 0 },
  )
  return fc.array(one, { minLength: 1, maxLength: max, size: 'max' })
}

/** Does the gestures at a desk, in order. A gesture that makes no sense where it comes does nothing. */
export function perform({ at, recorder }: Desk, session: readonly Gesture[]): void {
  for (const gesture of session) {
    switch (gesture.do) {
      case 'filter':
        filterBy(at, gesture)
        break
      case 'search':
        at.search(gesture.text)
        break
      case 'open':
        if (at.ids.length > 0) at.open(gesture.place % at.ids.length)
        break
      case 'goTo':
        at.goTo(`T-${1001 + (gesture.place % 20)}`)
        break
      case 'cursorWrite':
        if (at.ids.length === 0) break
        writeBy(at.onRow(gesture.place % at.ids.length), WRITES[gesture.value % WRITES.length] ?? 'me', gesture.value)
        break
      case 'write':
        if (at.isOpen) writeBy(at, gesture.what, gesture.value)
        else if (at.ids.length > 0) writeBy(at.onRow(0), gesture.what, gesture.value)
        break
      case 'next':
        if (at.isOpen && at.ids.indexOf(at.ticketId) + 1 < at.ids.length) at.next()
        break
      case 'read':
        if (at.isOpen) at.read()
        break
      case 'strike':
        recorder.strike(`s${gesture.step + 1}`)
        break
      case 'agent':
        at.agentRun([['set_ticket_priority', { ticketId: `T-${1001 + (gesture.place % 20)}`, priority: 'low' }]])
        break
      default:
        at[gesture.do]()
    }
  }
}

function filterBy(at: Demonstration, { part, value: index }: Extract<Gesture, { do: 'filter' }>): void {
  if (index === null) return at.filter({ [part]: null })
  const choices: readonly string[] = VALUES[part]
  const chosen = choices[index % choices.length] ?? ''
  at.filter({ [part]: part === 'status' || part === 'priority' ? [chosen] : chosen })
}

function writeBy(hand: Hand, what: Write, index: number): void {
  const tag = TAGS[index % TAGS.length] ?? 'vip'
  switch (what) {
    case 'priority':
      return hand.setPriority(PRIORITIES[index % PRIORITIES.length] ?? 'low')
    case 'status':
      return hand.setStatus(STATUSES[index % STATUSES.length] ?? 'open')
    case 'assign':
      return hand.assign(`a-${(index % 4) + 1}`)
    case 'unassign':
      return hand.assign(null)
    case 'me':
      return hand.assignToMe()
    case 'add':
      return hand.addTags(tag)
    case 'remove':
      return hand.removeTags(tag)
    case 'setTags':
      return hand.setTags(...TAGS.slice(0, index % 4))
    case 'template':
      return hand.applyTemplate(TEMPLATE_IDS[index % TEMPLATE_IDS.length] ?? 'refund')
  }
}
