import type { Bus } from '../bus/bus.ts'
import type { CatalogueIndex } from '../bus/command.ts'
import type { Commit } from '../bus/journal.ts'
import { equalJson } from '../bus/json.ts'
import type { Patch, State } from '../bus/state.ts'
import { versionOf } from '../bus/table.ts'
import type { CommitLog } from './commitLogApi.ts'
import { findLeftBehind, type LeftBehind, type TextArea } from './leftBehind.ts'
import { dropLive, saveLive } from './liveRecording.ts'
import type { StoragePort } from './port.ts'
import { readCommits } from './readTail.ts'

export interface TakeUpOptions {
  readonly bus: Bus
  readonly log: CommitLog
  readonly port: StoragePort
  readonly area: TextArea
  readonly storeId: string
  /** A change was left behind that no longer fits: why, in a sentence. */
  readonly onLost: (reason: string) => void
}

/**
 * Makes the changes that earlier pages left behind, as if they had been stored then: under the ids they had, so that one
 * that was stored after all, or that another tab takes up as well, counts once. One whose records have changed since is
 * told of instead. What was left behind is removed once storage has it.
 * @throws what the port throws; what was left behind is still there then
 */
export async function takeUp(options: TakeUpOptions): Promise<void> {
  const { log, port, area, storeId } = options
  const found = findLeftBehind(area, storeId)
  if (found.length === 0) return
  const stored = new Set((await readCommits(port)).map(({ commit }) => commit.id))
  for (const left of found) {
    for (const commit of left.commits) if (!stored.has(commit.id)) make(commit, options)
    await takeUpLive(left, port)
    void Promise.all(left.commits.map(({ id }) => log.settled(id))).then((outcomes) => {
      // A page that goes before then leaves it behind again, under its own name.
      if (!outcomes.includes('unsaved')) area.removeItem(left.key)
    })
  }
}

function make(commit: Commit, { bus, onLost }: TakeUpOptions): void {
  const moved = movedSince(commit, bus.session.records, bus.index)
  if (moved) onLost(`The ${bus.index.entity(moved.entity).one} ${moved.id} was changed before your last change to it was stored.`)
  else bus.apply(commit.patches, { actor: commit.actor, source: commit.source, as: commit, announce: true })
}

async function takeUpLive({ tabId, live }: LeftBehind, port: StoragePort): Promise<void> {
  for (const [recordingId, value] of Object.entries(live)) {
    await (value === null ? dropLive(port, recordingId) : saveLive(port, { recordingId, tabId, value }))
  }
}

/** The first record that is no longer what a commit relied on. */
function movedSince({ reads, patches }: Commit, records: State, index: CatalogueIndex): { readonly entity: string; readonly id: string } | undefined {
  if (patches.length === 0) return undefined
  const read = reads.find(({ entity, id, version }) => versionOf(index.entity(entity), records.get(entity, id)) !== version)
  return read ?? patches.find((patch, place) => !patches.slice(0, place).some((earlier) => sameRecord(earlier, patch)) && !fits(patch, records))
}

const sameRecord = (one: Patch, other: Patch): boolean => one.entity === other.entity && one.id === other.id

function fits(patch: Patch, records: State): boolean {
  const record = records.get(patch.entity, patch.id)
  if (patch.op === 'create') return record === undefined
  if (record === undefined) return false
  return patch.op === 'remove' || Object.entries(patch.fields).every(([field, { from }]) => equalJson(record[field], from))
}
