import type { Bus } from '../../bus/bus.ts'
import type { Json, JsonObject } from '../../bus/json.ts'
import { fail, ok, type Result } from '../../bus/results.ts'
import type { ValidatorFor } from '../../bus/validate.ts'
import { approves, trail } from '../approvals/gesture.ts'
import type { By, Library } from '../library/api.ts'
import type { Gesture } from '../library/types.ts'
import { transact } from '../transact.ts'
import { exportPack, type ExportedPack, type PackOptions } from './exportPack.ts'
import { PACK_FILE } from './format.ts'
import { readPack } from './readPack.ts'
import { reviewPack, soundPack, stillAsShown, type PackEntry, type PackReview, type Renames, type SoundPack } from './review.ts'
import { keptTraces } from './traces.ts'

export interface PacksOptions {
  readonly bus: Bus
  readonly library: Pick<Library, 'tools' | 'recording'>
  readonly validatorFor: ValidatorFor
  readonly newId: () => string
  readonly clock: () => number
}

/** What a person says of a pack. */
export interface Acceptance {
  readonly pack: SoundPack
  /** What was on show. */
  readonly shown: PackReview
  readonly renames: Renames
  /** The tools that are to come in, by their place in the pack. */
  readonly places: readonly number[]
  /** Needed as soon as anything is new here; null where all was approved before. */
  readonly gesture: Gesture | null
  readonly via: 'drop' | 'picker'
}

export interface Imported {
  /** The commit, by which the history undoes it. */
  readonly commitId: string
  readonly live: readonly string[]
  /** Beyond the limit of live tools. */
  readonly disabled: readonly string[]
}

/** Taught tools as files: out, and in by way of a person. */
export interface Packs {
  /** Those named, or all of the library. Noted in the audit. */
  export(options: PackOptions & { readonly names?: readonly string[] }): Result<ExportedPack & { readonly file: string }>
  /** Reads and checks a file. Nothing changes. */
  open(text: string): Result<SoundPack>
  /** What the pack would bring right now. */
  review(pack: SoundPack, renames?: Renames): PackReview
  /**
   * Brings in what was chosen, as one commit. `STALE` where it is no longer what was shown, `BLOCKED` for a gesture that
   * is no person's or for a tool that cannot come in.
   */
  accept(acceptance: Acceptance): Result<Imported>
}

const BY_EXPORT: By = { actor: 'operator', source: 'export' }
const BY_IMPORT: By = { actor: 'operator', source: 'import' }

export function createPacks({ bus, library, validatorFor, newId, clock }: PacksOptions): Packs {
  const { index } = bus
  const review = (pack: SoundPack, renames: Renames = new Map()): PackReview =>
    reviewPack(pack, { index, records: bus.session.records, validatorFor }, renames)

  return {
    export({ names, includeText }) {
      const tools = library.tools().filter((tool) => names === undefined || names.includes(tool.name))
      const made = exportPack(tools, { includeText }, { index, recording: library.recording, now: new Date(clock()).toISOString() })
      if (!made.ok) return made
      const exported = made.value.pack.tools.map(({ name, digest }) => ({ name, digest }))
      bus.note({ type: 'exported', detail: { tools: exported, includeText } }, BY_EXPORT)
      return ok({ ...made.value, file: PACK_FILE })
    },
    open(text) {
      const parsed = readPack(text)
      return parsed.ok ? soundPack(parsed.value, { index }) : parsed
    },
    review,
    accept({ pack, shown, renames, places, gesture, via }) {
      const now = review(pack, renames)
      const chosen = stillAsShown(
        shown,
        now,
        [...new Set(places)].sort((a, b) => a - b),
      )
      if (!chosen.ok) return chosen
      const entries = chosen.value
      if (entries.some(({ standing }) => standing === 'blocked' || standing === 'here')) {
        return fail('BLOCKED', 'One of the tools cannot be imported. Take it out, then try again.')
      }
      if (entries.some(({ standing }) => standing === 'new')) {
        const meant = gesture ? approves(gesture) : fail('BLOCKED', 'A person has to look at the tools first.')
        if (!meant.ok) return meant
      }
      return bringIn(entries, now.room, gesture, via)
    },
  }

  function bringIn(entries: readonly PackEntry[], room: number, gesture: Gesture | null, via: string): Result<Imported> {
    // Ids come from the file: only a map takes any of them for no more than it is.
    const recordings = new Map<string, Json>()
    const tools = new Map<string, Json>()
    const told: JsonObject[] = []
    for (const [place, { compiled, procedure, digest, source, standing }] of entries.entries()) {
      const { kept, ids } = keptTraces(source.traces ?? [], bus.session.records, index)
      for (const trace of kept) if (!recordings.has(trace.recordingId)) recordings.set(trace.recordingId, trace as unknown as JsonObject)
      const state = place < room ? 'live' : 'disabled'
      const { name } = compiled
      tools.set(name, { name, compiled, procedure, digest, draftId: newId(), recordingIds: ids, state } as unknown as JsonObject)
      told.push({ name, digest, state, approved: standing === 'known' ? 'before' : 'now' })
    }
    const detail = { via, tools: told, ...(gesture ? { gesture: trail(gesture) } : {}) }
    const input = { tools: Object.fromEntries(tools), recordings: Object.fromEntries(recordings) }
    const done = transact(bus, BY_IMPORT, [['import_tools', input]], { type: 'imported', detail })
    if (!done.ok) return done
    const names = [...tools.keys()]
    return ok({ commitId: done.value.id, live: names.slice(0, room), disabled: names.slice(room) })
  }
}
