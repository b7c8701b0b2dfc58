import type { EntityDef } from '../bus/entity.ts'
import { readChunks, writeChunk } from './chunks.ts'
import type { Head } from './head.ts'
import { CHUNK, LOG, seqOf } from './keys.ts'
import { Layout } from './layout.ts'
import { writeMeta } from './meta.ts'
import type { StoragePort } from './port.ts'

/** How many entries of the log stay for history and audit after their changes are in the chunks. */
export const KEPT_ENTRIES = 1_000

/**
 * Rewrites the chunks whose records the log has changed, then trims the log. Only under the lock, with the
 * head at the end of the log. A crash between any two of its writes leaves a store that loads to the same state:
 * each chunk says which entries it holds, `through` moves after all of them are written, and only entries
 * up to there are removed.
 * @throws what the port throws; nothing is lost then, and the next time does the rest
 */
export async function compact(port: StoragePort, head: Head, entities: ReadonlyMap<string, EntityDef>, kept = KEPT_ENTRIES): Promise<void> {
  const { seq } = head
  if (head.layout.generation !== head.meta.generation) head.layout = await readLayout(port, head, entities)
  const chunks = chunksTouched(head, entities)
  const generation = head.meta.generation + 1
  // Said before anything moves, so that a tab that knows an older layout reads it again.
  await setMeta(port, head, { ...head.meta, generation })
  head.layout = head.layout.at(generation)
  for (const { entity, chunk } of chunks) await rewrite(port, head, entity, chunk)
  await setMeta(port, head, { ...head.meta, through: seq })
  head.touched.clear()
  head.unclean = []
  head.tail = { entries: 0, patches: 0 }
  for (const key of await port.keys(LOG)) {
    const old = seqOf(key)
    if (old !== null && old <= seq - kept) await port.remove(key)
  }
}

async function rewrite(port: StoragePort, head: Head, entity: string, chunk: number): Promise<void> {
  const ids = head.layout.ids(entity, chunk)
  const records = ids.map((id) => head.stored.get(entity, id)).filter((record) => record !== undefined)
  await writeChunk(port, { entity, chunk, seq: head.seq, records })
  for (const id of ids) if (!head.stored.get(entity, id)) head.layout.drop(entity, id)
}

async function setMeta(port: StoragePort, head: Head, meta: Head['meta']): Promise<void> {
  await writeMeta(port, meta)
  head.meta = meta
}

/** Chunks to write; records that are new get their place on the way. */
function chunksTouched(head: Head, entities: ReadonlyMap<string, EntityDef>): readonly { entity: string; chunk: number }[] {
  const found: { entity: string; chunk: number }[] = []
  for (const entity of entities.keys()) {
    const ids = head.touched.get(entity) ?? []
    const chunks = new Set(head.unclean.filter((place) => place.entity === entity).map((place) => place.chunk))
    for (const id of ids) {
      const chunk = head.stored.get(entity, id) ? head.layout.place(entity, id) : head.layout.find(entity, id)
      if (chunk !== undefined) chunks.add(chunk)
    }
    for (const chunk of [...chunks].sort((a, b) => a - b)) found.push({ entity, chunk })
  }
  return found
}

/** Another tab has rewritten chunks: looks where everything is now. */
async function readLayout(port: StoragePort, head: Head, entities: ReadonlyMap<string, EntityDef>): Promise<Layout> {
  const { chunks } = await readChunks(port, await port.keys(CHUNK), entities)
  return new Layout(head.meta.generation, chunks, entities)
}
