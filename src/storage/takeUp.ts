import type { Bus } from '../bus/bus.ts'
import type { CatalogueIndex } from '../bus/command.ts'
import type { Commit } from '../bus/journal.ts'
import { equalJson, type Json } from '../bus/json.ts'
import type { Patch, State } from '../bus/state.ts'
import { versionOf } from '../bus/table.ts'
import { findLeftBehind, type Leaving } from './leftBehind.ts'
import type { StoragePort } from './port.ts'
import { readCommits } from './readTail.ts'

export interface TakeUpOptions {
  readonly bus: Bus
  readonly port: StoragePort
  readonly leaving: Leaving
  /** Whether a page lives: what it has not stored is its own. */
  readonly isAlive: (pageId: string) => boolean
  /** A commit was taken up: this page's to keep from now on, whoever made it. */
  readonly onTaken: (commitId: string) => void
  /** A running recording was left behind: as it stands, or null where it was over. */
  readonly onLive: (recordingId: string, value: Json | null) => void
  /** Keeps all that is not stored under the name of this page. @returns whether there was room for all of it */
  readonly keep: () => boolean
  /** A change was left behind that no longer fits: why, in a sentence. */
  readonly onLost: (reason: string) => void
}

/**
 * Makes the changes that earlier pages left behind, as if they had been stored then: under the ids they had, so that one
 * that was stored after all, or that was left behind twice, counts once. One whose records have changed since is told of
 * instead. From then on they are this page's to store, and to leave behind.
 * @throws what the port throws; then nothing was made, and all of it is still there
 */
export async function takeUp({ bus, port, leaving, isAlive, onTaken, onLive, keep, onLost }: TakeUpOptions): Promise<void> {
  const { entities } = bus.index
  // What another version of this page left waits for that one.
  const found = findLeftBehind(leaving, isAlive).filter(({ commits }) => commits.every(({ patches }) => patches.every(({ entity }) => entities.has(entity))))
  if (found.length === 0) return
  const stored = await readCommits(port, Number.POSITIVE_INFINITY)
  const known = new Set([...stored.map(({ commit }) => commit.id), ...bus.commits.map(({ id }) => id)])
  for (const { commits, live } of found) {
    for (const commit of commits) {
      if (known.has(commit.id)) continue
      known.add(commit.id)
      onTaken(commit.id)
      make(commit, bus, onLost)
    }
    for (const [recordingId, value] of Object.entries(live)) onLive(recordingId, value)
  }
  // Without room it stays where it is: taken up again, it counts once all the same.
  if (keep()) for (const { key } of found) leaving.area.removeItem(key)
}

function make(commit: Commit, bus: Bus, onLost: TakeUpOptions['onLost']): void {
  const { index } = bus
  const moved = movedSince(commit, bus.session.records, index)
  if (moved) onLost(`The ${index.entity(moved.entity).one} ${moved.id} is not what it was when you changed it last.`)
  else bus.apply(commit.patches, { actor: commit.actor, source: commit.source, as: commit, announce: true })
}

/** The first record that is no longer what a commit relied on. */
function movedSince({ reads, patches }: Commit, records: State, index: CatalogueIndex): { readonly entity: string; readonly id: string } | undefined {
  if (patches.length === 0) return undefined
  const read = reads.find(({ entity, id, version }) => versionOf(index.entities.get(entity), records.get(entity, id)) !== version)
  return read ?? patches.find((patch, place) => !patches.slice(0, place).some((earlier) => sameRecord(earlier, patch)) && !fits(patch, records))
}

const sameRecord = (one: Patch, other: Patch): boolean => one.entity === other.entity && one.id === other.id

function fits(patch: Patch, records: State): boolean {
  const record = records.get(patch.entity, patch.id)
  if (patch.op === 'create') return record === undefined
  if (record === undefined) return false
  return patch.op === 'remove' || Object.entries(patch.fields).every(([field, { from }]) => equalJson(record[field], from))
}
