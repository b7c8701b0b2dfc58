import type { Bus } from '../bus/bus.ts'
import { anyLeftBehind } from '../storage/anyLeftBehind.ts'
import type { CommitLog } from '../storage/commitLogApi.ts'
import { StorageFault } from '../storage/fault.ts'
import type { Leaving } from '../storage/leaveBehind.ts'
import type { StoragePort } from '../storage/port.ts'
import { takeUp } from '../storage/takeUp.ts'
import { withTimeout } from '../storage/withTimeout.ts'
import type { LeavingKeeper } from './keepLive.ts'
import type { Left } from './leaveNothing.ts'
import type { LivingPages } from './pageLife.ts'

export interface TakingOptions {
  readonly page: Window
  readonly bus: Bus
  readonly log: CommitLog
  readonly port: StoragePort
  readonly leaving: Leaving
  readonly left: Left
  readonly living: LivingPages
  readonly locks: LockManager | undefined
  readonly live: LeavingKeeper
  readonly onLost: (reason: string) => void
  readonly report: (where: string, error: unknown) => void
}

/** Milliseconds. */
const PATIENCE = 5_000

/** What was left so many milliseconds ago is anybody's. Before, the next page of the same tab comes first: its undo and its recordings go on. */
const AGE = 10_000

/** A tab may go a moment after the next one is seen. */
const SLACK = 1_000

/**
 * Takes up what pages that are gone left behind; a page that works in memory leaves all as it is.
 * @returns takes up what was left behind so many milliseconds ago, all unless given; never rejects
 */
export function takeOver({ page, bus, log, port, leaving, left, living, locks, live, onLost, report }: TakingOptions): (age?: number) => Promise<void> {
  let reported = false

  async function take(age: number): Promise<void> {
    const alive = await living()
    const pages = await takeUp({
      bus,
      port,
      leaving,
      age,
      isKept: (pageId) => alive.has(pageId) || left.pages.has(pageId),
      catchUp: async () => {
        if (!(await withTimeout(log.refresh(), PATIENCE, 'Reading from storage'))) throw new StorageFault('failed', 'What other pages stored could not be read.')
      },
      isTaken: (id) => left.taken.has(id),
      onTaken: (id) => left.taken.add(id),
      onLive: live.put,
      onLost,
    })
    for (const pageId of pages) left.pages.add(pageId)
    if (pages.length > 0) left.leave()
  }

  async function turn(age = 0): Promise<void> {
    if (port.kind === 'memory' || left.going || !anyLeftBehind(leaving)) return
    try {
      // Two pages must not both take the same; one that hangs must not keep all others waiting.
      const work = (): Promise<void> => take(age)
      await (locks ? locks.request('understudy-left-behind', { signal: AbortSignal.timeout(PATIENCE) }, work) : work())
    } catch (error) {
      // It stays where it is, for a page that can read storage, or for this one when it can.
      if (!reported) report('what an earlier page had not stored', error)
      reported = true
    }
  }

  // A tab that is closed does not come back: whoever is looked at next goes on with its work. Without locks nobody can tell that it is gone.
  let again: ReturnType<typeof setTimeout> | undefined
  const seen = (): void => {
    if (!locks || page.document.visibilityState === 'hidden') return
    clearTimeout(again)
    again = setTimeout(() => void turn(AGE), AGE + SLACK)
    void turn(AGE)
  }
  page.document.addEventListener('visibilitychange', seen)
  page.addEventListener('focus', seen)
  return turn
}
