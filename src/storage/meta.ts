import { isObject } from '../bus/json.ts'
import { META } from './keys.ts'
import type { StoragePort } from './port.ts'

/** What the store says of itself. Written last when a store is made, so that half a store counts as none. */
export interface Meta {
  /** Version of the format; see `migrations.ts`. */
  readonly format: number
  /** Made with the store: a tab that finds another one looks at other data than it started from. */
  readonly storeId: string
  /** Raised before chunks are rewritten: a tab that finds another one knows its layout of chunks no more. */
  readonly generation: number
  /** Everything up to this entry of the log is in the chunks. */
  readonly through: number
}

/** The meta record, `null` when there is none, or `damaged` when it is something else. */
export const readMeta = async (port: StoragePort): Promise<Meta | null | 'damaged'> => asMeta(await port.get(META))

/** What is stored as the meta record, as `readMeta` tells it. */
export function asMeta(value: unknown): Meta | null | 'damaged' {
  if (value === null || value === undefined) return null
  return isMeta(value) ? value : 'damaged'
}

export const writeMeta = (port: StoragePort, meta: Meta): Promise<void> => port.set(META, meta)

function isMeta(value: unknown): value is Meta & Record<string, never> {
  return (
    isObject(value) &&
    typeof value.format === 'number' &&
    typeof value.storeId === 'string' &&
    typeof value.generation === 'number' &&
    typeof value.through === 'number'
  )
}
