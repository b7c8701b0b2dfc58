import type { Json } from '../../../src/bus/json.ts'
import { PRIORITIES, type Priority } from '../../../src/triage/model.ts'
import { IDLE_QUERY } from '../../../src/triage/query.ts'
import { ASSIGNEE_IDS, TAGS, TEMPLATE_IDS } from './desks.ts'
import type { GoldList, GoldLiteral, GoldParam, GoldValue, GoldWrite } from './gold.ts'
import { PRIORS } from './priors.ts'
import type { Random } from './random.ts'

/** A gold procedure while it is drawn: its parameters come up as its leaves are. */
export class Drawing {
  readonly params: GoldParam[] = []
  private writes = 0

  constructor(readonly random: Random) {}

  param(name: string, more: Omit<GoldParam, 'name'>): string {
    const taken = this.params.filter((param) => param.name.startsWith(name)).length
    const own = taken === 0 ? name : `${name}${taken + 1}`
    this.params.push({ name: own, ...more })
    return own
  }

  /** A value the caller gives. */
  given(name: string, more: Omit<GoldParam, 'name'>): GoldValue {
    return { from: 'param', param: this.param(name, more) }
  }

  /** Writes to one ticket, each of another kind; `without` says which kinds are out of place. */
  writesTo(on: string, count: number, without: readonly WriteKind[] = []): readonly GoldWrite[] {
    const left = new Set((Object.keys(PRIORS.writeKinds) as WriteKind[]).filter((kind) => !without.includes(kind)))
    return Array.from({ length: Math.min(count, left.size) }, () => {
      const weights = Object.fromEntries([...left].map((one) => [one, PRIORS.writeKinds[one]]))
      const kind = this.random.weighted(weights as Record<WriteKind, number>)
      left.delete(kind)
      // Tags that come and tags that go in one procedure would have to be told apart; one of the two is enough.
      if (kind === 'addTags' || kind === 'removeTags') for (const other of ['addTags', 'removeTags'] as const) left.delete(other)
      return this.writing(on, kind)
    })
  }

  writing(on: string, kind: WriteKind, value: GoldValue = this.written(kind)): GoldWrite {
    return { do: 'write', id: `w${++this.writes}`, on, ...WRITES[kind], value }
  }

  /** What a write gives. @param not a constant that would be another branch's */
  written(kind: WriteKind, not?: Json): GoldValue {
    const { random } = this
    const fresh = <T extends Json>(draw: () => T): T => {
      let drawn = draw()
      while (drawn === not) drawn = draw()
      return drawn
    }
    switch (kind) {
      case 'status':
        return this.enumeration(() => this.given('status', { type: 'status' }), fresh(() => random.weighted(PRIORS.status)))
      case 'priority':
        return this.enumeration(() => this.given('priority', { type: 'priority' }), fresh(() => random.pick(PRIORITIES)))
      case 'assignee':
        return this.reference(PRIORS.reference, () => this.given('assignee', { type: 'assignee' }), fresh(() => random.pick(ASSIGNEE_IDS)))
      case 'template': {
        const { const: fixed, param } = PRIORS.reference
        const asked = (): GoldValue => this.given('template', { type: 'template' })
        return this.reference({ const: fixed, param }, asked, fresh(() => random.pick(TEMPLATE_IDS)))
      }
      case 'addTags':
      case 'removeTags': {
        if (random.weighted(PRIORS.tags) === 'param') return this.given('tags', { type: 'tags' })
        return constant(random.some(TAGS, Number(random.weighted(PRIORS.tagCount))))
      }
    }
  }

  private enumeration(param: () => GoldValue, value: Json): GoldValue {
    return this.random.weighted(PRIORS.enumeration) === 'param' ? param() : constant(value)
  }

  private reference(weights: Readonly<Record<string, number>>, param: () => GoldValue, value: Json): GoldValue {
    const how = this.random.weighted(weights)
    if (how === 'me') return { from: 'me' }
    return how === 'param' ? param() : constant(value)
  }

  /** A list the person makes out of the idle one: the parts they set, over what stood there. */
  list(name: string, parts: readonly QueryPart[], sort: string | null, more: Readonly<Record<string, GoldValue>> = {}): GoldList {
    const idle = Object.fromEntries(Object.entries(IDLE_QUERY).map(([leaf, value]) => [leaf, constant(value)]))
    const set = Object.fromEntries(parts.map((part): [string, GoldValue] => [part, this.part(part)]))
    return { do: 'list', name, query: { ...idle, ...set, ...more, ...(sort === null ? {} : { sort: constant(sort) }) } }
  }

  parts(count: number, without: readonly QueryPart[] = []): readonly QueryPart[] {
    const left = new Set((Object.keys(PRIORS.part) as QueryPart[]).filter((part) => !without.includes(part)))
    return Array.from({ length: count }, () => {
      const part = this.random.weighted(Object.fromEntries([...left].map((one) => [one, PRIORS.part[one]])) as Record<QueryPart, number>)
      left.delete(part)
      if (part === 'tag' || part === 'notTags') for (const other of ['tag', 'notTags'] as const) left.delete(other)
      return part
    })
  }

  private part(part: QueryPart): GoldValue {
    const { random } = this
    switch (part) {
      case 'status':
        return this.enumeration(
          () => this.given('list_status', { type: 'statuses', not: ['solved', 'closed'] }),
          [random.weighted({ new: 0.3, open: 0.35, pending: 0.25, on_hold: 0.1 })],
        )
      case 'priority':
        return this.enumeration(() => this.given('list_priority', { type: 'priorities' }), [random.pick(PRIORITIES)])
      case 'tag':
        return random.weighted(PRIORS.tags) === 'param' ? this.given('list_tag', { type: 'tag' }) : constant(random.pick(TAGS))
      case 'notTags':
        return constant([random.pick(TAGS)])
      case 'assignee': {
        const owner = random.weighted(PRIORS.owner)
        if (owner === 'param') return this.given('list_assignee', { type: 'assignee' })
        return constant(owner === 'nobody' ? 'none' : random.pick(ASSIGNEE_IDS))
      }
    }
  }

  /** A rule over a field, and over none of those that are settled already. */
  literal(without: readonly string[]): GoldLiteral {
    const { random } = this
    const weights = Object.fromEntries(Object.entries(PRIORS.literal).filter(([kind]) => !without.includes(FIELD_OF[kind] ?? kind)))
    const kind = random.weighted(weights)
    const negated = random.chance(PRIORS.negated)
    switch (kind) {
      case 'priority':
        return { field: 'priority', op: negated ? '!=' : '=', value: random.pick(PRIORITIES) satisfies Priority }
      case 'status':
        return { field: 'status', op: negated ? '!=' : '=', value: random.pick(['new', 'open', 'pending'] as const) }
      case 'assigneeEmpty':
        return { field: 'assigneeId', op: negated ? 'not-empty' : 'empty' }
      default:
        return { field: 'tags', op: negated ? 'lacks' : 'contains', value: random.pick(TAGS) }
    }
  }
}

export type WriteKind = keyof typeof PRIORS.writeKinds
export type QueryPart = keyof typeof PRIORS.part

export const constant = (value: Json): GoldValue => ({ from: 'const', value })

const WRITES: Readonly<Record<WriteKind, Pick<GoldWrite, 'command' | 'leaf'>>> = {
  status: { command: 'set_ticket_status', leaf: 'status' },
  priority: { command: 'set_ticket_priority', leaf: 'priority' },
  assignee: { command: 'set_ticket_assignee', leaf: 'assigneeId' },
  template: { command: 'apply_template', leaf: 'templateId' },
  addTags: { command: 'add_ticket_tags', leaf: 'tags' },
  removeTags: { command: 'remove_ticket_tags', leaf: 'tags' },
}

/** The field a kind of literal looks at. */
const FIELD_OF: Readonly<Record<string, string>> = { assigneeEmpty: 'assigneeId', tag: 'tags' }

/** The field a part of a query settles for all rows, and so no rule over rows looks at. */
export const FIELD_OF_PART: Readonly<Record<QueryPart, string>> = {
  status: 'status',
  priority: 'priority',
  assignee: 'assigneeId',
  tag: 'tags',
  notTags: 'tags',
}

/** The field a write changes. */
export const FIELD_OF_COMMAND: Readonly<Record<string, string>> = {
  set_ticket_status: 'status',
  set_ticket_priority: 'priority',
  set_ticket_assignee: 'assigneeId',
  apply_template: 'reply',
  add_ticket_tags: 'tags',
  remove_ticket_tags: 'tags',
}
