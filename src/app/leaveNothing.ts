import type { Bus } from '../bus/bus.ts'
import type { Commit } from '../bus/journal.ts'
import type { CommitLog } from '../storage/commitLogApi.ts'
import { leaveBehind, type TextArea } from '../storage/leftBehind.ts'
import type { StoragePort } from '../storage/port.ts'
import { takeUp } from '../storage/takeUp.ts'
import type { LeavingKeeper } from './keepLive.ts'

export interface LeavingOptions {
  readonly page: Window
  readonly bus: Bus
  readonly log: CommitLog
  readonly port: StoragePort
  readonly storeId: string
  readonly tabId: string
  readonly live: LeavingKeeper
  readonly onLost: (reason: string) => void
  readonly report: (where: string, error: unknown) => void
}

/**
 * Takes up what earlier pages left behind, and leaves behind what is on its way to storage when this one goes: a click
 * right before a reload counts as any other. Where the browser keeps no text for the page, that is lost as before.
 */
export async function leaveNothing({ page, live, tabId, report, ...store }: LeavingOptions): Promise<void> {
  const { log, storeId } = store
  const area = areaOf(page)
  if (!area) return
  try {
    await takeUp({ ...store, area })
  } catch (error) {
    // What was left behind stays where it is, for a page that can store it.
    report('what an earlier page left behind', error)
    return
  }
  let going = false
  let left = false

  function leave(): void {
    try {
      // A recording is written anew with each step: what was left of it must not outlive a newer one.
      left = leaveBehind(area as TextArea, { storeId, tabId }, { commits: keptOf(log), live: going ? live.unstored() : {} })
    } catch (error) {
      report('what is not stored yet', error)
    }
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
  log.onStatus(() => {
    if (going || left) leave()
  })
}

/**
 * A run whose caller has no answer yet ends with its page and leaves nothing: the caller is told that it failed, and may
 * try again. Once storage has refused, whoever asked was told so, and that it holds here.
 */
const keptOf = ({ status, waiting }: CommitLog): readonly Commit[] => (status.saved ? waiting.filter(({ run }) => !run) : waiting)

function areaOf(page: Window): TextArea | null {
  try {
    return page.localStorage
  } catch {
    return null
  }
}
