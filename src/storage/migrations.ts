import { readMeta, writeMeta } from './meta.ts'
import type { StoragePort } from './port.ts'

/** Brings a store from one format to the next. A crash may repeat it, so a second run must change nothing. */
export interface Migration {
  /** What it does, in words. */
  readonly what: string
  run(port: StoragePort): Promise<void>
}

/** In order: the first one leads from format 1 to format 2. */
export const MIGRATIONS: readonly Migration[] = []

/** The format this version writes. */
export const FORMAT = MIGRATIONS.length + 1

/**
 * Brings an older store up to date, step by step.
 * @returns null when the store can be used, else why not in words: a newer version wrote it, or a step failed
 */
export async function migrate(port: StoragePort, migrations: readonly Migration[] = MIGRATIONS): Promise<string | null> {
  const format = migrations.length + 1
  let meta = await readMeta(port)
  if (meta === null || meta === 'damaged') return null
  if (meta.format > format) {
    const formats = `format ${meta.format}, this one reads up to ${format}`
    return `A newer version of this page wrote the stored data (${formats}). It is left untouched; reload to get the newer page.`
  }
  while (meta.format < format) {
    const next = migrations[meta.format - 1]
    if (!next) return `The stored data has a format (${meta.format}) this page does not know. It is left untouched.`
    await next.run(port)
    meta = { ...meta, format: meta.format + 1 }
    await writeMeta(port, meta)
  }
  return null
}
