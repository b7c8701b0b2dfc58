import type { Json } from '../../../src/bus/json.ts'

/** What a gold procedure is about. A procedure may be of more than one kind; the first is what it was drawn as. */
export const KINDS = ['single', 'pick', 'each', 'copy', 'edit', 'bulk', 'optional', 'branch', 'contradictory'] as const
export type Kind = (typeof KINDS)[number]
/** What lies outside any language over shown fields. */
export const OUTSIDE = ['body', 'hidden', 'time', 'judgement'] as const
export type Outside = (typeof OUTSIDE)[number]

export type Part = 'train' | 'test'

/** Where a value comes from: always the same, the caller, whoever does it, or a field of a ticket taken before. */
export type GoldValue =
  | { readonly from: 'const'; readonly value: Json }
  | { readonly from: 'param'; readonly param: string }
  | { readonly from: 'me' }
  | { readonly from: 'copy'; readonly ticket: string; readonly field: string }

/** A rule over a field a ticket's row shows. */
export interface GoldLiteral {
  readonly field: 'priority' | 'status' | 'assigneeId' | 'tags'
  readonly op: '=' | '!=' | 'contains' | 'lacks' | 'empty' | 'not-empty'
  readonly value?: string
}

/** A rule, or a judgement no field on show bears out. */
export type GoldTest = GoldLiteral | { readonly field: 'body'; readonly op: 'judged'; readonly value: string }

/** How a ticket is taken from a list. The last three look at what nobody can see in a row. */
export type GoldChoose =
  | { readonly by: 'first' }
  | { readonly by: 'last' }
  | { readonly by: 'only' }
  | { readonly by: 'where'; readonly literal: GoldLiteral }
  | { readonly by: 'given'; readonly param: string }
  | { readonly by: 'body'; readonly phrase: string }
  | { readonly by: 'longestBody' }
  | { readonly by: 'waiting'; readonly hours: number }

export interface GoldList {
  readonly do: 'list'
  readonly name: string
  /** The whole query, leaf by leaf. */
  readonly query: Readonly<Record<string, GoldValue>>
}

export interface GoldTake {
  readonly do: 'take'
  readonly name: string
  /** The list it must be in; null: any ticket of the desk, named by the caller. */
  readonly list: string | null
  readonly choose: GoldChoose
}

export interface GoldWrite {
  readonly do: 'write'
  /** Unique in the procedure. */
  readonly id: string
  readonly command: string
  /** Name of the ticket or the loop's row it is done to. */
  readonly on: string
  /** The leaf that takes the value; every write has one besides the ticket. */
  readonly leaf: string
  readonly value: GoldValue
}

export interface GoldEach {
  readonly do: 'each'
  readonly name: string
  readonly list: string
  /** Every row of the list, or those the caller names, all of which must be in it. */
  readonly rows: 'all' | { readonly param: string }
  readonly guard: GoldTest | null
  /** One gesture over a selection rather than row by row. */
  readonly bulk: boolean
  readonly body: readonly GoldWrite[]
}

export interface GoldWhen {
  readonly do: 'when'
  readonly id: string
  readonly on: string
  readonly test: GoldTest
  readonly then: readonly GoldWrite[]
  readonly otherwise: readonly GoldWrite[]
}

export type GoldNode = GoldList | GoldTake | GoldWrite | GoldEach | GoldWhen

type Enumerated = 'priority' | 'status' | 'priorities' | 'statuses'

/** A value the caller holds, as it stands in the leaf it feeds. */
export interface GoldParam {
  readonly name: string
  readonly type: 'ticket' | 'tickets' | 'assignee' | 'template' | 'tag' | 'tags' | 'text' | Enumerated
  /** The list a ticket is named from. */
  readonly list?: string
  /** What a text finds its ticket by. */
  readonly search?: 'order' | 'requester' | 'ticketId'
  /** Never this, since it would change nothing. */
  readonly not?: readonly string[]
}

export interface Gold {
  readonly id: string
  readonly kind: Kind | Outside
  readonly kinds: readonly (Kind | Outside)[]
  readonly params: readonly GoldParam[]
  readonly body: readonly GoldNode[]
  /** Of a contradictory procedure: what its second demonstration does in the very same situation. */
  readonly contradiction?: readonly GoldNode[]
}

export const isOutside = (gold: Pick<Gold, 'kind'>): boolean => OUTSIDE.some((kind) => kind === gold.kind)

/** All writes, those of loops and branches among them. */
export const writesIn = (body: readonly GoldNode[]): readonly GoldWrite[] =>
  body.flatMap((node) => {
    if (node.do === 'write') return [node]
    if (node.do === 'each') return node.body
    return node.do === 'when' ? [...node.then, ...node.otherwise] : []
  })

/** In words, for the list of failures. */
export function sayGold(gold: Gold): readonly string[] {
  const lines: string[] = []
  const say = (nodes: readonly GoldNode[], depth: number): void => {
    for (const node of nodes) {
      lines.push(`${'  '.repeat(depth)}${sayNode(node)}`)
      if (node.do === 'each') say(node.body, depth + 1)
      if (node.do === 'when') {
        say(node.then, depth + 1)
        if (node.otherwise.length > 0) lines.push(`${'  '.repeat(depth)}else`)
        say(node.otherwise, depth + 1)
      }
    }
  }
  say(gold.body, 0)
  if (gold.contradiction) {
    lines.push('and then, in the same situation,')
    say(gold.contradiction, 0)
  }
  return lines
}

function sayNode(node: GoldNode): string {
  switch (node.do) {
    case 'list': {
      const parts = Object.entries(node.query).map(([leaf, value]) => `${leaf}=${sayValue(value)}`)
      return `${node.name} := filter ${parts.join(' ')}`
    }
    case 'take':
      return `${node.name} := ${JSON.stringify(node.choose)} of ${node.list ?? 'the desk'}`
    case 'write':
      return `${node.command} ${node.on} ${node.leaf}=${sayValue(node.value)}`
    case 'each': {
      const rows = node.rows === 'all' ? node.list : `<${node.rows.param}>`
      return `for each ${node.name} of ${rows}${node.guard ? ` with ${JSON.stringify(node.guard)}` : ''}${node.bulk ? ', in bulk' : ''}`
    }
    case 'when':
      return `when ${node.on} has ${JSON.stringify(node.test)}`
  }
}

export function sayValue(value: GoldValue): string {
  if (value.from === 'const') return JSON.stringify(value.value)
  if (value.from === 'param') return `<${value.param}>`
  return value.from === 'me' ? 'me' : `${value.ticket}.${value.field}`
}
