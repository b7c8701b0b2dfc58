import type { Rec } from '../../../bus/state.ts'
import { literalHolds } from '../../procedure/guard.ts'
import { guardWords } from '../../procedure/guardWords.ts'
import type { Node, Procedure } from '../../procedure/types.ts'
import type { Literal } from '../../recording/types.ts'
import { aboutOf, statesOf, type About } from './conditions.ts'
import { isWhole, type Column } from '../steps/columns.ts'
import type { Building } from '../building.ts'
import { literalsOf } from './separating.ts'
import type { OfferedGuard } from '../types.ts'

/** Guards offered for a record at most. */
const OFFERED = 6

/**
 * Conditions that held in every demonstration, offered as ticks from the second one on. A ticked one stops the run
 * before the first change of the record where it does not hold.
 */
export function withTicks(building: Building, procedure: Procedure): { readonly procedure: Procedure; readonly offered: readonly OfferedGuard[] } {
  const { traces, index, columns, edits } = building
  if (traces.length < 2) return { procedure, offered: [] }
  const offered: OfferedGuard[] = []
  let body = procedure.body
  const abouts = new Map(columns.all.filter(({ command }) => command.effect === 'write').map((column) => [column, aboutOf(building, column)]))
  // By record: the first step that changes it.
  const firstOn = new Map<string, Column>()
  for (const [column, about] of abouts) {
    const key = JSON.stringify(about?.of ?? null)
    if (about && !firstOn.has(key)) firstOn.set(key, column)
  }
  // From the last on, so that an earlier condition takes in a later one.
  for (const column of columns.all.toReversed()) {
    const about = isWhole(column) ? (abouts.get(column) ?? null) : null
    const place = body.findIndex(({ as }) => as === column.as)
    if (!about || about.of.op === 'row' || place < 0) continue
    if (firstOn.get(JSON.stringify(about.of)) !== column) continue
    const states = statesOf(building, column, about).filter((state): state is Rec => state !== null)
    if (states.length < column.at.length) continue
    const held = literalsOf(states, about.entity, index).filter((literal) => states.every((state) => literalHolds(literal, state))).slice(0, OFFERED)
    const adopted = held.filter((literal) => edits.ticked(column.as, literal) === true)
    offered.push(
      ...held.map((literal): OfferedGuard => ({
        step: column.as,
        literal,
        words: guardWords([literal], index.entity(about.entity)),
        adopted: adopted.includes(literal),
      })),
    )
    if (adopted.length > 0) body = [...body.slice(0, place), haltUnless(about, adopted, body.slice(place))]
  }
  return { procedure: { ...procedure, body }, offered: offered.reverse() }
}

const haltUnless = ({ entity, of }: About, guard: readonly Literal[], body: readonly Node[]): Node => ({
  node: 'when',
  as: `check_${body[0]?.as ?? ''}`,
  entity,
  of,
  guard,
  body,
  otherwise: 'halt',
})
