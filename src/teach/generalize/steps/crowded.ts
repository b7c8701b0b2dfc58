import { equalJson, type Json } from '../../../bus/json.ts'
import { recordKey } from '../building.ts'
import type { Column, ColumnIndex } from './columns.ts'
import type { LeafFact, StepFact } from './facts.ts'
import type { LoopItem } from './shape.ts'

const recordsOf = ({ leaf, kind, value }: LeafFact): readonly string[] => {
  const { entity } = leaf.meaning
  if ((kind !== 'record' && kind !== 'records') || entity === undefined) return []
  return ([value].flat() as readonly Json[]).map((id) => recordKey(entity, id))
}

/** Lists from which more than one record was taken, in one demonstration, that something was then written to. */
export function crowdedLists(columns: ColumnIndex, live: ReadonlySet<Column>): ReadonlySet<Column> {
  const written = new Map<number, Set<string>>()
  const each = (among: Iterable<Column>, see: (trace: number, fact: StepFact) => void): void => {
    for (const column of among) column.at.forEach((fact, place) => fact && see(column.samples[place]?.trace ?? 0, fact))
  }
  each(live, (trace, { command, leaves }) => {
    if (command.effect !== 'write') return
    for (const record of leaves.flatMap(recordsOf)) written.set(trace, (written.get(trace) ?? new Set()).add(record))
  })
  const taken = new Map<string, { readonly list: Column; readonly records: Set<string> }>()
  each(columns.all, (trace, { leaves }) => {
    for (const leaf of leaves) {
      const list = leaf.choice?.setHere ? columns.of(trace, leaf.choice.list) : undefined
      if (!list) continue
      const key = `${trace}/${list.as}`
      const known = taken.get(key) ?? { list, records: new Set<string>() }
      for (const record of recordsOf(leaf)) if (written.get(trace)?.has(record)) known.records.add(record)
      taken.set(key, known)
    }
  })
  return new Set([...taken.values()].flatMap(({ list, records }) => (records.size > 1 ? [list] : [])))
}

/** The lists that loops go over, each time they were asked for in the same words. */
export function askedAgain(columns: ColumnIndex, loops: readonly LoopItem[]): ReadonlySet<Column> {
  const lists = loops.flatMap(({ at, samples }) => at.flatMap((loop, place) => (loop ? [{ trace: samples[place]?.trace ?? 0, fact: loop.list }] : [])))
  const isOne = ({ at, samples }: Column): boolean =>
    at.some((one, place) =>
      lists.some(({ trace, fact }) => one !== null && samples[place]?.trace === trace && one.command.id === fact.command.id && equalJson(one.step.input, fact.step.input)),
    )
  return new Set(columns.all.filter(isOne))
}
