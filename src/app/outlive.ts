import type { Bus } from '../bus/bus.ts'
import type { CommitLog } from '../storage/commitLogApi.ts'
import type { Leaving } from '../storage/leaveBehind.ts'
import type { StoragePort } from '../storage/port.ts'
import type { LiveKeeper } from '../stores/services.ts'
import { keepLive } from './keepLive.ts'
import { leaveNothing } from './leaveNothing.ts'
import { announcePage } from './pageLife.ts'
import { takeOver } from './takeOver.ts'

export interface OutlivingOptions {
  readonly page: Window
  readonly bus: Bus
  readonly log: CommitLog
  readonly port: StoragePort
  readonly leaving: Leaving
  readonly locks: LockManager | undefined
  /** A change the person made is gone: why, in a sentence. */
  readonly onLost: (reason: string) => void
  readonly report: (where: string, error: unknown) => void
}

/** Sees to it that what is done here outlives the page, and goes on with what outlived earlier ones. Resolves once that is done. */
export async function outlive({ page, bus, log, port, leaving, locks, onLost, report }: OutlivingOptions): Promise<LiveKeeper> {
  const { pageId } = leaving
  const living = announcePage(pageId, page, locks)
  const isUnsaved = (recordingId: string): boolean =>
    log.waiting.some(({ patches }) => patches.some(({ entity, id }) => entity === 'recording' && id === recordingId))
  const live = keepLive({
    port,
    pageId,
    living,
    whole: (id) => (!bus.session.records.get('recording', id) ? 'no' : isUnsaved(id) ? 'unsaved' : 'stored'),
    lastCommit: () => bus.commits.at(-1)?.id ?? '',
    settled: (commitId) => log.settled(commitId),
    async upToDate() {
      // Without locks nobody can tell which pages are gone.
      if (locks) await take()
      await log.refresh()
    },
    report,
  })
  const left = leaveNothing({ page, log, leaving, live })
  const take = takeOver({ page, bus, log, port, leaving, left, living, locks, live, onLost, report })
  await take()
  return live
}
