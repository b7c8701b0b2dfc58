import type { EntityDef } from '../bus/entity.ts'
import type { Rec } from '../bus/state.ts'
import { chunksOf, named, readChunks, writeChunk, type Chunk } from './chunks.ts'
import { CHUNK, chunkKey, META, seqOf } from './keys.ts'
import { GENESIS, type LogEntry } from './logEntry.ts'
import { readMeta, writeMeta, type Meta } from './meta.ts'
import { FORMAT } from './migrations.ts'
import type { NewStore } from './newStore.ts'
import type { StoragePort } from './port.ts'
import { readTail } from './readTail.ts'
import { replay } from './replay.ts'
import { setAside } from './setAside.ts'
import { shapeOf } from './shape.ts'

/** What storage holds, as far as it could be read. */
export interface LoadedState {
  readonly records: Readonly<Record<string, readonly Rec[]>>
  /** The tail of the log that was replayed; `readCommits` gives more of it. */
  readonly commits: readonly LogEntry[]
  readonly lastSeq: number
  readonly lastHash: string
  /** What was set aside or is missing, a sentence each. */
  readonly damaged: readonly string[]
  /** Nothing is stored yet: `writeInitial` comes next. */
  readonly fresh: boolean
  readonly meta: Meta
  readonly chunks: ReadonlyMap<string, readonly Chunk[]>
  readonly unclean: readonly { readonly entity: string; readonly chunk: number }[]
}

/**
 * Reads the chunks and replays the tail of the log. Content never makes it throw: what is damaged is set
 * aside and reported, everything else loads. Best called alone, under the lock.
 * @throws a fault of the port, when storage itself fails
 */
export async function loadState(port: StoragePort, entities: ReadonlyMap<string, EntityDef>): Promise<LoadedState> {
  const [found, keys] = await Promise.all([readMeta(port), port.keys('')])
  const damaged: string[] = []
  const firstSeq = keys.flatMap((key) => seqOf(key) ?? []).at(0)
  const chunkKeys = keys.filter((key) => key.startsWith(CHUNK))
  const read = await readChunks(port, chunkKeys, entities)
  const begun = firstSeq !== undefined || [...read.chunks.values()].flat().some((chunk) => chunk.seq > 0)
  const through = firstSeq === undefined ? lastOf(read.chunks) : firstSeq - 1
  const repaired: Meta = { format: FORMAT, storeId: 'repaired', generation: 0, through }
  const meta = found === null || found === 'damaged' ? repaired : found
  const fresh = found === null && !begun
  if (fresh) return empty(entities, meta)
  if (meta === repaired) {
    damaged.push('The description of the store was damaged and has been written anew.')
    await setAside(port, META, await port.get(META))
    await writeMeta(port, repaired).catch(() => undefined)
  }
  const tail = await readTail(port, keys, meta.through)
  damaged.push(...read.damaged, ...tail.damaged)
  const records: Record<string, readonly Rec[]> = {}
  for (const [name, entity] of entities) {
    const { records: all, touched } = replay(entity, read.chunks.get(name) ?? [], tail.entries)
    records[name] = touched.size === 0 ? all : await onlyWhole(port, entity, all, touched, damaged)
  }
  const { entries: commits, lastSeq, lastHash } = tail
  return { records, commits, lastSeq, lastHash, damaged, fresh, meta, chunks: read.chunks, unclean: read.unclean }
}

/** Sets aside records the tail left in a wrong shape, as an entry that is missing may do. */
async function onlyWhole(
  port: StoragePort,
  entity: EntityDef,
  records: readonly Rec[],
  touched: ReadonlySet<string>,
  damaged: string[],
): Promise<readonly Rec[]> {
  const shape = shapeOf(entity)
  const whole: Rec[] = []
  for (const record of records) {
    const id = record[entity.idField]
    const key = typeof id === 'string' ? id : JSON.stringify(id)
    const wrong = touched.has(key) || typeof id !== 'string' ? shape(record) : null
    if (wrong === null) whole.push(record)
    else {
      damaged.push(`${named(entity, record)} ${wrong} and was set aside.`)
      await setAside(port, `record/${entity.name}/${key}`, record)
    }
  }
  return whole
}

const lastOf = (chunks: ReadonlyMap<string, readonly Chunk[]>): number =>
  Math.max(0, ...[...chunks.values()].flat().map((chunk) => chunk.seq))

function empty(entities: ReadonlyMap<string, EntityDef>, meta: Meta): LoadedState {
  const records = Object.fromEntries([...entities.keys()].map((name) => [name, []]))
  return { records, commits: [], lastSeq: 0, lastHash: GENESIS, damaged: [], fresh: true, meta, chunks: new Map(), unclean: [] }
}

/** The state of a store just made. */
export const stateOf = (entities: ReadonlyMap<string, EntityDef>, { records, chunks, meta }: NewStore): LoadedState => {
  const base = empty(entities, meta)
  return { ...base, records: { ...base.records, ...records }, fresh: false, chunks }
}

/**
 * The state of a new store with its first records, before anything is written.
 * @param seq what the chunks hold already; 0 for a store without a log
 */
export function initialState(
  entities: ReadonlyMap<string, EntityDef>,
  records: Readonly<Record<string, readonly Rec[]>>,
  storeId: string,
  seq = 0,
): LoadedState {
  const meta: Meta = { format: FORMAT, storeId, generation: 1, through: seq }
  const chunks = new Map<string, readonly Chunk[]>()
  for (const [name, entity] of entities) chunks.set(name, chunksOf(entity, records[name] ?? [], seq))
  return { ...stateOf(entities, { records, chunks, meta }), lastSeq: seq }
}

/** Writes a new store: chunks, then the meta record that makes it count. */
export async function writeState(port: StoragePort, { chunks, meta }: LoadedState): Promise<void> {
  const all = [...chunks.values()].flat()
  const mine = new Set(all.map(({ entity, chunk }) => chunkKey(entity, chunk)))
  // An earlier attempt may have died half-way and left more chunks than this one writes.
  for (const key of await port.keys(CHUNK)) if (!mine.has(key)) await port.remove(key)
  await Promise.all(all.map((chunk) => writeChunk(port, chunk)))
  await writeMeta(port, meta)
}

/** Makes a new store with its first records. @returns the state to go on from */
export async function writeInitial(
  port: StoragePort,
  entities: ReadonlyMap<string, EntityDef>,
  records: Readonly<Record<string, readonly Rec[]>>,
  storeId: string,
  seq = 0,
): Promise<LoadedState> {
  const state = initialState(entities, records, storeId, seq)
  await writeState(port, state)
  return state
}
