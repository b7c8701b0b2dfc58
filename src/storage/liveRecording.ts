import { isObject, type Json } from '../bus/json.ts'
import { LIVE } from './keys.ts'
import type { StoragePort } from './port.ts'

/** A recording that was running when its tab went away. */
export interface LiveRecording {
  readonly recordingId: string
  readonly tabId: string
  readonly value: Json
}

/** Keeps a running recording, whole, after each step. Rejects when storage does; the recording itself stays in memory. */
export const saveLive = (port: StoragePort, { recordingId, tabId, value }: LiveRecording): Promise<void> =>
  port.set(`${LIVE}${recordingId}`, { tabId, value })

/** Forgets a running recording: it was stopped and stored, or was declined. */
export const dropLive = (port: StoragePort, recordingId: string): Promise<void> => port.remove(`${LIVE}${recordingId}`)

/**
 * Recordings that outlived their tabs, to be offered to the person. They stay stored until `dropLive`, so that
 * a crash while one is on offer loses nothing.
 * @param isAlive whether another tab still runs it; recordings of living tabs are left alone
 */
export async function findLive(port: StoragePort, isAlive: (tabId: string) => boolean = () => false): Promise<readonly LiveRecording[]> {
  const found: LiveRecording[] = []
  for (const key of await port.keys(LIVE)) {
    const stored = await port.get(key)
    if (!isObject(stored) || stored.value === undefined || typeof stored.tabId !== 'string' || isAlive(stored.tabId)) continue
    found.push({ recordingId: key.slice(LIVE.length), tabId: stored.tabId, value: stored.value })
  }
  return found
}
