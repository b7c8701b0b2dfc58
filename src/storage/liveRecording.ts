import { isObject, type Json } from '../bus/json.ts'
import { LIVE } from './keys.ts'
import type { StoragePort } from './port.ts'

/** A recording that was running when its page went away. */
export interface LiveRecording {
  readonly recordingId: string
  readonly pageId: string
  readonly value: Json
}

/** Keeps a running recording, whole, after each step. Rejects when storage does; the recording itself stays in memory. */
export const saveLive = (port: StoragePort, { recordingId, pageId, value }: LiveRecording): Promise<void> =>
  port.set(`${LIVE}${recordingId}`, { pageId, value })

/** Forgets a running recording: it was stopped and stored, or was declined. */
export const dropLive = (port: StoragePort, recordingId: string): Promise<void> => port.remove(`${LIVE}${recordingId}`)

/**
 * Recordings that outlived their pages, to be offered to the person. They stay stored until `dropLive`, so that
 * a crash while one is on offer loses nothing.
 * @param isAlive whether a page still lives; recordings of such are left alone
 */
export async function findLive(port: StoragePort, isAlive: (pageId: string) => boolean = () => false): Promise<readonly LiveRecording[]> {
  const found: LiveRecording[] = []
  for (const key of await port.keys(LIVE)) {
    const stored = await port.get(key)
    if (!isObject(stored) || stored.value === undefined || typeof stored.pageId !== 'string' || isAlive(stored.pageId)) continue
    found.push({ recordingId: key.slice(LIVE.length), pageId: stored.pageId, value: stored.value })
  }
  return found
}
