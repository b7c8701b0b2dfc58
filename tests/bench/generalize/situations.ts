import { equalJson, type Json, type JsonObject } from '../../../src/bus/json.ts'
import type { Rec } from '../../../src/bus/state.ts'
import { PRIORITIES } from '../../../src/triage/model.ts'
import { ASSIGNEE_IDS, drawDesk, TAGS, TEMPLATE_IDS, type DeskState } from './desks.ts'
import { executeGold, NO_CHANGES, type Given, type GoldRun } from './execute.ts'
import type { Gold, GoldEach, GoldList, GoldParam } from './gold.ts'
import { PRIORS } from './priors.ts'
import type { Random } from './random.ts'

/** A state of the desk, what the caller holds, and what gold does there. */
export interface Situation {
  readonly desk: DeskState
  readonly given: Given
  readonly gold: GoldRun
}

export const ME = 'a-1'

/** The states a learned procedure is tried on; null when gold does nothing in too many of them. */
export function drawUnseen(gold: Gold, random: Random): readonly Situation[] | null {
  const { unseen, mustChange, wanted } = PRIORS.states
  const states = Array.from({ length: unseen }, (_, turn) => {
    const own = random.fork(turn)
    const until = own.chance(wanted) ? PRIORS.draws.state : 1
    let situation = drawSituation(gold, own, null)
    for (let draw = 1; draw < until && situation.gold.changes === NO_CHANGES; draw += 1) situation = drawSituation(gold, own, null)
    return situation
  })
  return states.filter((state) => state.gold.changes !== NO_CHANGES).length >= mustChange ? states : null
}

/** @param unlike what an earlier demonstration was given, so that this one is given something else */
export function drawSituation(gold: Gold, random: Random, unlike: JsonObject | null, desk = drawDesk(random)): Situation {
  const me = unlike === null ? random.pick(ASSIGNEE_IDS) : ME
  const args: Record<string, Json> = {}
  // Tickets last: which of them are in a list depends on what the list asks for.
  const tickets = gold.params.filter(({ type }) => type === 'ticket' || type === 'tickets')
  for (const param of gold.params) {
    if (!tickets.includes(param)) args[param.name] = drawValue(param, desk, random, unlike?.[param.name])
  }
  for (const param of tickets) args[param.name] = drawTickets(param, gold, { args, me }, desk, random)
  const given = { args, me }
  return { desk, given, gold: executeGold(gold.body, desk, given) }
}

function drawValue(param: GoldParam, desk: DeskState, random: Random, unlike: Json | undefined): Json {
  for (let turn = 0; ; turn += 1) {
    const value = valueOf(param, desk, random)
    const excluded = typeof value === 'string' && param.not?.includes(value)
    if (!excluded && (turn > 20 || !equalJson(value, unlike))) return value
  }
}

function valueOf({ type, search }: GoldParam, desk: DeskState, random: Random): Json {
  switch (type) {
    case 'assignee':
      return random.pick(ASSIGNEE_IDS)
    case 'template':
      return random.pick(TEMPLATE_IDS)
    case 'priority':
      return random.pick(PRIORITIES)
    case 'priorities':
      return [random.pick(PRIORITIES)]
    case 'status':
      return random.weighted(PRIORS.status)
    case 'statuses':
      return [random.pick(['new', 'open', 'pending', 'on_hold'])]
    case 'tag':
      return random.pick(TAGS)
    case 'tags':
      return random.some(TAGS, Number(random.weighted(PRIORS.tagCount)))
    case 'text':
      return textOf(random.pick(desk.tickets), search)
    default:
      throw new Error(`No value of the type ${type}.`)
  }
}

/** What somebody types who knows the ticket by its order, by who asks, or by its id. */
function textOf(ticket: Rec, search: GoldParam['search']): string {
  if (search === 'ticketId') return String(ticket['ticketId'])
  if (search === 'requester') return String((ticket['requester'] as JsonObject)['name'])
  return String(ticket['subject']).split(' ').at(-1) ?? ''
}

function drawTickets(param: GoldParam, gold: Gold, given: Given, desk: DeskState, random: Random): Json {
  const all = desk.tickets.map((ticket) => String(ticket['ticketId']))
  const listed = param.list !== undefined && random.chance(PRIORS.inList) ? listedIn(param.list, gold, given, desk) : []
  const from = listed.length > 0 ? listed : all
  if (param.type === 'ticket') return random.pick(from.filter((id) => !Object.values(given.args).includes(id)))
  const { fewest, most } = PRIORS.bulk.named
  return random.some(from, Math.min(from.length, random.between(fewest, most)))
}

function listedIn(name: string, gold: Gold, given: Given, desk: DeskState): readonly string[] {
  const list = gold.body.find((node): node is GoldList => node.do === 'list' && node.name === name)
  const [action] = list ? executeGold([list], desk, given).actions : []
  return action?.do === 'list' ? action.ids : []
}

/** What one demonstration acts out. */
export interface Showing extends Situation {
  /** Rows of a loop that are shown, from the front of its list. */
  readonly rows: number
}

/**
 * Situations for three demonstrations that mean something: every write that is shown changes something, from the
 * second on what the caller gives differs, and the first two show both sides of every rule.
 * @returns null when none can be found
 */
export function drawShowings(gold: Gold, random: Random): readonly Showing[] | null {
  const shown: Showing[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    const showing = drawShowing(gold, random.fork(turn), shown)
    if (!showing) return null
    shown.push(showing)
  }
  return shown
}

function drawShowing(gold: Gold, random: Random, earlier: readonly Showing[]): Showing | null {
  const last = earlier.at(-1)
  if (gold.contradiction && last && earlier.length === 1) return { ...last, gold: executeGold(gold.contradiction, last.desk, last.given) }
  const person = earlier.length > 0 && random.chance(PRIORS.anotherPerson) ? random.pick(ASSIGNEE_IDS) : ME
  for (let draw = 0; draw < PRIORS.draws.demonstration; draw += 1) {
    const drawn = drawSituation(gold, random, last?.given.args ?? {})
    const given = { ...drawn.given, me: person }
    const situation = { ...drawn, given, gold: executeGold(gold.body, drawn.desk, given) }
    const rows = worthShowing(gold, situation, random)
    if (rows === null || !isFresh(gold, situation, earlier)) continue
    const showing = { ...situation, rows }
    if (earlier.length === 1 && !bothSides([...earlier, showing])) continue
    return showing
  }
  return null
}

/** How many rows of its loop are shown (0 without one), or null when this situation shows nothing of use. */
function worthShowing(gold: Gold, { desk, given, gold: run }: Situation, random: Random): number | null {
  if (!run.ok || run.changes === NO_CHANGES) return null
  const loop = gold.body.find((node): node is GoldEach => node.do === 'each')
  if (loop) return rowsToShow(loop, run, random)
  if (run.actions.some((action) => action.do === 'write' && action.idle)) return null
  // Nobody shows how to take over somebody by unassigning.
  if (run.actions.some((action) => action.do === 'write' && action.node.value.from === 'copy' && action.value === null)) return null
  if (gold.contradiction) {
    const other = executeGold(gold.contradiction, desk, given)
    if (!other.ok || other.changes === run.changes || other.actions.some((action) => action.do === 'write' && action.idle)) return null
  }
  return isTelling(run) ? 0 : null
}

/** A ticket that is taken from a list is taken from among others; by what is hidden, neither as the first nor as the last. */
function isTelling(run: GoldRun): boolean {
  return run.actions.every((action) => {
    if (action.do !== 'take' || action.node.list === null) return true
    const list = run.actions.find((one) => one.do === 'list' && one.name === action.node.list)
    const ids = list?.do === 'list' ? list.ids : []
    const { by } = action.node.choose
    if (by === 'only') return ids.length === 1
    if (by === 'body' || by === 'longestBody' || by === 'waiting') return ids.indexOf(action.ticketId) > 0 && ids.at(-1) !== action.ticketId
    return ids.length >= 2
  })
}

function rowsToShow(loop: GoldEach, run: GoldRun, random: Random): number | null {
  const { endsAt, toTheEnd, fewest, most } = PRIORS.shown
  const rows = run.actions.flatMap((action, place) => (action.do === 'row' ? [{ ...action, place }] : []))
  const changes = (row: (typeof rows)[number]): boolean => {
    const next = rows.find(({ place }) => place > row.place)?.place ?? run.actions.length
    return !run.actions.slice(row.place, next).some((action) => action.do === 'write' && action.idle)
  }
  // A gesture over a selection takes all of it, whatever is so already.
  const all = loop.bulk || loop.rows !== 'all'
  const upTo = (count: number): boolean => {
    const shown = rows.slice(0, count)
    return shown.filter(({ skipped }) => !skipped).length >= fewest && shown.every(changes)
  }
  if (all) return rows.length <= 12 && upTo(rows.length) ? rows.length : null
  if (rows.length <= endsAt && random.chance(toTheEnd) && upTo(rows.length)) return rows.length
  const wanted = random.between(fewest, most)
  const places = rows.flatMap(({ skipped }, place) => (skipped ? [] : [place + 1]))
  const count = places[wanted - 1] ?? places.at(-1) ?? 0
  return upTo(count) ? count : null
}

/** What the caller gives is not what was given the last time, value by value. */
const isFresh = (gold: Gold, { given }: Situation, earlier: readonly Showing[]): boolean => {
  const last = earlier.at(-1)
  return !last || gold.params.every(({ name }) => !equalJson(given.args[name], last.given.args[name]))
}

/** The sides of a rule that were shown: of a loop, only those of the rows that were. */
export function sidesShown({ gold, rows }: Showing): ReadonlySet<string> {
  const each = gold.actions.flatMap((action) => (action.do === 'row' && action.node.guard ? [action] : [])).slice(0, rows)
  const whens = [...gold.sides].filter((side) => side.endsWith(':true') || side.endsWith(':false'))
  return new Set([...whens, ...each.map(({ node, skipped }) => `${node.name}:${skipped ? 'skipped' : 'done'}`)])
}

function bothSides(showings: readonly Showing[]): boolean {
  const shown = new Set(showings.flatMap((showing) => [...sidesShown(showing)]))
  const rules = new Set(showings.flatMap(({ gold }) => [...gold.sides]).map((side) => side.split(':')[0]))
  return [...rules].every((rule) => [...shown].filter((side) => side.startsWith(`${rule}:`)).length === 2)
}
