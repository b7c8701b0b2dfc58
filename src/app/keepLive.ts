import type { Json } from '../bus/json.ts'
import { dropLive, findLive, saveLive } from '../storage/liveRecording.ts'
import type { StoragePort } from '../storage/port.ts'
import type { Outcome } from '../storage/settling.ts'
import type { LiveKeeper } from '../stores/services.ts'
import type { LiveRecording } from '../teach/recording/types.ts'
import type { LivingPages } from './pageLife.ts'

export interface KeepingOptions {
  readonly port: StoragePort
  readonly pageId: string
  readonly living: LivingPages
  /** Whether a recording is there whole: then it is not one that was interrupted. `unsaved`: only in memory, for now. */
  readonly whole: (recordingId: string) => 'no' | 'unsaved' | 'stored'
  /** The last commit that was made. */
  readonly lastCommit: () => string
  readonly settled: (commitId: string) => Promise<Outcome>
  /** Resolves once this page knows all that other pages did and left behind, or cannot. */
  readonly upToDate: () => Promise<void>
  readonly report: (where: string, error: unknown) => void
}

export interface LeavingKeeper extends LiveKeeper {
  /** What is on its way to storage, by recording: as it stands, or null where it is to be forgotten. */
  unstored(): Readonly<Record<string, Json | null>>
  /**
   * Stores a recording as it stands, or forgets it: null.
   * @param owner the page that runs it. Default: this one
   */
  put(recordingId: string, value: Json | null, owner?: string): void
  /** Storage has taken what it refused: what waits here is tried again. */
  retry(): void
  /** Told after each attempt to store what waits, whether or not all of it was stored. */
  onAttempt(listener: () => void): void
}

/** A recording on its way to storage. */
interface Waiting {
  readonly value: Json | null
  readonly owner: string
}

/** Keeps running recordings step by step, so that a reload in the middle of a demonstration loses nothing. */
export function keepLive({ port, pageId, living, whole, lastCommit, settled, upToDate, report }: KeepingOptions): LeavingKeeper {
  // One write at a time, and only the newest state of each: steps may come faster than storage takes them.
  const waiting = new Map<string, Waiting>()
  /** Recordings that were ended here, and the commit they are kept for. */
  const ended = new Map<string, string>()
  let writing = false
  let current = ''
  let told = (): void => undefined

  async function write(): Promise<void> {
    if (writing) return
    writing = true
    // One that is refused must not keep the others: to forget one may be what makes room.
    const refused = new Map<string, Waiting>()
    const next = (): readonly [string, Waiting] | undefined => [...waiting].find(([recordingId, one]) => refused.get(recordingId) !== one)
    for (let found = next(); found; found = next()) {
      const [recordingId, one] = found
      try {
        await (one.value === null ? dropLive(port, recordingId) : saveLive(port, { recordingId, pageId: one.owner, value: one.value }))
        if (waiting.get(recordingId) === one) waiting.delete(recordingId)
      } catch {
        // Storage that refuses says so through the log already; it is tried again with the next step, or once there is room.
        refused.set(recordingId, one)
      }
    }
    writing = false
    told()
  }

  function put(recordingId: string, value: Json | null, owner = pageId): void {
    waiting.set(recordingId, { value, owner })
    void write()
  }

  /** Forgets one that was ended, once what came of it is stored. Where that was taken back, it is all there is of it. */
  async function conclude(recordingId: string, commitId: string): Promise<void> {
    const outcome = await settled(commitId)
    // Memory has it as long as it has anything.
    if (outcome === 'stored' || port.kind === 'memory') put(recordingId, null)
    if (outcome !== 'unsaved' && ended.get(recordingId) === commitId) ended.delete(recordingId)
  }

  return {
    save(value) {
      current = value.recordingId
      put(current, value as unknown as Json)
    },
    drop: (recordingId = current) => put(recordingId, null),
    async dropOnceStored(recordingId = current) {
      const commitId = lastCommit()
      ended.set(recordingId, commitId)
      await conclude(recordingId, commitId)
    },
    unstored: () => Object.fromEntries([...waiting].map(([recordingId, { value }]) => [recordingId, value])),
    put,
    retry() {
      for (const [recordingId, commitId] of ended) void conclude(recordingId, commitId)
      if (waiting.size > 0) void write()
    },
    onAttempt: (listener) => (told = listener),
    async claim(recordingId) {
      await upToDate()
      const found = await free()
      return found.find((one) => one.recordingId === recordingId) ?? null
    },
    find: async () => (await free())[0] ?? null,
  }

  /** Recordings no other page runs, the one begun last first. What is on its way to storage is as it will be there. */
  async function free(): Promise<readonly LiveRecording[]> {
    try {
      const alive = await living()
      const stored = await findLive(port, (id) => id !== pageId && alive.has(id))
      const found = new Map(stored.map(({ recordingId, value }) => [recordingId, value]))
      for (const [recordingId, { value }] of waiting) found.set(recordingId, value)
      for (const [recordingId, value] of found) if (value !== null && whole(recordingId) === 'stored') put(recordingId, null)
      const values = [...found].flatMap(([recordingId, value]) =>
        value === null || whole(recordingId) !== 'no' || ended.has(recordingId) ? [] : [value as unknown as LiveRecording],
      )
      return values.toSorted((a, b) => (a.startedAt > b.startedAt ? -1 : 1))
    } catch (error) {
      report('running recording', error)
      return []
    }
  }
}
