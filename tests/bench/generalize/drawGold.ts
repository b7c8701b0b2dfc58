import { PHRASES } from './desks.ts'
import { constant, Drawing, FIELD_OF_COMMAND, FIELD_OF_PART, type QueryPart, type WriteKind } from './drawParts.ts'
import type { Gold, GoldChoose, GoldNode, GoldTake, GoldValue, GoldWrite, Kind, Outside } from './gold.ts'
import { writesIn } from './gold.ts'
import { PRIORS } from './priors.ts'
import type { Random } from './random.ts'

/** One procedure of a kind. Whether states and demonstrations can be found for it shows later. */
export function drawGold(id: string, kind: Kind | Outside, random: Random): Gold {
  const drawing = new Drawing(random)
  const { body, contradiction } = DRAW[kind](drawing)
  return {
    id,
    kind,
    kinds: kindsOf(kind, body),
    params: drawing.params,
    body,
    ...(contradiction ? { contradiction } : {}),
  }
}

interface Drawn {
  readonly body: readonly GoldNode[]
  readonly contradiction?: readonly GoldNode[]
}

/** What else a procedure is. */
function kindsOf(kind: Kind | Outside, body: readonly GoldNode[]): Gold['kinds'] {
  const edits = writesIn(body).some(({ command }) => command === 'add_ticket_tags' || command === 'remove_ticket_tags')
  const more: Kind[] = [...(kind === 'edit' ? (['single'] as const) : []), ...(edits ? (['edit'] as const) : [])]
  const outside = kind === 'body' || kind === 'hidden' || kind === 'time' || kind === 'judgement'
  return outside ? [kind] : [...new Set<Kind>([kind, ...more])]
}

const count = (weights: Readonly<Record<string, number>>, { random }: Drawing): number => Number(random.weighted(weights))

/** A ticket of the desk the caller names. */
const given = (drawing: Drawing, name = 'ticket'): GoldTake => ({
  do: 'take',
  name,
  list: null,
  choose: { by: 'given', param: drawing.param(name, { type: 'ticket' }) },
})

/** The first of a list somebody made for it. */
function first(drawing: Drawing, name: string, without: readonly QueryPart[] = []): readonly GoldNode[] {
  const list = drawing.list(`${name}_list`, drawing.parts(count(PRIORS.parts, drawing), without), drawing.random.weighted(PRIORS.sort))
  return [list, { do: 'take', name, list: list.name, choose: { by: 'first' } }]
}

/** The only one that is found by a text. */
function only(drawing: Drawing, name: string): readonly GoldNode[] {
  const search = drawing.random.weighted(PRIORS.search)
  const leaf = search === 'requester' ? 'requester' : 'text'
  const list = drawing.list(`${name}_list`, [], null, { [leaf]: drawing.given('text', { type: 'text', search }) })
  return [list, { do: 'take', name, list: list.name, choose: { by: 'only' } }]
}

function pick(drawing: Drawing): Drawn {
  const by = drawing.random.weighted(PRIORS.choose)
  if (by === 'only') return { body: [...only(drawing, 'ticket'), ...some(drawing)] }
  const parts = drawing.parts(count(PRIORS.parts, drawing))
  const sort = by === 'first' || by === 'last' ? drawing.random.weighted(PRIORS.sort) : null
  const list = drawing.list('tickets', parts, sort)
  const choose: GoldChoose =
    by === 'given'
      ? { by, param: drawing.param('ticket', { type: 'ticket', list: list.name }) }
      : by === 'where'
        ? { by, literal: drawing.literal(parts.map((part) => FIELD_OF_PART[part])) }
        : { by }
  return { body: [list, { do: 'take', name: 'ticket', list: list.name, choose }, ...some(drawing)] }
}

const some = (drawing: Drawing, without: readonly WriteKind[] = []): readonly GoldWrite[] =>
  drawing.writesTo('ticket', count(PRIORS.writes, drawing), without)

function loop(drawing: Drawing, guarded: boolean, rows: 'all' | 'named', bulk: boolean): Drawn {
  const { random } = drawing
  const parts: readonly QueryPart[] = drawing.parts(count(PRIORS.parts, drawing))
  const list = drawing.list('tickets', parts, random.chance(PRIORS.each.sorted) ? random.pick(['oldest', 'priority', 'updated']) : null)
  const guard = guarded ? drawing.literal(parts.map((part) => FIELD_OF_PART[part])) : null
  // Rows of a loop get fewer writes than a single ticket: nobody does three things twenty times.
  const body = drawing.writesTo('row', bulk ? 1 : Math.min(2, count(PRIORS.writes, drawing)))
  const named = rows === 'all' ? rows : { param: drawing.param('tickets', { type: 'tickets', list: list.name }) }
  return { body: [list, { do: 'each', name: 'row', list: list.name, rows: named, guard, bulk, body }] }
}

function copy(drawing: Drawing): Drawn {
  const { random } = drawing
  const from = random.weighted(PRIORS.copy.source)
  const field = random.weighted(PRIORS.copy.field)
  const kind = field === 'assigneeId' ? 'assignee' : 'priority'
  // A list of one assignee's tickets settles whose name is taken over: that would be no copy.
  const listed = from === 'first' ? first(drawing, 'source', [kind]) : null
  const source = from === 'given' ? [given(drawing, 'source')] : (listed ?? only(drawing, 'source'))
  const copied = drawing.writing('ticket', kind, { from: 'copy', ticket: 'source', field })
  const more = drawing.writesTo('ticket', count(PRIORS.copy.moreWrites, drawing), [kind])
  return { body: [...source, given(drawing), copied, ...more] }
}

/** The ticket of a rule, and what is always done to it. */
function ruled(drawing: Drawing): { readonly take: readonly GoldNode[]; readonly always: readonly GoldWrite[] } {
  const take = drawing.random.weighted(PRIORS.rule.target) === 'given' ? [given(drawing)] : first(drawing, 'ticket')
  return { take, always: drawing.writesTo('ticket', count(PRIORS.rule.alwaysWrites, drawing)) }
}

const kindOfCommand = (command: string): WriteKind | undefined =>
  ({
    set_ticket_status: 'status',
    set_ticket_priority: 'priority',
    set_ticket_assignee: 'assignee',
    apply_template: 'template',
    add_ticket_tags: 'addTags',
    remove_ticket_tags: 'removeTags',
  })[command] as WriteKind | undefined

/** Kinds of writes that would meet the same field again, or a reply that was filled in from what changes after it. */
const spent = (writes: readonly GoldWrite[]): readonly WriteKind[] => {
  const kinds = writes.flatMap(({ command }) => kindOfCommand(command) ?? [])
  return kinds.includes('addTags') || kinds.includes('removeTags') ? [...kinds, 'addTags', 'removeTags'] : kinds
}

function optional(drawing: Drawing): Drawn {
  const { take, always } = ruled(drawing)
  const then = drawing.writesTo('ticket', 1, spent(always))
  const fixed = take.flatMap((node) => (node.do === 'list' ? settledBy(node.query) : []))
  const test = drawing.literal([...always.map(({ command }) => FIELD_OF_COMMAND[command] ?? ''), ...fixed])
  return { body: [...take, ...always, { do: 'when', id: 'rule', on: 'ticket', test, then, otherwise: [] }] }
}

/** Fields that are the same for all rows of a list, since one value of them was asked for. */
const settledBy = (query: Readonly<Record<string, GoldValue>>): readonly string[] =>
  Object.entries(query).flatMap(([leaf, value]) => {
    const several = value.from === 'const' && Array.isArray(value.value) && value.value.length > 1
    return leaf in FIELD_OF_PART && !several ? [FIELD_OF_PART[leaf as QueryPart]] : []
  })

function branch(drawing: Drawing): Drawn {
  const { random } = drawing
  const { take, always } = ruled(drawing)
  const fixed = take.flatMap((node) => (node.do === 'list' ? settledBy(node.query) : []))
  const test = drawing.literal([...always.map(({ command }) => FIELD_OF_COMMAND[command] ?? ''), ...fixed])
  const out = spent(always)
  const same = random.chance(PRIORS.rule.sameCommand)
  const kinds = (['status', 'priority', 'assignee', 'template'] as const).filter((kind) => !out.includes(kind))
  const kind = random.pick(kinds)
  if (same) {
    const [one, other] = twoValues(drawing, kind)
    const giving = (value: string): GoldWrite => drawing.writing('ticket', kind, constant(value))
    return { body: [...take, ...always, { do: 'when', id: 'rule', on: 'ticket', test, then: [giving(one)], otherwise: [giving(other)] }] }
  }
  const then = drawing.writesTo('ticket', 1, out)
  const otherwise = drawing.writesTo('ticket', 1, [...out, ...spent(then)])
  return { body: [...take, ...always, { do: 'when', id: 'rule', on: 'ticket', test, then, otherwise }] }
}

function twoValues(drawing: Drawing, kind: 'status' | 'priority' | 'assignee' | 'template'): readonly [string, string] {
  const constantOf = (not?: string): string => {
    for (;;) {
      // Only the values of a rule are fixed; drawn apart, so that no parameter is left behind.
      const value = new Drawing(drawing.random).written(kind, not)
      if (value.from === 'const' && typeof value.value === 'string' && value.value !== not) return value.value
    }
  }
  const one = constantOf()
  return [one, constantOf(one)]
}

/** In one and the same situation, two things after a common beginning. */
function contradictory(drawing: Drawing): Drawn {
  const take = given(drawing)
  const common = drawing.writesTo('ticket', 1)
  const one = drawing.writesTo('ticket', 1, spent(common))
  const other = drawing.writesTo('ticket', 1, [...spent(common), ...spent(one)])
  return { body: [take, ...common, ...one], contradiction: [take, ...common, ...other] }
}

/** The ticket is chosen from a list by what its rows do not show. */
function hiddenPick(drawing: Drawing, choose: GoldChoose): Drawn {
  const list = drawing.list('tickets', drawing.parts(1), drawing.random.pick(['oldest', 'newest', 'priority']))
  return { body: [list, { do: 'take', name: 'ticket', list: list.name, choose }, ...some(drawing)] }
}

const DRAW: Readonly<Record<Kind | Outside, (drawing: Drawing) => Drawn>> = {
  single: (drawing) => ({ body: [given(drawing), ...some(drawing)] }),
  edit(drawing) {
    const take = given(drawing)
    const kind = drawing.random.chance(PRIORS.edit.add) ? 'addTags' : 'removeTags'
    const edit = drawing.writing('ticket', kind)
    const more = drawing.writesTo('ticket', count(PRIORS.edit.another, drawing), ['addTags', 'removeTags'])
    return { body: [take, edit, ...more] }
  },
  pick,
  each: (drawing) => loop(drawing, drawing.random.chance(PRIORS.each.guarded), 'all', false),
  copy,
  bulk: (drawing) => loop(drawing, false, drawing.random.weighted(PRIORS.bulk.is) === 'all' ? 'all' : 'named', true),
  optional,
  branch,
  contradictory,
  body: (drawing) => hiddenPick(drawing, { by: 'body', phrase: drawing.random.pick(PHRASES) }),
  hidden: (drawing) => hiddenPick(drawing, { by: 'longestBody' }),
  time: (drawing) => hiddenPick(drawing, { by: 'waiting', hours: drawing.random.pick([24, 48, 72, 120]) }),
  judgement(drawing) {
    const take = given(drawing)
    const always = drawing.writesTo('ticket', 1)
    const then = drawing.writesTo('ticket', 1, spent(always))
    const test = { field: 'body', op: 'judged', value: drawing.random.pick(PHRASES) } as const
    return { body: [take, ...always, { do: 'when', id: 'rule', on: 'ticket', test, then, otherwise: [] }] }
  },
}
