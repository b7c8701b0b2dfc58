import type { Commit } from '../bus/journal.ts'
import { Records } from '../bus/table.ts'
import { Backoff } from './backoff.ts'
import { catchUp, type Foreign } from './catchUp.ts'
import type { CommitLog, CommitLogOptions, LogStatus } from './commitLogApi.ts'
import { Company } from './company.ts'
import { faultOf, StorageFault } from './fault.ts'
import { append, headOf } from './head.ts'
import { readMeta } from './meta.ts'
import { rebase } from './rebase.ts'
import { browserScheduler } from './scheduler.ts'
import { Settling } from './settling.ts'
import { inTurns } from './turns.ts'

/** How many commits are stored in one step: many at once would all be refused where only some find room. */
const TOGETHER = 50

/**
 * Stores every commit of the bus, one record each, in order, under the lock. Memory is ahead of storage: a
 * commit shows at once and is stored behind. If another tab's commit came first and touched the same record,
 * it is rolled back and told; if storage fails, it and all later ones stay in memory and are tried again.
 */
export function createCommitLog(options: CommitLogOptions): CommitLog {
  const { bus, port, lock, start, tabId, scheduler = browserScheduler(), signal, mayWait = () => false, compactAfter = { entries: 200, patches: 2_000 } } = options
  const { entities } = bus.index
  const lasts = port.kind !== 'memory'
  const { records } = bus.session
  const head = headOf(start, entities, records instanceof Records ? records : undefined)
  const alone = inTurns(lock)
  const retry = new Backoff(scheduler)
  const company = new Company(scheduler)
  const settling = new Settling(lasts ? 'stored' : 'unsaved')
  const listeners = new Set<(status: LogStatus) => void>()
  let pending: readonly Commit[] = []
  let reason: string | null = lasts ? null : 'What you do here is kept only until this page is closed.'
  let work: Promise<void> | null = null
  let written = options.written
  let tidying = false
  let cancelTidy = (): void => undefined
  let hurried = false
  let disposed = false

  const status = (): LogStatus => Object.freeze({ saved: reason === null, kind: port.kind, reason, pending: pending.length })

  const tell = (): void => {
    const now = status()
    for (const listener of listeners) listener(now)
  }

  async function readOthers(): Promise<void> {
    const { foreign, own, damaged } = await catchUp(port, head, entities, (id) => pending.some((commit) => commit.id === id), options.recovery)
    for (const message of damaged) options.onProblem?.(message)
    if (own.length > 0) {
      pending = pending.filter((commit) => !own.includes(commit.id))
      for (const id of own) settling.settle(id, 'stored')
    }
    if (foreign.length > 0) takeIn(foreign)
  }

  /** In one go, so that nothing is seen of the states between. */
  function takeIn(foreign: readonly Foreign[]): void {
    const { stale, kept, rollback, again } = rebase(pending, foreign.flatMap(({ patches }) => patches), entities)
    const quiet = { actor: 'system', announce: false } as const
    pending = kept
    if (rollback.length > 0) bus.apply(rollback, { ...quiet, source: 'rollback', undoes: stale.map(({ commit }) => commit.id) })
    for (const { patches, commit } of foreign) bus.apply(patches, { ...quiet, source: 'other-tab', ...(commit ? { as: commit } : {}) })
    if (again.length > 0) bus.apply(again, { ...quiet, source: 'other-tab' })
    for (const { commit, entity, id } of stale) {
      settling.settle(commit.id, 'stale')
      options.onRolledBack?.(commit, `The ${bus.index.entity(entity).one} ${id} was changed in another tab at the same time.`)
    }
    options.onForeign?.(foreign.flatMap(({ commit }) => commit ?? []))
  }

  async function drain(): Promise<void> {
    let stored = 0
    try {
      if (written) await written()
      written = undefined
      await alone(async () => {
        if (pending.length === 0) await readOthers()
        else if (!hurried && pending.every(mayWait)) await company.wait()
        while (pending.length > 0) stored += await storeNext()
      })
      retry.reset()
      reason = null
    } catch (error) {
      refused(error)
    }
    tell()
    if (stored > 0) signal?.post()
    tidyWhenIdle()
  }

  /** Stores what waits, or as much of it as goes together, after what other tabs stored. @returns how many */
  async function storeNext(): Promise<number> {
    let next = pending.slice(0, TOGETHER)
    if (!(await append(port, head, tabId, next))) {
      await readOthers()
      next = pending.slice(0, TOGETHER)
      if (next.length > 0 && !(await append(port, head, tabId, next))) throw new StorageFault('failed', 'Another tab writes at the same time.')
    }
    pending = pending.slice(next.length)
    for (const { id } of next) settling.settle(id, 'stored')
    return next.length
  }

  function refused(error: unknown): void {
    const fault = faultOf(error)
    reason = fault.message
    for (const commit of pending) settling.answer(commit.id, 'unsaved')
    // Other data does not become this tab's by waiting.
    if (fault.kind === 'replaced' || disposed) retry.cancel()
    else retry.plan(() => void attempt())
  }

  /** Starts an attempt, or joins the one under way and makes sure that what came meanwhile is stored too. */
  function attempt(): Promise<void> {
    work ??= drain().finally(() => {
      work = null
      if (pending.length > 0 && reason === null && !disposed) void attempt()
    })
    return work
  }

  async function flush(): Promise<LogStatus> {
    if (!lasts) return status()
    hurried = true
    company.end()
    do await attempt()
    while (pending.length > 0 && reason === null)
    hurried = false
    return status()
  }

  function tidyWhenIdle(): void {
    const { entries, patches } = head.tail
    const due = entries > compactAfter.entries || patches > compactAfter.patches || head.unclean.length > 0
    if (!due || tidying || reason !== null || disposed) return
    tidying = true
    cancelTidy = scheduler.idle(() => void tidy().finally(() => (tidying = false)))
  }

  const tidy = async (): Promise<void> => {
    // Long after the start, if at all. Where it cannot be had, the log goes on growing, and the next commit tries again.
    const loaded = await import('./compact.ts').catch(() => null)
    if (!loaded) return
    try {
      await alone(async () => {
        await readOthers()
        await loaded.compact(port, head, entities, options.keepEntries)
      })
    } catch (error) {
      // The log still has it all; the next commit tries again.
      options.onProblem?.(faultOf(error).message)
    }
  }

  const refresh = async (): Promise<boolean> => {
    try {
      // A store that is not there yet has nothing of others in it.
      if (lasts) await alone(async () => (written && (await readMeta(port)) === null ? undefined : readOthers()))
      return true
    } catch (error) {
      options.onProblem?.(faultOf(error).message)
      return false
    }
  }

  const leaveBus = bus.onCommit((commit) => {
    if (!lasts) return
    pending = [...pending, commit]
    settling.expect(commit.id)
    if (!mayWait(commit)) company.end()
    if (reason === null) void attempt()
    else settling.answer(commit.id, 'unsaved')
    tell()
  })
  const leaveSignal = signal?.listen(() => void refresh())
  if (lasts) tidyWhenIdle()
  // A new store that cannot be written is said at once, not with the first change.
  if (lasts && options.written) void attempt()

  return {
    get status() {
      return status()
    },
    get waiting() {
      return pending
    },
    onStatus(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isAnswered: (commitId) => settling.isAnswered(commitId),
    settled: (commitId) => settling.outcome(commitId),
    flush,
    retry: flush,
    refresh,
    compact: () => (lasts ? tidy() : Promise.resolve()),
    dispose() {
      disposed = true
      for (const leave of [leaveBus, leaveSignal, cancelTidy]) leave?.()
      company.end()
      retry.cancel()
      listeners.clear()
    },
  }
}
