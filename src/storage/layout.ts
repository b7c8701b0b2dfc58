import type { EntityDef } from '../bus/entity.ts'
import type { Chunk } from './chunks.ts'

interface Places {
  /** Ids by chunk, in stored order. */
  readonly chunks: Map<number, Set<string>>
  readonly where: Map<string, number>
}

/**
 * Which record lives in which chunk. A record stays in its chunk until a chunk without it is stored:
 * so at any moment each record is in one stored chunk at most, and a crash between two writes neither
 * doubles nor loses it.
 */
export class Layout {
  constructor(
    /** The generation of the store this layout belongs to. */
    readonly generation: number,
    private readonly loaded: ReadonlyMap<string, readonly Chunk[]>,
    private readonly defs: ReadonlyMap<string, EntityDef>,
    private readonly entities = new Map<string, Places>(),
  ) {}

  /** The same places, known to hold for another generation. */
  at(generation: number): Layout {
    return new Layout(generation, this.loaded, this.defs, this.entities)
  }

  find(entity: string, id: string): number | undefined {
    return this.of(entity).where.get(id)
  }

  /** The chunk of a record; one that is new gets a place in the last chunk with room. */
  place(entity: string, id: string): number {
    const { chunks, where } = this.of(entity)
    const known = where.get(id)
    if (known !== undefined) return known
    const last = Math.max(0, ...chunks.keys())
    const room = (chunks.get(last)?.size ?? 0) < (this.defs.get(entity)?.chunk ?? 1)
    const chunk = room ? last : last + 1
    where.set(id, chunk)
    chunks.set(chunk, (chunks.get(chunk) ?? new Set()).add(id))
    return chunk
  }

  ids(entity: string, chunk: number): readonly string[] {
    return [...(this.of(entity).chunks.get(chunk) ?? [])]
  }

  /** Forgets a record, once its chunk is stored without it. */
  drop(entity: string, id: string): void {
    const { chunks, where } = this.of(entity)
    const chunk = where.get(id)
    where.delete(id)
    if (chunk !== undefined) chunks.get(chunk)?.delete(id)
  }

  /** Built when first asked for, so that boot does not pay for it. */
  private of(entity: string): Places {
    const known = this.entities.get(entity)
    if (known) return known
    const places: Places = { chunks: new Map(), where: new Map() }
    const idField = this.defs.get(entity)?.idField ?? 'id'
    for (const { chunk, records } of this.loaded.get(entity) ?? []) {
      const ids = records.map((record) => record[idField] as string)
      places.chunks.set(chunk, new Set(ids))
      for (const id of ids) places.where.set(id, chunk)
    }
    this.entities.set(entity, places)
    return places
  }
}
