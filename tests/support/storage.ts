import { createBus, type Bus } from '../../src/bus/bus.ts'
import { CatalogueIndex } from '../../src/bus/command.ts'
import type { Commit } from '../../src/bus/journal.ts'
import type { Rec, State } from '../../src/bus/state.ts'
import { createCommitLog } from '../../src/storage/commitLog.ts'
import type { CommitLog, CommitLogOptions } from '../../src/storage/commitLogApi.ts'
import { loadState, writeInitial, type LoadedState } from '../../src/storage/loadState.ts'
import { pageLock, type LockPort } from '../../src/storage/lock.ts'
import { memoryPort } from '../../src/storage/memoryPort.ts'
import type { StoragePort } from '../../src/storage/port.ts'
import type { Scheduler } from '../../src/storage/scheduler.ts'
import { runtimeValidators } from './desk.ts'
import { notesCatalogue } from '../fixtures/notes.ts'

export const { entities } = new CatalogueIndex(notesCatalogue)
const validatorFor = runtimeValidators(notesCatalogue)

/** Storage that lasts as long as the test and can be made to fail: values are copied in and out, as by IndexedDB. */
export interface FaultyPort extends StoragePort {
  /** Asked before every call; what it throws or returns instead of undefined is what the caller gets. */
  fault: (call: { readonly op: 'get' | 'set' | 'remove' | 'keys'; readonly key: string }) => Promise<never> | undefined
  /** As `fault`, asked after a set took effect. */
  afterSet: (key: string) => Promise<never> | undefined
  readonly values: Map<string, unknown>
  /** Keys set and removed, in order. */
  readonly writes: string[]
}

export function faultyPort(values = new Map<string, unknown>()): FaultyPort {
  const writes: string[] = []
  const port: FaultyPort = {
    kind: 'indexeddb',
    values,
    writes,
    fault: () => undefined,
    afterSet: () => undefined,
    async get(key) {
      await port.fault({ op: 'get', key })
      return structuredClone(values.get(key) ?? null)
    },
    async set(key, value) {
      await port.fault({ op: 'set', key })
      const copy = structuredClone(value)
      values.set(key, copy)
      writes.push(key)
      await port.afterSet(key)
    },
    async add(added, guard) {
      await port.fault({ op: 'set', key: added[0]?.[0] ?? '' })
      if (!guard.fits(structuredClone(values.get(guard.key) ?? null)) || added.some(([key]) => values.has(key))) return false
      for (const [key, value] of structuredClone(added)) {
        values.set(key, value)
        writes.push(key)
      }
      for (const [key] of added) await port.afterSet(key)
      return true
    },
    async remove(key) {
      await port.fault({ op: 'remove', key })
      values.delete(key)
      writes.push(key)
    },
    async keys(prefix) {
      await port.fault({ op: 'keys', key: prefix })
      return [...values.keys()].filter((key) => key.startsWith(prefix)).sort()
    },
  }
  return port
}

export const quota = (): Promise<never> => Promise.reject(new DOMException('', 'QuotaExceededError'))

/** Work put off until the test says so. */
export interface ManualScheduler extends Scheduler {
  /** Milliseconds of what waits; null for idle work. */
  readonly waiting: readonly (number | null)[]
  runNext(): void
}

export function manualScheduler(): ManualScheduler {
  let tasks: { readonly ms: number | null; readonly work: () => void }[] = []
  const put = (ms: number | null, work: () => void): (() => void) => {
    const task = { ms, work }
    tasks.push(task)
    return () => (tasks = tasks.filter((other) => other !== task))
  }
  return {
    get waiting() {
      return tasks.map(({ ms }) => ms)
    },
    later: put,
    idle: (work) => put(null, work),
    runNext: () => tasks.shift()?.work(),
  }
}

export interface Tab {
  readonly bus: Bus
  readonly log: CommitLog
  readonly state: LoadedState
  readonly scheduler: ManualScheduler
  readonly foreign: Commit[]
  readonly rolledBack: { readonly commit: Commit; readonly reason: string }[]
  readonly problems: string[]
}

/** A tab of the page over a port: loads what is stored, or stores the initial records first. */
export async function openTab(
  port: StoragePort,
  { tabId = 'a', lock = pageLock(), initial = {}, ...more }: Partial<CommitLogOptions> & { initial?: Record<string, Rec[]> } = {},
): Promise<Tab> {
  const loaded = await loadState(port, entities)
  const state = loaded.fresh ? await writeInitial(port, entities, initial, 'store-1') : loaded
  const bus = plainBus(state.records, tabId)
  const scheduler = manualScheduler()
  const foreign: Commit[] = []
  const rolledBack: { commit: Commit; reason: string }[] = []
  const problems: string[] = []
  const log = createCommitLog({
    bus,
    port,
    lock,
    start: state,
    tabId,
    scheduler,
    recovery: () => import('../../src/storage/recover.ts'),
    onForeign: (commits) => foreign.push(...commits),
    onRolledBack: (commit, reason) => rolledBack.push({ commit, reason }),
    onProblem: (message) => problems.push(message),
    ...more,
  })
  return { bus, log, state, scheduler, foreign, rolledBack, problems }
}

/** A bus over notes whose ids say which tab and load they are of. */
let loads = 0
export function plainBus(records: Readonly<Record<string, readonly Rec[]>> = {}, tabId = 'a'): Bus {
  let time = Date.UTC(2026, 10, 30, 9)
  let id = 0
  const load = ++loads
  return createBus({
    catalogue: notesCatalogue,
    validatorFor,
    clock: () => (time += 1000),
    newId: () => `${tabId}${load}.${++id}`,
    records,
  })
}

/** Two tabs over one port and one lock. */
export async function twoTabs(
  initial: Record<string, Rec[]>,
  more: Partial<CommitLogOptions> = {},
): Promise<{ port: FaultyPort; lock: LockPort; a: Tab; b: Tab }> {
  const port = faultyPort()
  const lock = pageLock()
  const a = await openTab(port, { lock, initial, tabId: 'a', ...more })
  const b = await openTab(port, { lock, tabId: 'b', ...more })
  return { port, lock, a, b }
}

/** All records by entity and id, in a form that compares whatever the order. */
export function contents(records: State | LoadedState['records']): Record<string, Record<string, Rec>> {
  const list = (name: string): readonly Rec[] => ('list' in records && typeof records.list === 'function' ? (records as State).list(name) : ((records as LoadedState['records'])[name] ?? []))
  return Object.fromEntries(
    [...entities].map(([name, { idField }]) => [
      name,
      Object.fromEntries(list(name).map((record) => [record[idField], record] as const).sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))),
    ]),
  )
}

/** What a page opened now would find. */
export const reload = async (port: StoragePort): Promise<LoadedState> => loadState(port, entities)

export { memoryPort }
