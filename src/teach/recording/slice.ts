import type { CatalogueIndex } from '../../bus/command.ts'
import type { JsonObject } from '../../bus/json.ts'
import { leavesOf } from '../../bus/schema.ts'
import type { ListView, Rec, State } from '../../bus/state.ts'
import { madeIn } from './changes.ts'
import { blankHidden, namedIn, rowOf, type Named } from './project.ts'
import type { Slice, Step } from './types.ts'
import { recordsOf } from './viewSnapshot.ts'

/** How many records a slice keeps for no other reason than that they were shown. */
export const MAX_SHOWN = 200

/**
 * Gathers first-seen values. A record that was read, written, chosen or named is kept whole; one that was
 * only shown is kept as its row, its hidden fields empty. A record seen whole later keeps the row first seen.
 */
export class SliceBuilder {
  private readonly kept: Record<string, Record<string, JsonObject>> = {}
  private readonly shown = new Set<string>()
  /** Records that were made while recording: the slice is what was there before. */
  private readonly made = new Set<string>()

  constructor(private readonly index: CatalogueIndex, resumed?: { readonly slice: Slice; readonly steps: readonly Step[] }) {
    if (!resumed) return
    for (const { changes } of resumed.steps) this.leaveOut(madeIn(changes, index), resumed.slice)
    const whole = new Set(touchedBy(resumed.steps, index).map(keyOf))
    for (const [entity, records] of Object.entries(resumed.slice)) {
      this.kept[entity] = { ...records }
      for (const id of Object.keys(records)) if (!whole.has(keyOf({ entity, id }))) this.shown.add(keyOf({ entity, id }))
    }
  }

  /** The slice as it is now. */
  get slice(): Slice {
    return Object.fromEntries(Object.entries(this.kept).map(([entity, records]) => [entity, { ...records }]))
  }

  /** From now on these are passed over, as they did not exist when it was begun. Those known from before stay. */
  leaveOut(made: readonly Named[], known: Slice = this.kept): void {
    for (const one of made) if (!known[one.entity]?.[one.id]) this.made.add(keyOf(one))
  }

  /** A record that was read, written, chosen or named, and the vocabulary it names. */
  whole(entity: string, id: string, state: State): void {
    const def = this.index.entities.get(entity)
    const record = state.get(entity, id)
    const key = keyOf({ entity, id })
    if (!def || !record || this.made.has(key)) return
    const before = this.kept[entity]?.[id]
    if (before && !this.shown.delete(key)) return
    this.put(entity, id, before ? { ...record, ...rowOf(before, def) } : record)
    this.vocabularyOf(entity, record, state)
  }

  /**
   * The records of a list on show.
   * @param whole also their hidden fields: the list was found by looking into them
   */
  list(list: ListView, state: State, whole: boolean): void {
    const def = this.index.entities.get(list.entity)
    if (!def) return
    for (const record of recordsOf(list, state, MAX_SHOWN)) {
      const id = record[def.idField]
      if (typeof id !== 'string') continue
      const key = keyOf({ entity: list.entity, id })
      const before = this.kept[list.entity]?.[id]
      if (this.made.has(key) || (before && !(whole && this.shown.has(key)))) continue
      if (!before && this.shown.size >= MAX_SHOWN) return
      this.shown.add(key)
      const row = rowOf(before ?? record, def)
      this.put(list.entity, id, whole ? { ...record, ...row } : blankHidden(row, def))
      this.vocabularyOf(list.entity, record, state)
    }
  }

  private vocabularyOf(entity: string, record: Rec, state: State): void {
    const def = this.index.entities.get(entity)
    if (!def) return
    const references = leavesOf(def.schema).filter(({ path, meaning }) => meaning.kind === 'reference' && path !== def.idField)
    for (const named of namedIn(references, record)) this.whole(named.entity, named.id, state)
  }

  private put(entity: string, id: string, record: JsonObject): void {
    const records = (this.kept[entity] ??= {})
    records[id] = record
  }
}

/** Records steps read, wrote, chose or named, each once. */
export function touchedBy(steps: readonly Step[], index: CatalogueIndex): readonly Named[] {
  const found = new Map<string, Named>()
  const add = (named: Named): void => void found.set(keyOf(named), { entity: named.entity, id: named.id })
  for (const step of steps) {
    for (const read of step.reads) add(read)
    for (const change of step.changes) add(change)
    for (const named of namedIn(leavesOf(index.command(step.command)?.input ?? {}), step.input)) add(named)
  }
  return [...found.values()]
}

export const keyOf = ({ entity, id }: Named): string => `${entity}\n${id}`

/** The slice as records to make a state of. */
export const recordsIn = (slice: Slice): Readonly<Record<string, readonly Rec[]>> =>
  Object.fromEntries(Object.entries(slice).map(([entity, records]) => [entity, Object.values(records)]))
