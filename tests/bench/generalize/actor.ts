import type { Bus } from '../../../src/bus/bus.ts'
import { equalJson, type Json, type JsonObject } from '../../../src/bus/json.ts'
import { PRIORITIES } from '../../../src/triage/model.ts'
import { IDLE_QUERY } from '../../../src/triage/query.ts'
import type { Demonstration, Hand } from '../../support/sessions.ts'
import type { Played } from './actOut.ts'
import { ASSIGNEE_IDS, TAGS, TEMPLATE_IDS } from './desks.ts'
import type { Action } from './execute.ts'
import type { Gold, GoldEach, GoldList, GoldTake } from './gold.ts'
import { PRIORS } from './priors.ts'
import type { Random } from './random.ts'
import type { Showing } from './situations.ts'

type WriteAction = Extract<Action, { do: 'write' }>

/** Somebody at the console who does what gold does, with what goes wrong on the way. */
export class Actor {
  /** By the time of the dispatch, which no two share. */
  readonly played = new Map<string, Played['node']>()
  private readonly noise: Readonly<Record<keyof typeof PRIORS.noise, boolean>>
  private readonly fromStart: string | null
  private mistaken = false

  constructor(
    private readonly bus: Bus,
    private readonly at: Demonstration,
    private readonly random: Random,
    private readonly gold: Gold,
    private readonly showing: Showing,
  ) {
    const chances = Object.entries(PRIORS.noise).map(([kind, chance]): [string, boolean] => [kind, random.chance(chance)])
    this.noise = Object.fromEntries(chances) as Record<keyof typeof PRIORS.noise, boolean>
    const [first] = gold.body
    const single = first?.do === 'take' && first.list === null && gold.body.filter(({ do: kind }) => kind === 'take').length === 1
    const ticketId = showing.gold.actions.find((action) => action.do === 'take')?.ticketId ?? null
    this.fromStart = single && random.chance(PRIORS.start.beforeTeach) ? ticketId : null
  }

  /** What is done before Teach is pressed. */
  before(): void {
    if (this.fromStart !== null) this.reach(this.fromStart)
  }

  act(): void {
    const { actions } = this.showing.gold
    if (this.noise.extraRead && this.random.chance(0.5)) this.look()
    const loopAt = actions.findIndex((action) => action.do === 'row')
    const head = loopAt < 0 ? actions : actions.slice(0, loopAt)
    for (let place = 0; place < head.length; place += 1) {
      const action = head[place]
      if (!action || action.do === 'row') continue
      if (action.do === 'list') this.list(action)
      else if (action.do === 'take') this.take(action, head[place + 1])
      else {
        const end = head.findIndex((other, later) => later > place && other.do !== 'write')
        const writes = head.slice(place, end < 0 ? head.length : end).filter((one) => one.do === 'write')
        this.writes(writes, this.handFor(action.ticketId))
        place += writes.length - 1
      }
    }
    if (loopAt >= 0) this.loop(actions.slice(loopAt))
  }

  private list({ name, query }: Extract<Action, { do: 'list' }>): void {
    const node = this.listNode(name)
    const now: JsonObject = this.bus.session.view.list?.query ?? IDLE_QUERY
    const parts = Object.entries(query).filter(([leaf, value]) => !equalJson(now[leaf], value))
    const gone = Object.keys(now).filter((leaf) => !Object.hasOwn(query, leaf))
    if (this.noise.wrongFilter) this.wrongFilter(query)
    for (const [leaf, value] of this.random.shuffled(parts)) {
      if (leaf === 'text' || leaf === 'requester') this.at.search(String(value), leaf)
      else this.at.filter({ [leaf]: value })
    }
    const left = [...gone, ...Object.keys(this.bus.session.view.list?.query ?? {}).filter((leaf) => !Object.hasOwn(query, leaf))]
    if (left.length > 0) this.at.filter(Object.fromEntries([...new Set(left)].map((leaf) => [leaf, null])))
    // A part that was set wrongly and is back as it stood needs nothing more; everything else is as asked for now.
    if (!equalJson(this.bus.session.view.list?.query, query)) this.at.filter(query)
    this.mark(node)
  }

  /** A filter set in error: corrected by what comes next. */
  private wrongFilter(query: JsonObject): void {
    const wrong = this.random.pick(PRIORITIES)
    this.at.filter({ priority: [wrong] })
    if (!Object.hasOwn(query, 'priority')) this.at.filter({ priority: null })
  }

  private listNode(name: string): GoldList {
    const found = this.gold.body.find((node): node is GoldList => node.do === 'list' && node.name === name)
    if (!found) throw new Error(`Gold has no list ${name}.`)
    return found
  }

  private take({ node, ticketId }: Extract<Action, { do: 'take' }>, next: Action | undefined): void {
    if (this.fromStart === ticketId && this.at.isOpen && this.at.ticketId === ticketId) {
      if (this.noise.wrongTicket && !this.mistaken) this.wrongTicket(ticketId)
      if (this.at.ticketId !== ticketId) this.open(ticketId, node)
      return
    }
    // Written to from its row of the list: the ticket is not opened at all.
    const place = this.at.ids.indexOf(ticketId)
    if (node.name === 'ticket' && place >= 0 && next?.do === 'write' && !this.noise.extraRead && this.random.chance(PRIORS.start.fromRow)) {
      if (this.at.isOpen) this.at.close()
      this.rowHand = { ticketId, hand: this.at.onRow(place) }
      return
    }
    if (this.noise.wrongTicket && !this.mistaken && node.name === 'ticket') this.wrongTicket(ticketId)
    this.open(ticketId, node)
  }

  private rowHand: { readonly ticketId: string; readonly hand: Hand } | null = null

  private handFor(ticketId: string): Hand {
    if (this.rowHand?.ticketId === ticketId) return this.rowHand.hand
    if (!this.at.isOpen || this.at.ticketId !== ticketId) this.reach(ticketId)
    return this.at
  }

  private open(ticketId: string, node: GoldTake | GoldEach): void {
    this.reach(ticketId)
    this.mark(node)
    if (this.noise.extraRead && this.random.chance(0.3)) this.at.read()
  }

  private wrongTicket(ticketId: string): void {
    this.mistaken = true
    const others = this.at.ids.filter((id) => id !== ticketId)
    if (others.length > 0) this.reach(this.random.pick(others))
  }

  /** Opens a ticket from the list where it stands there, else by its id. */
  private reach(ticketId: string): void {
    if (this.at.ids.includes(ticketId)) this.at.openId(ticketId)
    else this.at.goTo(ticketId)
  }

  /** Something looked at that matters to nobody. */
  private look(): void {
    const open = this.at.isOpen ? this.at.ticketId : null
    const what = this.random.pick(['templates', 'assignees', 'ticket'] as const)
    if (what === 'templates') this.at.listTemplates()
    else if (what === 'assignees') this.at.listAssignees()
    else if (this.at.ids.length > 0) {
      this.at.openId(this.random.pick(this.at.ids))
      if (open !== null) this.reach(open)
    }
  }

  /** The writes to one ticket, in gold's order unless another comes to the same. */
  private writes(writes: readonly WriteAction[], hand: Hand): void {
    const free = writes.every(({ node }) => node.command !== 'apply_template')
    const order = free && this.noise.reorder ? this.random.shuffled(writes) : writes
    const slip = this.noise.correction || this.noise.undo ? this.random.pick(order) : null
    for (const write of order) {
      if (write === slip) this.slip(write, hand)
      this.perform(write, hand)
    }
  }

  private perform({ node, value }: WriteAction, hand: Hand): void {
    switch (node.command) {
      case 'set_ticket_status':
        hand.setStatus(String(value))
        break
      case 'set_ticket_priority':
        hand.setPriority(String(value))
        break
      case 'set_ticket_assignee':
        if (node.value.from === 'me') hand.assignToMe()
        else hand.assign(value === null ? null : String(value))
        break
      case 'apply_template':
        hand.applyTemplate(String(value))
        break
      default:
        // The picker gives and takes one tag at a time.
        for (const tag of value as readonly string[]) {
          if (node.command === 'add_ticket_tags') hand.addTags(tag)
          else hand.removeTags(tag)
          this.mark(node)
        }
        return
    }
    this.mark(node)
  }

  /** A write with the wrong value, then taken back or simply done again rightly. */
  private slip({ node, ticketId, value }: WriteAction, hand: Hand): void {
    const record = this.bus.session.records.get('ticket', ticketId) ?? {}
    const field = SLIPS[node.command]
    if (field === undefined) return
    const wrong = this.random.pick(field.values.filter((one) => one !== value && one !== record[field.field]))
    const before = this.bus.commits.length
    if (field.field === 'tags') {
      const tags = (record['tags'] ?? []) as readonly string[]
      const right = value as readonly string[]
      const tag = this.random.pick(TAGS.filter((one) => !tags.includes(one) && !right.includes(one)))
      hand.addTags(tag)
      if (this.noise.undo) this.at.undo()
      else hand.removeTags(tag)
      return
    }
    this.perform({ do: 'write', node: { ...node, value: { from: 'const', value: wrong } }, ticketId, value: wrong, idle: false }, hand)
    this.unmark()
    if (this.noise.undo && this.bus.commits.length > before) this.at.undo()
  }

  private loop(actions: readonly Action[]): void {
    const rows = actions.filter((action) => action.do === 'row').slice(0, this.showing.rows)
    const [row] = rows
    if (!row) return
    const style = row.node.bulk ? 'bulk' : this.random.weighted(PRIORS.each.style)
    if (style === 'bulk') return this.bulk(rows, actions)
    if (style === 'cursor' && this.at.isOpen) this.at.close()
    for (const { node, ticketId, skipped } of rows) {
      const place = this.at.ids.indexOf(ticketId)
      if (style === 'next' && this.at.isOpen && this.at.ids[place - 1] === this.at.ticketId) {
        // Whoever goes from one to the next also opens those that are then left alone.
        this.at.next()
        this.mark(node)
      } else if (!skipped && style !== 'cursor') this.open(ticketId, node)
      else if (style === 'next') this.open(ticketId, node)
      if (skipped) continue
      const writes = actions.filter((action): action is WriteAction => action.do === 'write' && action.ticketId === ticketId)
      this.writes(writes, style === 'cursor' ? this.at.onRow(place) : this.at)
    }
  }

  /** The console has no command for many tickets yet, so a gesture over a selection is a dispatch a ticket. */
  private bulk(rows: readonly Extract<Action, { do: 'row' }>[], actions: readonly Action[]): void {
    for (const { node, ticketId } of rows) {
      const hand = this.at.selected(ticketId, node.rows === 'all' ? 'all' : 'hand')
      for (const write of actions) if (write.do === 'write' && write.ticketId === ticketId) this.perform(write, hand)
    }
  }

  /** The dispatch that has just been was this part of gold. */
  private mark(node: Played['node']): void {
    const entry = this.bus.journal.at(-1)
    if (entry) this.played.set(entry.time, node)
  }

  private unmark(): void {
    const entry = this.bus.journal.at(-1)
    if (entry) this.played.delete(entry.time)
  }
}

/** What may be written in error, by command. */
const SLIPS: Readonly<Record<string, { readonly field: string; readonly values: readonly Json[] }>> = {
  set_ticket_status: { field: 'status', values: ['open', 'pending', 'solved'] },
  set_ticket_priority: { field: 'priority', values: PRIORITIES },
  set_ticket_assignee: { field: 'assigneeId', values: ASSIGNEE_IDS },
  apply_template: { field: 'reply', values: TEMPLATE_IDS },
  add_ticket_tags: { field: 'tags', values: TAGS },
  remove_ticket_tags: { field: 'tags', values: TAGS },
}
