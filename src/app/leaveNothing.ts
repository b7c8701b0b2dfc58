import type { CommitLog } from '../storage/commitLogApi.ts'
import { leaveBehind, type Leaving } from '../storage/leaveBehind.ts'
import { forgetLeft } from '../storage/leftBehind.ts'
import type { LeavingKeeper } from './keepLive.ts'
import { worthLeaving } from './worthLeaving.ts'

export interface LeavingOptions {
  readonly page: Window
  readonly log: CommitLog
  readonly leaving: Leaving
  readonly live: LeavingKeeper
}

/** What this page would leave behind. */
export interface Left {
  /** Whether the page goes just now. */
  readonly going: boolean
  /** Commits that earlier pages left behind: this page's to leave as well, whoever made them. */
  readonly taken: Set<string>
  /** Pages whose changes those were. What they left is removed as soon as all of it is kept under the name of this page, or stored. */
  readonly pages: Set<string>
  leave(): void
}

/** What storage has not taken for so many milliseconds is left behind meanwhile. */
const SOON = 1_000

/** Leaving it behind meanwhile takes at most one part of the time in so many. */
const PART = 20

/**
 * Leaves behind what is on its way to storage when this page goes: a click right before a reload counts as any other.
 * Where storage takes its time or refuses, it does so at once: a page may also crash. Where the browser keeps no text for
 * the page, or has no room, that is lost as before.
 */
export function leaveNothing({ page, log, leaving, live }: LeavingOptions): Left {
  const taken = new Set<string>()
  const pages = new Set<string>()
  let going = false
  let left = false
  let soon: ReturnType<typeof setTimeout> | undefined
  let pause = SOON

  function leave(): void {
    const commits = worthLeaving(log.waiting, ({ id }) => !taken.has(id) && !log.isAnswered(id))
    const recordings = live.unstored()
    try {
      left = commits.length + Object.keys(recordings).length > 0
      try {
        leaveBehind(leaving, commits, recordings)
      } catch {
        // Where there is no room for all of it: changes before recordings. What earlier pages left stays where it is then: taken up again, it counts once all the same.
        leaveBehind(leaving, commits)
        return
      }
      for (const pageId of pages) forgetLeft(leaving, pageId)
      pages.clear()
    } catch {
      // That storage refuses is on show already.
      left = false
    }
  }

  const isStored = (): boolean => log.waiting.length === 0 && Object.keys(live.unstored()).length === 0

  function look(): void {
    if (going || (isStored() && (left || pages.size > 0))) leave()
    else if (!isStored()) soon ??= setTimeout(overdue, pause)
  }

  function overdue(): void {
    soon = undefined
    if (isStored()) return
    const began = leaving.clock()
    leave()
    // Much that is refused for long must not take up the page's time.
    pause = Math.max(SOON, PART * (leaving.clock() - began))
  }

  const turn = (goes: boolean) => () => {
    going = goes
    leave()
  }
  page.addEventListener('pagehide', turn(true))
  page.addEventListener('pageshow', turn(false))
  // On a phone a page that is hidden may never be told that it goes.
  page.document.addEventListener('visibilitychange', () => {
    if (page.document.visibilityState === 'hidden') leave()
  })
  live.onAttempt(look)
  log.onStatus(({ saved, pending }) => {
    look()
    if (saved && pending === 0) live.retry()
  })
  return {
    get going() {
      return going
    },
    taken,
    pages,
    leave,
  }
}
