import type { Rec } from '../bus/state.ts'
import { openStorage } from '../storage/openStorage.ts'
import { tabIdOf } from './ids.ts'

/** The sample tickets, made for a day. */
export type Sample = (now: number) => Readonly<Record<string, readonly Rec[]>>

/** Set once this browser has a desk: then the sample tickets are not fetched beforehand. */
const KNOWN = 'understudy-desk'

export async function loadSample(): Promise<Sample> {
  const { sampleRecords } = await import('../triage/seed/sampleRecords.ts')
  return sampleRecords
}

function isKnown(): boolean {
  try {
    return localStorage.getItem(KNOWN) !== null
  } catch {
    // Only a hint: without it the sample is fetched for nothing.
    return false
  }
}

/** Next time the sample is fetched only when it is needed. */
export function rememberDesk(): void {
  try {
    localStorage.setItem(KNOWN, '1')
  } catch {
    // As above.
  }
}

/**
 * Begun as soon as this module is there, which the built page sees to before its other scripts: the browser takes
 * its time to open a database, and most of that passes while they are still being read. Whether the data may be
 * kept is asked later, since the answer must be written down, and nobody is to wait for that.
 */
export const opening = {
  storage: openStorage({ persistence: undefined }),
  /** Null where there is a desk already. */
  sample: isKnown() ? null : loadSample(),
  /** Here because the browser fetches what a tab keeps, too. */
  tabId: tabIdOf(() => sessionStorage),
}
