import type { EntityDef } from './entity.ts'
import { deepFreeze, type Json } from './json.ts'
import { patched, type Patch, type Rec, type State } from './state.ts'

const BLOCK = 512

/**
 * The records of one entity as a persistent table: a change copies the blocks of 512 references it touches and
 * the list of blocks, so every version stays readable and a snapshot costs nothing. A record that is taken out
 * leaves its place free, and comes back to it: undoing a removal restores the order as well.
 */
class Table {
  private static readonly EMPTY = new Table([], new Map(), 0)
  private flat: readonly Rec[] | undefined

  private constructor(
    private readonly blocks: readonly (readonly (Rec | undefined)[])[],
    /** Place of each id there ever was; shared between versions that know the same ids. */
    private readonly places: ReadonlyMap<string, number>,
    private readonly count: number,
  ) {}

  static of(records: readonly Rec[], idField: string): Table {
    return Table.EMPTY.edit(
      records,
      (record) => record[idField] as string,
      (_, record) => deepFreeze(record),
    )
  }

  /** Also of an id that was taken out; undefined for one there never was. */
  placeOf(id: string): number | undefined {
    return this.places.get(id)
  }

  get(id: string): Rec | undefined {
    const place = this.places.get(id)
    return place === undefined ? undefined : this.blocks[Math.floor(place / BLOCK)]?.[place % BLOCK]
  }

  list(): readonly Rec[] {
    return (this.flat ??= Object.freeze(this.blocks.flat().filter((record) => record !== undefined)))
  }

  apply(patches: readonly Patch[]): Table {
    return this.edit(patches, (patch) => patch.id, recordAfter)
  }

  /** The table after each item put in, replaced or (`undefined`) took out the record of its id, in order. */
  private edit<T>(items: readonly T[], idOf: (item: T) => string, next: (before: Rec | undefined, item: T) => Rec | undefined): Table {
    const blocks = [...this.blocks]
    const copied = new Map<number, (Rec | undefined)[]>()
    let places = this.places
    let added: Map<string, number> | undefined
    let count = this.count
    for (const item of items) {
      const id = idOf(item)
      const known = places.get(id)
      const place = known ?? count
      const number = Math.floor(place / BLOCK)
      const block = copied.get(number) ?? [...(blocks[number] ?? [])]
      const record = next(known === undefined ? undefined : block[place % BLOCK], item)
      if (known === undefined) {
        if (record === undefined) continue
        places = added ??= new Map(this.places)
        added.set(id, place)
        count += 1
      }
      block[place % BLOCK] = record
      blocks[number] = block
      copied.set(number, block)
    }
    return new Table(blocks, places, count)
  }
}

/** Where records stand in their order, and those that were taken out would stand again. */
interface Places {
  placeOf(entity: string, id: string): number | undefined
}

/** An immutable snapshot of all records. Takes over those it is made of, and freezes them. */
export class Records implements State, Places {
  private constructor(
    private readonly entities: ReadonlyMap<string, EntityDef>,
    private readonly tables: ReadonlyMap<string, Table>,
  ) {}

  static of(entities: ReadonlyMap<string, EntityDef>, initial: Readonly<Record<string, readonly Rec[]>> = {}): Records {
    const tables = new Map<string, Table>()
    for (const [name, entity] of entities) tables.set(name, Table.of(initial[name] ?? [], entity.idField))
    return new Records(entities, tables)
  }

  get(entity: string, id: string): Rec | undefined {
    return this.tables.get(entity)?.get(id)
  }

  list(entity: string): readonly Rec[] {
    return this.tables.get(entity)?.list() ?? []
  }

  placeOf(entity: string, id: string): number | undefined {
    return this.tables.get(entity)?.placeOf(id)
  }

  /** The records after the patches, in order. Updates of records that are not there are passed over. */
  apply(patches: readonly Patch[]): Records {
    if (patches.length === 0) return this
    const tables = new Map(this.tables)
    for (const [name, own] of byEntity(patches)) {
      const table = tables.get(name)
      if (table) tables.set(name, table.apply(own))
    }
    return new Records(this.entities, tables)
  }
}

function byEntity(patches: readonly Patch[]): ReadonlyMap<string, Patch[]> {
  const groups = new Map<string, Patch[]>()
  for (const patch of patches) {
    const group = groups.get(patch.entity)
    if (group) group.push(patch)
    else groups.set(patch.entity, [patch])
  }
  return groups
}

function recordAfter(before: Rec | undefined, patch: Patch): Rec | undefined {
  if (patch.op === 'create') return patch.record
  if (patch.op === 'remove') return undefined
  return before && patched(before, patch.fields)
}

/**
 * Changes laid over a snapshot: what forks, dry runs and agents' runs write to. Remembers what was read
 * one by one, so that a commit can tell whether any of it moved meanwhile.
 */
export class Overlay implements State, Places {
  private readonly changed = new Map<string, Map<string, Rec | undefined>>()
  private readonly readIds = new Map<string, Set<string>>()
  readonly patches: Patch[] = []

  constructor(readonly base: State & Partial<Places>, private readonly entities: ReadonlyMap<string, EntityDef>) {}

  get(entity: string, id: string): Rec | undefined {
    const ids = this.readIds.get(entity) ?? new Set()
    this.readIds.set(entity, ids.add(id))
    return this.peek(entity, id)
  }

  /** As `get`, without counting as having relied on it. */
  peek(entity: string, id: string): Rec | undefined {
    const changed = this.changed.get(entity)
    return changed?.has(id) ? changed.get(id) : this.base.get(entity, id)
  }

  list(entity: string): readonly Rec[] {
    const changed = this.changed.get(entity)
    const base = this.base.list(entity)
    if (!changed || changed.size === 0) return base
    const idField = this.entities.get(entity)?.idField ?? 'id'
    const seen = new Set<string>()
    const merged: Rec[] = []
    for (const record of base) {
      const id = record[idField] as string
      seen.add(id)
      const now = changed.has(id) ? changed.get(id) : record
      if (now) merged.push(now)
    }
    const placeOf = (id: string): number => this.placeOf(entity, id) ?? Number.POSITIVE_INFINITY
    let backAgain = false
    for (const [id, record] of changed) {
      if (!record || seen.has(id)) continue
      merged.push(record)
      backAgain ||= placeOf(id) < Number.POSITIVE_INFINITY
    }
    // One that had been taken out comes back to its place, as it does in the table.
    return backAgain ? inOrderOf(merged, (record) => placeOf(record[idField] as string)) : merged
  }

  placeOf(entity: string, id: string): number | undefined {
    return this.base.placeOf?.(entity, id)
  }

  apply(patches: readonly Patch[]): void {
    for (const patch of patches) {
      this.patches.push(patch)
      const before = this.peek(patch.entity, patch.id)
      const after = recordAfter(before, patch)
      // Nothing there, nothing made: such a patch must not take a place in the order of new records either.
      if (!before && !after) continue
      const changed = this.changed.get(patch.entity) ?? new Map<string, Rec | undefined>()
      this.changed.set(patch.entity, changed.set(patch.id, after))
    }
  }

  /** Ids that were read one by one, by entity. */
  reads(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.readIds
  }
}

/** Sorted by a number each; what has the same stays in its order. */
function inOrderOf<T>(items: readonly T[], numberOf: (item: T) => number): readonly T[] {
  const numbered = items.map((item) => ({ item, number: numberOf(item) }))
  return numbered.sort((a, b) => (a.number === b.number ? 0 : a.number - b.number)).map(({ item }) => item)
}

/** The version of a record as the bus counts it, null where there is none. */
export function versionOf(entity: EntityDef | undefined, record: Rec | undefined): number | null {
  if (!record || !entity?.versionField) return null
  const version: Json | undefined = record[entity.versionField]
  return typeof version === 'number' ? version : null
}
