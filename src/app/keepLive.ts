import type { Json } from '../bus/json.ts'
import { dropLive, findLive, saveLive } from '../storage/liveRecording.ts'
import type { StoragePort } from '../storage/port.ts'
import type { LiveKeeper } from '../stores/services.ts'
import type { LiveRecording } from '../teach/recording/types.ts'
import type { LivingPages } from './pageLife.ts'

export interface KeepingOptions {
  readonly port: StoragePort
  readonly pageId: string
  readonly living: LivingPages
  /** Whether a recording is stored whole: then it is not one that was interrupted. */
  readonly isStored: (recordingId: string) => boolean
  /** What becomes of all that was done so far. */
  readonly settled: () => Promise<'stored' | 'unsaved' | 'stale'>
  readonly report: (where: string, error: unknown) => void
}

export interface LeavingKeeper extends LiveKeeper {
  /** What is on its way to storage, by recording: as it stands, or null where it is to be forgotten. */
  unstored(): Readonly<Record<string, Json | null>>
  /** Stores a recording as it stands, or forgets it: null. */
  put(recordingId: string, value: Json | null): void
  /** Told when all of it is stored. */
  onStored(listener: () => void): void
}

/** Keeps running recordings step by step, so that a reload in the middle of a demonstration loses nothing. */
export function keepLive({ port, pageId, living, isStored, settled, report }: KeepingOptions): LeavingKeeper {
  // One write at a time, and only the newest state of each: steps may come faster than storage takes them.
  const waiting = new Map<string, Json | null>()
  let writing: Promise<void> | null = null
  let current = ''
  let told = (): void => undefined

  async function write(): Promise<void> {
    for (let next = first(); next; next = first()) {
      const [recordingId, value] = next
      await (value === null ? dropLive(port, recordingId) : saveLive(port, { recordingId, pageId, value }))
      if (waiting.get(recordingId) === value) waiting.delete(recordingId)
    }
    told()
  }

  const first = (): readonly [string, Json | null] | undefined => waiting.entries().next().value

  /** Storage that refuses says so through the log already; what waits is tried again with the next step. */
  function put(recordingId: string, value: Json | null): void {
    waiting.set(recordingId, value)
    writing ??= write()
      .catch(() => undefined)
      .finally(() => {
        writing = null
      })
  }

  return {
    save(value) {
      current = value.recordingId
      put(current, value as unknown as Json)
    },
    drop: (recordingId = current) => put(recordingId, null),
    async dropOnceStored(recordingId = current) {
      // Memory has it as long as it has anything.
      if ((await settled()) === 'stored' || port.kind === 'memory') put(recordingId, null)
    },
    unstored: () => Object.fromEntries(waiting),
    put,
    onStored: (listener) => (told = listener),
    async claim(recordingId) {
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
      const found = new Map([...stored.map(({ recordingId, value }) => [recordingId, value] as const), ...waiting])
      for (const recordingId of found.keys()) if (isStored(recordingId)) put(recordingId, null)
      const values = [...found].flatMap(([recordingId, value]) => (value === null || isStored(recordingId) ? [] : [value as unknown as LiveRecording]))
      return values.toSorted((a, b) => (a.startedAt > b.startedAt ? -1 : 1))
    } catch (error) {
      report('running recording', error)
      return []
    }
  }
}
