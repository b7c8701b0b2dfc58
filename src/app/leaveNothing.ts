import type { Bus } from '../bus/bus.ts'
import { anyLeftBehind } from '../storage/anyLeftBehind.ts'
import type { CommitLog } from '../storage/commitLogApi.ts'
import { leaveBehind, type Leaving, type TextArea } from '../storage/leftBehind.ts'
import type { StoragePort } from '../storage/port.ts'
import { takeUp } from '../storage/takeUp.ts'
import type { LeavingKeeper } from './keepLive.ts'
import type { LivingPages } from './pageLife.ts'
import { worthLeaving } from './worthLeaving.ts'

export interface LeavingOptions {
  readonly page: Window
  readonly bus: Bus
  readonly log: CommitLog
  readonly port: StoragePort
  readonly storeId: string
  readonly pageId: string
  readonly living: LivingPages
  readonly locks: LockManager | undefined
  readonly live: LeavingKeeper
  readonly onLost: (reason: string) => void
  readonly report: (where: string, error: unknown) => void
}

/**
 * Leaves behind what is on its way to storage when this page goes, and takes up what earlier ones left behind: a click
 * right before a reload counts as any other. Where the browser keeps no text for the page, or has no room, that is lost as
 * before; a page that works in memory leaves all as it is.
 */
export async function leaveNothing({ page, bus, log, port, storeId, pageId, living, locks, live, onLost, report }: LeavingOptions): Promise<void> {
  const area = port.kind === 'memory' ? null : areaOf(page)
  if (!area) return
  const leaving: Leaving = { area, storeId, pageId, clock: Date.now }
  const taken = new Set<string>()
  let going = false
  let left = false

  /** @returns whether there was room for all of it */
  function leave(): boolean {
    try {
      const how = leaveBehind(leaving, { commits: worthLeaving(log.waiting, ({ id }) => !taken.has(id) && !log.isAnswered(id)), live: live.unstored() })
      left = how !== 'none'
      return how !== 'some'
    } catch {
      // That storage refuses is on show already.
      left = false
      return false
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
  const settled = (): void => {
    if (going || (left && log.waiting.length === 0 && Object.keys(live.unstored()).length === 0)) leave()
  }
  log.onStatus(settled)
  live.onStored(settled)

  const take = async (): Promise<void> => {
    const alive = await living()
    await takeUp({ bus, port, leaving, isAlive: (id) => alive.has(id), onTaken: (id) => taken.add(id), onLive: live.put, keep: leave, onLost })
  }
  if (!anyLeftBehind(() => page.localStorage)) return
  try {
    // Two pages that start together must not both take the same; one that hangs must not keep all others waiting.
    await (locks ? locks.request('understudy-left-behind', { signal: AbortSignal.timeout(PATIENCE) }, take) : take())
  } catch (error) {
    // It stays where it is, for a page that can read storage.
    report('what an earlier page had not stored', error)
  }
}

/** Milliseconds. */
const PATIENCE = 5_000

function areaOf(page: Window): TextArea | null {
  try {
    return page.localStorage
  } catch {
    return null
  }
}
