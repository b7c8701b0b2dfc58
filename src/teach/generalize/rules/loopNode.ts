import { guardWords } from '../../procedure/guardWords.ts'
import { LIMITS } from '../../procedure/limits.ts'
import { listOf } from '../../procedure/lists.ts'
import type { Each, Expr, Guard, Node } from '../../procedure/types.ts'
import type { Literal } from '../../recording/types.ts'
import type { Building } from '../building.ts'
import { askRest, type RestAnswer } from '../questions/askRest.ts'
import type { Column } from '../steps/columns.ts'
import { keyOf } from '../leaves/params.ts'
import { isExhausted, type LoopFact } from '../steps/loops.ts'
import { separating } from './separating.ts'
import { sidesOf } from '../steps/loopSides.ts'
import type { Item, LoopItem } from '../steps/shape.ts'

/** Rows a loop works on at most, unless more were shown or a person says otherwise. */
const ROWS = 25

/** What the rows of a loop are: all of the list that a rule holds for, those the caller names, or nobody can say yet. */
export type Rows = { readonly are: 'list'; readonly guard: Guard } | { readonly are: 'named' } | { readonly are: 'open' }

/**
 * Decides which rows a loop is over. All of the list where it was shown to its end or in one gesture; else *the
 * remaining rows too?* is asked, and rows that were not demonstrated are left alone until somebody says yes.
 */
export function rowsOf(building: Building, item: LoopItem): Rows {
  const loops = item.at.filter((one) => one !== null)
  if (loops.some(({ by }) => by === 'hand')) return { are: 'named' }
  if (loops.every((loop) => loop.by === 'all' && loop.remaining.length === 0 && loop.skipped.length === 0)) return { are: 'list', guard: [] }
  const rules = guardsOf(building, item)
  if (rules === null) return { are: 'open' }
  const exhausted = loops.every(isExhausted)
  const [only, ...more] = rules
  if (exhausted && more.length === 0) {
    if (only) sayGuard(building, item, only)
    return { are: 'list', guard: only ? [only] : [] }
  }
  const answer: RestAnswer = askRest(building, item, rules)
  if (answer === null || answer === 'no') return { are: 'open' }
  return { are: 'list', guard: answer === 'all' ? [] : [answer] }
}

/** Literals that separate rows worked on from rows passed over; null where rows were passed over and nothing does. */
function guardsOf(building: Building, item: LoopItem): readonly Literal[] | null {
  const { yes, no, entity } = sidesOf(building, item)
  if (no.length === 0) return []
  const rules = separating(yes, no, entity, building.index)
  return rules.length === 0 ? null : rules
}

function sayGuard(building: Building, item: LoopItem, rule: Literal): void {
  const { entity } = sidesOf(building, item)
  building.remarks.push({ level: 'note', kind: 'guard', step: item.as, words: ['Only rows of which this holds: ', ...guardWords([rule], building.index.entity(entity))] })
}

/** The loop itself. */
export function loopNode(building: Building, item: LoopItem, body: readonly Node[], rows: Rows): Each {
  const shown = item.at.filter((one) => one !== null)
  const [first] = shown
  const trace = item.at.findIndex((one) => one !== null)
  const list = first && building.columns.of(item.samples[trace]?.trace ?? 0, first.list.step.stepId)
  const usual = Math.max(ROWS, ...shown.map(({ total, rows: worked }) => Math.max(total, worked.length)))
  const wanted = building.edits.max(item.as)
  const fits = wanted === null || (Number.isInteger(wanted) && wanted >= 1 && wanted <= LIMITS.rows)
  if (!fits) {
    building.remarks.push({ level: 'note', kind: 'edit', step: item.as, words: [`A loop works on 1 to ${LIMITS.rows} rows, so its bound stays as it was`] })
  }
  return {
    node: 'each',
    as: item.as,
    over: overOf(building, item, first, list, rows),
    entity: first?.entity ?? '',
    max: fits ? (wanted ?? Math.min(usual, LIMITS.rows)) : Math.min(usual, LIMITS.rows),
    ...(rows.are === 'list' && rows.guard.length > 0 ? { guard: rows.guard } : {}),
    body,
  }
}

function overOf(building: Building, item: LoopItem, first: LoopFact | undefined, list: Column | undefined, rows: Rows): Expr {
  const path = first ? (listOf(first.list.command)?.path ?? '') : ''
  if (rows.are === 'list' || !first) return { op: 'out', step: list?.as ?? '', path }
  const leaf = item.body.flatMap(leavesIn).find(({ kind, leaf: one }) => kind === 'record' && one.leaf.meaning.entity === first.entity)
  const ids = building.traces.map((_, trace) => item.at.find((one, place) => one !== null && item.samples[place]?.trace === trace)?.rows ?? null)
  if (!leaf) return { op: 'out', step: list?.as ?? '', path }
  const { many } = building.index.entity(first.entity)
  const given = building.slots.take(
    ['rows', item.as, ids],
    { step: item.as, command: leaf.column.command.id, writes: true, leaf: leaf.leaf.leaf, way: 'rows' },
    { key: keyOf('each', first.entity, building.columns.all.indexOf(leaf.column), 'rows'), value: first.rows, required: true, record: first.entity },
  )
  building.remarks.push({ level: 'note', kind: 'caller-says', step: item.as, words: [`The caller says which ${many}`] })
  return { op: 'pick', list: list?.as ?? '', choose: { by: 'id', id: given } }
}

function leavesIn(item: Item): readonly { readonly column: Column; readonly kind: string; readonly leaf: Column['leaves'][number] }[] {
  if (item.kind === 'loop') return item.body.flatMap(leavesIn)
  return item.column.leaves.map((leaf) => ({ column: item.column, kind: leaf.kind, leaf }))
}
