import { equalJson, type Json, type JsonObject } from '../../../src/bus/json.ts'
import { NONE_OF_THESE, type Question } from '../../../src/teach/generalize/types.ts'
import type { Procedure } from '../../../src/teach/procedure/types.ts'
import { nodesOf } from '../../../src/teach/procedure/walk.ts'
import { deskBus } from '../../support/sessions.ts'
import type { Played } from './actOut.ts'
import { recordsOf, type DeskState } from './desks.ts'
import { executeGold, type Action, type Given } from './execute.ts'
import { writesIn, type Gold, type GoldNode } from './gold.ts'
import { callsIn, playedBy } from './match.ts'
import type { Showing } from './situations.ts'

/** Who taught it, and so knows what was meant; asked, this person looks at the state shown and does the work there. */
export interface Teacher {
  readonly gold: Gold
  readonly showings: readonly Showing[]
  readonly played: ReadonlyMap<string, Played>
}

/**
 * Answers a question by executing gold on the state it shows. What is offered is all the teacher sees: no wording,
 * no rule behind a choice, only what each choice comes to there.
 * @returns the choice that comes to what gold does; *none of these* where no choice does
 */
export function answerQuestion(question: Question, procedure: Procedure, teacher: Teacher): string {
  const part = partAsked(question, procedure, teacher.played)
  const fits = part && fitting(question, part, teacher)
  return question.choices.find(({ value }) => fits?.(value) === true)?.choiceId ?? NONE_OF_THESE
}

type Fits = (value: Json) => boolean

/** The part of gold a question's step acts out. A loop or a branch is known by the first step in it. */
function partAsked({ step }: Question, procedure: Procedure, played: Teacher['played']): Played['node'] | null {
  const node = nodesOf(procedure).find((one) => one.node.as === step)?.node
  for (const call of node ? callsIn([node]) : []) {
    const part = playedBy(call, played)
    if (part) return part.node
  }
  return [...played].find(([from]) => from.endsWith(`/${step}`))?.[1].node ?? null
}

function fitting(question: Question, part: Played['node'], teacher: Teacher): Fits | null {
  const { desk, given } = stateOf(question, teacher)
  const { gold } = teacher
  switch (question.kind) {
    case 'pick':
      return fitsPick(part, gold, executeGold(gold.body, desk, given).actions)
    case 'rest': {
      const rows = idsShown(question)
      const { actions } = executeGold(gold.body, desk, given)
      const worked = actions.flatMap((one) => (one.do === 'row' && !one.skipped && rows.includes(one.ticketId) ? [one.ticketId] : []))
      return fitsRows(worked, rowsDone(question, teacher))
    }
    case 'guard':
      return fitsGuard(question, part, gold, desk, given)
    case 'value':
    case 'me':
      return fitsValue(question, part, gold, desk, given)
  }
}

/** The desk as the question shows it, and what the caller held in the demonstration it comes from. */
function stateOf({ shown }: Question, { showings }: Teacher): { readonly desk: DeskState; readonly given: Given } {
  const place = Number(/-(\d+)$/.exec(shown?.recordingId ?? '')?.[1] ?? 1) - 1
  const showing = showings[place] ?? showings[0]
  if (!showing) throw new Error('A teacher has shown something.')
  const records = shown?.records['ticket']
  if (!records) return { desk: showing.desk, given: showing.given }
  return { desk: { tickets: records, bus: deskBus(recordsOf(records)) }, given: showing.given }
}

/** Null stands for *the caller says which*: right where gold takes the ticket from its caller. */
function fitsPick(part: Played['node'], gold: Gold, actions: readonly Action[]): Fits {
  const name = part.do === 'take' ? part.name : part.do === 'write' ? part.on : ''
  const take = gold.body.find((node) => node.do === 'take' && node.name === name)
  if (take?.do !== 'take') return () => false
  if (take.choose.by === 'given') return (value) => value === null
  const taken = actions.find((action) => action.do === 'take' && action.node.name === name)
  return (value) => taken?.do === 'take' && value === taken.ticketId
}

/** Rows of the question's demonstration that were worked on; on another day, none are yet. */
function rowsDone({ shown }: Question, { showings }: Teacher): readonly string[] {
  if (shown?.perturbed === true) return []
  const place = Number(/-(\d+)$/.exec(shown?.recordingId ?? '')?.[1] ?? 1) - 1
  const showing = showings[place]
  const rows = showing?.gold.actions.flatMap((action) => (action.do === 'row' ? [action] : [])).slice(0, showing.rows) ?? []
  return rows.flatMap((row) => (row.skipped ? [] : [row.ticketId]))
}

/** Only of the rows on show does the question ask. */
const idsShown = ({ shown }: Question): readonly string[] =>
  (shown?.rows ?? []).flatMap((row) => (typeof row['ticketId'] === 'string' ? [row['ticketId']] : []))

/** Rows a choice works on are told in full, or without those that were worked on already. */
function fitsRows(worked: readonly string[], done: readonly string[]): Fits {
  const more = worked.filter((id) => !done.includes(id))
  return (value) => {
    const ids = idsIn(value)
    return ids !== null && (sameSet(ids, more) || (more.length > 0 && sameSet(ids, worked)))
  }
}

function fitsGuard(question: Question, part: Played['node'], gold: Gold, desk: DeskState, given: Given): Fits {
  const done = part.do === 'write' ? idsShown(question).filter((id) => isDone(part.id, id, gold, desk, given)) : []
  return (value) => {
    const ids = idsIn(value)
    return part.do === 'write' && ids !== null && sameSet(ids, done)
  }
}

/** Whether gold does a write when it is about this ticket. */
function isDone(write: string, ticketId: string, gold: Gold, desk: DeskState, given: Given): boolean {
  const actions = executeOn(ticketId, gold, desk, given)
  return actions.some((action) => action.do === 'write' && action.node.id === write && action.ticketId === ticketId)
}

function fitsValue(question: Question, part: Played['node'], gold: Gold, desk: DeskState, given: Given): Fits {
  const value = part.do === 'write' ? part.value : part.do === 'list' ? part.query[question.leaf ?? ''] : undefined
  if (!value || part.do === 'take' || part.do === 'each') return () => false
  if (value.from === 'param') return (offered) => offered === null
  // Whoever runs it has no value of its own on a state nobody runs it on.
  if (value.from === 'me') return (offered) => (question.kind === 'me' ? offered === null : offered === given.me)
  if (part.do === 'list') return (offered) => value.from === 'const' && equalJson(offered, value.value)
  const written = (actions: readonly Action[], ticketId?: string): Json | undefined =>
    actions.flatMap((action) => {
      const fits = action.do === 'write' && action.node.command === part.command && (ticketId === undefined || action.ticketId === ticketId)
      return fits ? [action.value] : []
    })[0]
  return (offered) => {
    const pairs = pairsIn(offered)
    if (pairs) return pairs.every(([id, one]) => equalJson(written(executeOn(id, gold, desk, given), id), one))
    // One value for all: so it is where gold knows no other.
    const others = writesIn(gold.body).filter(({ command }) => command === part.command)
    return others.length === 1 && equalJson(written(executeGold(gold.body, desk, given).actions), offered)
  }
}

/** What gold does when the ticket it is about is this one, however it would have been taken. */
function executeOn(ticketId: string, gold: Gold, desk: DeskState, given: Given): readonly Action[] {
  const about = gold.body.find((node): node is Extract<GoldNode, { do: 'take' }> => node.do === 'take' && node.name === 'ticket')
  if (!about) return executeGold(gold.body, desk, given).actions
  const body = gold.body.map((node): GoldNode => (node === about ? { ...about, list: null, choose: { by: 'given', param: OWN } } : node))
  const args: JsonObject = { ...given.args, [OWN]: ticketId }
  return executeGold(body, desk, { ...given, args }).actions
}

const OWN = 'the ticket asked about'

const idsIn = (value: Json): readonly string[] | null => {
  if (value === null) return []
  if (!Array.isArray(value)) return null
  const items = value as readonly Json[]
  return items.every((item) => typeof item === 'string') ? items : null
}

function pairsIn(value: Json): readonly (readonly [string, Json])[] | null {
  if (!Array.isArray(value) || value.length === 0) return null
  const pairs = (value as readonly Json[]).flatMap((item): (readonly [string, Json])[] => {
    if (!Array.isArray(item) || item.length !== 2) return []
    const [id, one = null] = item as readonly Json[]
    return typeof id === 'string' ? [[id, one]] : []
  })
  return pairs.length === value.length ? pairs : null
}

const sameSet = (a: readonly string[], b: readonly string[]): boolean => {
  const left = new Set(a)
  return left.size === new Set(b).size && b.every((one) => left.has(one))
}
