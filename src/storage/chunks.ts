import type { EntityDef } from '../bus/entity.ts'
import { deepFreeze, isObject } from '../bus/json.ts'
import type { Rec } from '../bus/state.ts'
import { chunkKey, chunkOf } from './keys.ts'
import type { StoragePort } from './port.ts'
import { moveAside, setAside } from './setAside.ts'
import { asRecord, shapeOf } from './shape.ts'

/** Many records of one entity stored as one. A record never moves to another chunk while it lives. */
export interface Chunk {
  readonly entity: string
  readonly chunk: number
  /** The last entry of the log whose changes are in it. */
  readonly seq: number
  readonly records: readonly Rec[]
}

export const writeChunk = (port: StoragePort, { entity, chunk, seq, records }: Chunk): Promise<void> =>
  port.set(chunkKey(entity, chunk), { seq, records })

/** Cuts records into chunks, in their order. */
export function chunksOf(entity: EntityDef, records: readonly Rec[], seq: number): readonly Chunk[] {
  const chunks: Chunk[] = []
  for (let start = 0; start < records.length; start += entity.chunk) {
    chunks.push({ entity: entity.name, chunk: chunks.length, seq, records: records.slice(start, start + entity.chunk) })
  }
  return chunks
}

export interface ReadChunks {
  /** By entity, in the order of their numbers. */
  readonly chunks: ReadonlyMap<string, readonly Chunk[]>
  /** What was set aside, in words. */
  readonly damaged: readonly string[]
  /** Chunks that still hold what was set aside, and want to be written again. */
  readonly unclean: readonly { readonly entity: string; readonly chunk: number }[]
}

/** Reads all chunks at once. What does not have the shape of its entity is set aside; the rest comes through. */
export async function readChunks(
  port: StoragePort,
  keys: readonly string[],
  entities: ReadonlyMap<string, EntityDef>,
): Promise<ReadChunks> {
  const found = await Promise.all(
    keys.flatMap((key) => {
      const place = chunkOf(key)
      const entity = place && entities.get(place.entity)
      return entity ? [port.get(key).then((value) => ({ key, entity, chunk: place.chunk, value }))] : []
    }),
  )
  const damaged: string[] = []
  const unclean: { entity: string; chunk: number }[] = []
  const chunks = new Map<string, Chunk[]>()
  for (const { key, entity, chunk, value } of found.sort((a, b) => a.chunk - b.chunk)) {
    if (!isObject(value) || typeof value.seq !== 'number' || !Array.isArray(value.records)) {
      damaged.push(`A block of ${entity.many} could not be read and was set aside.`)
      await moveAside(port, key, value)
      continue
    }
    const wrong = shapeOf(entity)
    const bad: unknown[] = []
    const records: Rec[] = []
    for (const record of value.records as readonly unknown[]) {
      const why = wrong(record)
      if (why === null) records.push(deepFreeze(asRecord(record)))
      else {
        bad.push(record)
        damaged.push(`${named(entity, record)} ${why} and was set aside.`)
      }
    }
    if (bad.length > 0) {
      await setAside(port, key, { seq: value.seq, records: bad })
      unclean.push({ entity: entity.name, chunk })
    }
    chunks.set(entity.name, [...(chunks.get(entity.name) ?? []), { entity: entity.name, chunk, seq: value.seq, records }])
  }
  return { chunks, damaged, unclean }
}

/** A damaged record by its id, where that much can be read. */
export function named(entity: EntityDef, record: unknown): string {
  const id = isObject(record) ? record[entity.idField] : undefined
  return typeof id === 'string' ? `The stored ${entity.one} ${id}` : `A stored ${entity.one}`
}
