import type { EntityDef } from './entity.ts'
import type { Json } from './json.ts'
import { patched, type Patch, type Rec, type State } from './state.ts'

const BLOCK = 512

/**
 * The records of one entity as a persistent table: a change copies one block of 512 references and
 * the list of blocks, so every version stays readable and a snapshot costs nothing.
 */
class Table {
  private flat: readonly Rec[] | undefined

  private constructor(
    private readonly blocks: readonly (readonly (Rec | undefined)[])[],
    /** Place of each id; shared between versions that have the same ids. */
    private readonly places: ReadonlyMap<string, number>,
    private readonly count: number,
  ) {}

  static of(records: readonly Rec[], idField: string): Table {
    const blocks: (readonly Rec[])[] = []
    for (let start = 0; start < records.length; start += BLOCK) blocks.push(records.slice(start, start + BLOCK))
    const places = new Map<string, number>()
    records.forEach((record, place) => places.set(record[idField] as string, place))
    return new Table(blocks, places, records.length)
  }

  get(id: string): Rec | undefined {
    const place = this.places.get(id)
    return place === undefined ? undefined : this.blocks[Math.floor(place / BLOCK)]?.[place % BLOCK]
  }

  list(): readonly Rec[] {
    return (this.flat ??= this.blocks.flat().filter((record) => record !== undefined))
  }

  /** The table with one record put in, replaced or (`undefined`) taken out. */
  with(id: string, record: Rec | undefined): Table {
    const known = this.places.get(id)
    if (known === undefined && record === undefined) return this
    const place = known ?? this.count
    const blocks = [...this.blocks]
    const block = [...(blocks[Math.floor(place / BLOCK)] ?? [])]
    block[place % BLOCK] = record
    blocks[Math.floor(place / BLOCK)] = block
    const places = known === undefined ? new Map(this.places).set(id, place) : this.places
    return new Table(blocks, places, known === undefined ? this.count + 1 : this.count)
  }

  /** Many new records at once: one copy of the index instead of one a record. */
  append(records: readonly Rec[], idField: string): Table {
    return Table.of([...this.list(), ...records], idField)
  }
}

/** An immutable snapshot of all records. */
export class Records implements State {
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

  /** The records after the patches. Updates of records that are not there are passed over. */
  apply(patches: readonly Patch[]): Records {
    if (patches.length === 0) return this
    const tables = new Map(this.tables)
    for (const [name, created] of createdInBulk(patches, (entity, id) => !this.get(entity, id))) {
      const table = tables.get(name)
      if (table) tables.set(name, table.append(created, this.entities.get(name)?.idField ?? 'id'))
    }
    for (const patch of patches) {
      const table = tables.get(patch.entity)
      if (!table || (patch.op === 'create' && table.get(patch.id) === patch.record)) continue
      tables.set(patch.entity, table.with(patch.id, recordAfter(table.get(patch.id), patch)))
    }
    return new Records(this.entities, tables)
  }
}

function recordAfter(before: Rec | undefined, patch: Patch): Rec | undefined {
  if (patch.op === 'create') return patch.record
  if (patch.op === 'remove') return undefined
  return before && patched(before, patch.fields)
}

/** Creations of more than a block of new records, by entity: worth one rebuild of the index. */
function createdInBulk(patches: readonly Patch[], isNew: (entity: string, id: string) => boolean): ReadonlyMap<string, Rec[]> {
  const created = new Map<string, Rec[]>()
  if (patches.length <= BLOCK) return created
  for (const patch of patches) {
    if (patch.op !== 'create' || !isNew(patch.entity, patch.id)) continue
    const records = created.get(patch.entity)
    if (records) records.push(patch.record)
    else created.set(patch.entity, [patch.record])
  }
  return created
}

/**
 * Changes laid over a snapshot: what forks, dry runs and agents' runs write to. Remembers what was read
 * one by one, so that a commit can tell whether any of it moved meanwhile.
 */
export class Overlay implements State {
  private readonly changed = new Map<string, Map<string, Rec | undefined>>()
  private readonly readIds = new Map<string, Set<string>>()
  readonly patches: Patch[] = []

  constructor(readonly base: State, private readonly entities: ReadonlyMap<string, EntityDef>) {}

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
    for (const [id, record] of changed) if (record && !seen.has(id)) merged.push(record)
    return merged
  }

  apply(patches: readonly Patch[]): void {
    for (const patch of patches) {
      const changed = this.changed.get(patch.entity) ?? new Map<string, Rec | undefined>()
      this.changed.set(patch.entity, changed.set(patch.id, recordAfter(this.peek(patch.entity, patch.id), patch)))
      this.patches.push(patch)
    }
  }

  /** Ids that were read one by one, by entity. */
  reads(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.readIds
  }
}

/** The version of a record as the bus counts it, null where there is none. */
export function versionOf(entity: EntityDef | undefined, record: Rec | undefined): number | null {
  if (!record || !entity?.versionField) return null
  const version: Json | undefined = record[entity.versionField]
  return typeof version === 'number' ? version : null
}
