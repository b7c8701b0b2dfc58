import type { Json } from '../../../bus/json.ts'
import type { Rec } from '../../../bus/state.ts'
import type { Building } from '../building.ts'
import type { LoopItem } from './shape.ts'

/** Rows worked on and rows passed over, as they stood when the list was made. */
export function sidesOf({ traces }: Pick<Building, 'traces'>, item: LoopItem, first = 0): { readonly yes: readonly Rec[]; readonly no: readonly Rec[]; readonly entity: string } {
  const yes: Rec[] = []
  const no: Rec[] = []
  let entity = ''
  // Those of one demonstration first: what is made of them is of its list.
  const places = [first, ...item.at.keys()].filter((place, turn, all) => all.indexOf(place) === turn)
  places.forEach((place) => {
    const loop = item.at[place]
    const facts = traces[item.samples[place]?.trace ?? 0]
    if (!loop || !facts) return
    entity = loop.entity
    const at = (id: string): readonly Rec[] => {
      const base = facts.trace.slice[loop.entity]?.[id]
      if (!base) return []
      const [after = null] = loop.blocks.flat().sort((a, b) => a.place - b.place)
      return [Object.fromEntries(Object.keys(base).map((field): [string, Json] => [field, facts.valueBefore(after, loop.entity, id, field) ?? base[field] ?? null]))]
    }
    yes.push(...loop.rows.flatMap(at))
    no.push(...loop.skipped.flatMap(at))
  })
  return { yes, no, entity }
}
