import { at, equalJson, type Json } from '../../../bus/json.ts'
import type { Rec } from '../../../bus/state.ts'
import type { Words } from '../../../bus/words.ts'
import { guardWords } from '../../procedure/guardWords.ts'
import type { Expr, Node, When } from '../../procedure/types.ts'
import type { Literal } from '../../recording/types.ts'
import { askGuard, type GuardAnswer } from '../questions/askGuard.ts'
import type { Building } from '../building.ts'
import { byTrace, type Column } from '../steps/columns.ts'
import { isTelling, opposite, separating } from './separating.ts'
import type { Item } from '../steps/shape.ts'

export interface Piece {
  readonly item: Item
  readonly node: Node
}

/** The record a column is about: how the procedure knows it, and which it is in each sample. */
export interface About {
  readonly entity: string
  readonly of: Expr
  readonly ids: readonly (string | null)[]
}

/**
 * Nodes with what was done only sometimes put under the condition that tells when. Neighbours done in the same samples
 * share it; those done in exactly the others have its opposite. Where nothing tells, it was a judgement, and blocks.
 */
export function guarded(building: Building, pieces: readonly Piece[]): readonly Node[] {
  const nodes: Node[] = []
  const late: Node[] = []
  const settled = new Map<string, GuardAnswer>()
  for (let place = 0; place < pieces.length; ) {
    const piece = pieces[place]
    if (!piece) break
    const group = [piece]
    const presence = presenceOf(piece.item)
    const column = columnIn(piece.item)
    if (presence.every(Boolean) || !column || column.variant) {
      if (!presence.every(Boolean) && !column?.variant) judgement(building, piece.node.as)
      nodes.push(piece.node)
      place += 1
      continue
    }
    const about = aboutOf(building, column)
    while (pieces[place + group.length]) {
      const next = pieces[place + group.length]
      const other = next && columnIn(next.item)
      if (!next || !other || other.variant || !equalJson(presenceOf(next.item), presence)) break
      if (JSON.stringify(aboutOf(building, other)?.of) !== JSON.stringify(about?.of)) break
      group.push(next)
    }
    place += group.length
    const key = presence.map(Number).join('')
    const mirrored = presence.map((done) => Number(!done)).join('')
    const rival = pieces.some(({ item }) => presenceOf(item).map((done) => Number(!done)).join('') === key)
    // What was said of one record says nothing of another, though both were worked on in the same demonstrations.
    const known = answered(settled, ofRecord(about, key), ofRecord(about, mirrored))
    const answer = known === undefined ? decide(building, group, column, about, presence, rival) : known
    settled.set(ofRecord(about, key), answer)
    if (answer === 'always') nodes.push(...group.map(({ node }) => node))
    else if (answer === null || answer === 'caller' || !about) {
      judgement(building, piece.node.as)
      nodes.push(...group.map(({ node }) => node))
    } else {
      const { rule } = answer
      const node = whenNode(about, rule, group.map((one) => one.node))
      const partner = pieces.slice(place).findIndex(({ item }) => presenceOf(item).map((done) => Number(!done)).join('') === key)
      const changes = rival && group.some((one) => writesField(one, rule.field))
      // What changes the very field the rule looks at goes last, or the other half would see its work.
      if (!changes || partner < 0) {
        if (late.length > 0 && rival && group.some((one) => writesField(one, rule.field))) judgement(building, piece.node.as)
        nodes.push(node)
      } else late.push(node)
    }
  }
  nodes.push(...late)
  return nodes
}

export const whenNode = ({ entity, of }: About, literal: Literal, body: readonly Node[]): When => ({
  node: 'when',
  as: `when_${body[0]?.as ?? ''}`,
  entity,
  of,
  guard: [literal],
  body,
  otherwise: 'skip',
})

const ofRecord = (about: About | null, samples: string): string => `${samples} ${JSON.stringify(about?.of ?? null)}`

/** What is known of these samples already. Where nothing tells when one half is done, nothing tells it of the other. */
function answered(settled: ReadonlyMap<string, GuardAnswer>, key: string, mirrored: string): GuardAnswer | undefined {
  const known = settled.get(key)
  if (known !== undefined) return known
  const other = settled.get(mirrored)
  if (other === null || other === undefined) return other
  return typeof other === 'object' ? { rule: opposite(other.rule) } : undefined
}

export function judgement({ remarks }: Building, step: string): void {
  remarks.push({ level: 'block', kind: 'judgement', step, words: ['This was done only sometimes, and nothing on show tells when: that was a judgement'] })
}

function decide(
  building: Building,
  group: readonly Piece[],
  column: Column,
  about: About | null,
  presence: readonly boolean[],
  rival: boolean,
): GuardAnswer {
  if (!about) return null
  const states = statesOf(building, column, about)
  const neutral = presence.map((done, place) => !done && !rival && group.every(({ item }) => alreadySo(columnIn(item), states[place] ?? null)))
  // Of a record that was not there at all nothing can be said.
  if (presence.some((_, place) => neutral[place] !== true && (states[place] ?? null) === null)) return null
  const side = (done: boolean, among: (place: number) => boolean): readonly Rec[] =>
    states.filter((state, place): state is Rec => state !== null && presence[place] === done && among(place))
  const yes = side(true, () => true)
  const no = side(false, (place) => !neutral[place])
  const against = no.length > 0 ? no : side(false, () => true)
  const found = separating(yes, against, about.entity, building.index)
  // *Unless it is so already* comes first where that may be all there is to it.
  const own = no.length > 0 ? [] : found.filter((rule) => isOwnField(group, rule))
  const rules = [...own, ...found.filter((rule) => !own.includes(rule))]
  // In every sample in which it was not done it was so already: nothing says that it was left out on purpose. Among
  // the rows of one list that is how it goes; over whole demonstrations a rule may hide behind it, so that is asked.
  if (no.length === 0 && (rules.length === 0 || building.loop !== null)) return 'always'
  const [only, ...others] = rules
  if (only && others.length === 0 && isTelling(yes, no, about.entity, building.index, building.loop === null)) {
    building.remarks.push({ level: 'note', kind: 'guard', step: group[0]?.node.as ?? '', words: ['Only ', ...guardWords([only], building.index.entity(about.entity))] })
    return { rule: only }
  }
  const sample = column.samples[presence.indexOf(true)]
  return askGuard(building, {
    kind: 'guard',
    step: column.as,
    entity: about.entity,
    trace: sample?.trace ?? 0,
    words: asks(building, group, about.entity),
    yes,
    no: against,
    rules,
    always: no.length === 0,
  })
}

function asks({ index }: Building, group: readonly Piece[], entity: string): Words {
  const titles = group.flatMap(({ item }) => columnIn(item)?.command.title ?? [])
  return [`You did this only sometimes: ${titles.join(', ')}. On which of these ${index.entity(entity).many} would you?`]
}

/** The rule says no more than that the step's own work is not done already. */
function isOwnField(group: readonly Piece[], { field, op, value }: Literal): boolean {
  return group.some(({ item }) =>
    columnIn(item)?.leaves.some(({ leaf, value: given }) => {
      const { edits } = leaf.meaning
      if (edits?.field !== field) return false
      const items = [given].flat() as readonly Json[]
      if (edits.op === 'set') return op === '!=' && equalJson(value, given)
      return op === (edits.op === 'add' ? 'lacks' : 'contains') && items.some((item) => equalJson(item, value))
    }),
  )
}

/** Whether doing the step would have changed nothing. */
export function alreadySo(column: Column | null, record: Rec | null): boolean {
  if (!column || !record) return false
  const edits = column.leaves.filter(({ leaf }) => leaf.meaning.edits !== undefined)
  return (
    edits.length > 0 &&
    edits.every(({ leaf, value, same }) => {
      const { field, op } = leaf.meaning.edits ?? { field: '', op: 'set' }
      const now = at(record, field)
      if (!same) return false
      if (op === 'set') return equalJson(now, value)
      const has = (item: Json): boolean => Array.isArray(now) && (now as readonly Json[]).some((one) => equalJson(one, item))
      return ([value].flat() as readonly Json[]).every((item) => has(item) === (op === 'add'))
    })
  )
}

/**
 * The record as it stands when it is the step's turn, in the order of the columns: what the steps before it made of
 * what was first seen.
 */
export function statesOf({ traces, columns }: Building, column: Column, about: About): readonly (Rec | null)[] {
  const place = columns.all.findIndex(({ as }) => as === column.as)
  const earlier = columns.all.slice(0, Math.max(0, place))
  return about.ids.map((id, turn) => {
    const trace = column.samples[turn]?.trace ?? 0
    const base = id === null ? undefined : traces[trace]?.trace.slice[about.entity]?.[id]
    if (!base) return null
    const now: Record<string, Json> = { ...base }
    for (const other of earlier) {
      other.at.forEach((fact, at) => {
        if (!fact || other.samples[at]?.trace !== trace) return
        for (const change of fact.step.changes) {
          if (change.entity === about.entity && change.id === id) now[change.field] = change.after ?? null
        }
      })
    }
    return now
  })
}

/** The one record a column is about. */
export function aboutOf(building: Building, column: Column): About | null {
  const leaf = column.leaves.find(({ kind }) => kind === 'record')
  const entity = leaf?.leaf.meaning.entity
  if (!leaf || entity === undefined) return null
  if (column.samples.some(({ row }) => row !== undefined)) {
    const rows = leaf.at.every((cell, place) => !cell || cell.value === column.samples[place]?.row)
    if (rows) return { entity, of: { op: 'row', field: building.index.entity(entity).idField }, ids: column.samples.map(({ row }) => row ?? null) }
  }
  const found = building.records.entry(entity, byTrace(column, leaf, building.traces.length))
  if (!found.expr) return null
  const ids = column.samples.map(({ trace }) => {
    const id = found.ids[trace]
    return typeof id === 'string' ? id : null
  })
  return { entity, of: found.expr, ids }
}

const presenceOf = (item: Item): readonly boolean[] => (item.kind === 'step' ? item.column.at : item.at).map((one) => one !== null)

const columnIn = (item: Item): Column | null => (item.kind === 'step' ? item.column : null)

function writesField({ item }: Piece, field: string): boolean {
  return columnIn(item)?.leaves.some(({ leaf }) => leaf.meaning.edits?.field === field || leaf.meaning.fills === field) ?? true
}
