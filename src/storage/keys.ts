/** Format, identity and progress of the store. */
export const META = 'meta'
export const LOG = 'log/'
export const CHUNK = 'chunk/'
/** What could not be read, kept under the key it had. */
export const ASIDE = 'aside/'
/** Running recordings, by tab. */
export const LIVE = 'live/'
/** Whether the browser was asked to keep the data. */
export const ASKED = 'asked/persist'

/** Sixteen digits hold every safe integer, so keys sort as their numbers do. */
export const logKey = (seq: number): string => `${LOG}${String(seq).padStart(16, '0')}`

export const chunkKey = (entity: string, chunk: number): string => `${CHUNK}${entity}/${chunk}`

/** The sequence number in a key of the log, or null where it is none of ours. */
export function seqOf(key: string): number | null {
  const digits = key.slice(LOG.length)
  return key.startsWith(LOG) && /^\d{16}$/.test(digits) ? Number(digits) : null
}

/** Entity and number in the key of a chunk, or null where it is none of ours. */
export function chunkOf(key: string): { readonly entity: string; readonly chunk: number } | null {
  const found = /^chunk\/(.+)\/(\d{1,9})$/.exec(key)
  return found?.[1] === undefined ? null : { entity: found[1], chunk: Number(found[2]) }
}
