import { shallowRef } from 'vue'

/** What the live region says. The id makes a repeated text a new announcement. */
export interface Announcement {
  readonly id: number
  readonly text: string
}

export const announcement = shallowRef<Announcement>({ id: 0, text: '' })

/**
 * Has screen readers say a sentence once they are done with the one they are at. Anything that can be
 * seen to happen without focus moving there is announced: recording, runs, results, refusals.
 */
export function announce(text: string): void {
  announcement.value = { id: announcement.value.id + 1, text }
}
