import { isObject, type Json } from '../bus/json.ts'
import { LIVE } from './keys.ts'
import type { StoragePort } from './port.ts'

/** A recording that was running when its tab went away. */
export interface LiveRecording {
  readonly tabId: string
  readonly value: Json
}

/** Keeps a running recording, whole, after each step. Rejects when storage does; the recording itself stays in memory. */
export const saveLive = (port: StoragePort, tabId: string, value: Json): Promise<void> => port.set(`${LIVE}${tabId}`, { tabId, value })

/** Forgets a tab's recording: it was stopped and stored, goes on under another tab's id, or was declined. */
export const dropLive = (port: StoragePort, tabId: string): Promise<void> => port.remove(`${LIVE}${tabId}`)

/**
 * A recording that outlived its tab, to be offered to the person. It stays stored until `dropLive`, so that
 * a crash while it is on offer loses nothing.
 * @param isAlive whether another tab still runs it; recordings of living tabs are left alone
 * @returns null when there is none
 */
export async function takeLive(port: StoragePort, isAlive: (tabId: string) => boolean = () => false): Promise<LiveRecording | null> {
  for (const key of await port.keys(LIVE)) {
    const tabId = key.slice(LIVE.length)
    if (isAlive(tabId)) continue
    const stored = await port.get(key)
    if (isObject(stored) && stored.value !== undefined) return { tabId, value: stored.value }
  }
  return null
}
