import type { Bus } from '../bus/bus.ts'
import type { CatalogueIndex } from '../bus/command.ts'
import type { Commit } from '../bus/journal.ts'
import { equalJson, type Json } from '../bus/json.ts'
import type { Patch, State } from '../bus/state.ts'
import { versionOf } from '../bus/table.ts'
import type { Leaving } from './leaveBehind.ts'
import { findLeftBehind } from './leftBehind.ts'
import type { StoragePort } from './port.ts'
import { readCommits } from './readTail.ts'

export interface TakeUpOptions {
  readonly bus: Bus
  readonly port: StoragePort
  readonly leaving: Leaving
  /** Whether what a page left behind is not to be taken: it lives, and has it still, or this page took it already. */
  readonly isKept: (pageId: string) => boolean
  /** Only what was left behind so many milliseconds ago. */
  readonly age: number
  /** Takes in what other pages stored meanwhile. What was left behind may go on from there. */
  readonly catchUp: () => Promise<void>
  /** Whether a commit was taken up by this page before. */
  readonly isTaken: (commitId: string) => boolean
  /** A commit was taken up: this page's to keep from now on, whoever made it. */
  readonly onTaken: (commitId: string) => void
  /** A running recording was left behind by a page: as it stands, or null where it was over. */
  readonly onLive: (recordingId: string, value: Json | null, pageId: string) => void
  /** A change was left behind that no longer fits: why, in a sentence. */
  readonly onLost: (reason: string) => void
}

/**
 * Makes the changes that earlier pages left behind, as if they had been stored then: under the ids they had, so that one
 * that was stored after all, or that was left behind twice, counts once. One whose records have changed since is told of
 * instead. From then on they are this page's to store, and to leave behind.
 * @returns the pages whose changes these were: what they left stays until it is kept elsewhere
 * @throws what the port and `catchUp` throw; then nothing was made, and all of it is still there
 */
export async function takeUp(options: TakeUpOptions): Promise<readonly string[]> {
  const { bus, port, leaving, isKept, age, catchUp, isTaken, onTaken, onLive } = options
  const { entities } = bus.index
  const due = leaving.clock() - age
  // What another version of this page left waits for that one.
  const found = findLeftBehind(leaving, isKept).filter(
    ({ at, commits }) => at <= due && commits.every(({ patches }) => patches.every(({ entity }) => entities.has(entity))),
  )
  if (found.length === 0) return []
  await catchUp()
  const stored = await readCommits(port, Number.POSITIVE_INFINITY)
  const known = new Set([...stored.map(({ commit }) => commit.id), ...bus.commits.map(({ id }) => id)])
  for (const { commits, live, pageId } of found) {
    const fresh = commits.filter(({ id }) => !known.has(id) && !isTaken(id))
    for (const { id } of fresh) {
      known.add(id)
      onTaken(id)
    }
    makeAll(fresh, options)
    for (const [recordingId, value] of Object.entries(live)) onLive(recordingId, value, pageId)
  }
  return found.map(({ pageId }) => pageId)
}

/** Makes what one page left, in its order. What relied on a change that no longer fits goes with it, whatever the versions say. */
function makeAll(commits: readonly Commit[], { bus, onLost }: TakeUpOptions): void {
  const { index } = bus
  const lost: Touched[] = []
  const told = new Set<string>()
  const counted = ({ entity }: Touched): boolean => index.entities.get(entity)?.versionField !== undefined
  for (const commit of commits) {
    const { actor, source, patches, reads } = commit
    const relied = patches.length > 0 && [...reads, ...patches].find((one) => counted(one) && lost.some((other) => sameRecord(one, other)))
    const moved = relied || movedSince(commit, bus.session.records, index)
    if (!moved) {
      bus.apply(patches, { actor, source, as: commit, announce: true })
      continue
    }
    lost.push(...patches)
    // Each letter of a long text may have been a change of its own.
    const why = `The ${index.entity(moved.entity).one} ${moved.id} is not what it was when you changed it last.`
    if (!told.has(why)) onLost(why)
    told.add(why)
  }
}

type Touched = Pick<Patch, 'entity' | 'id'>

/** The first record that is no longer what a commit relied on. */
function movedSince({ reads, patches }: Commit, records: State, index: CatalogueIndex): { readonly entity: string; readonly id: string } | undefined {
  if (patches.length === 0) return undefined
  const read = reads.find(({ entity, id, version }) => versionOf(index.entities.get(entity), records.get(entity, id)) !== version)
  return read ?? patches.find((patch, place) => !patches.slice(0, place).some((earlier) => sameRecord(earlier, patch)) && !fits(patch, records))
}

const sameRecord = (one: Touched, other: Touched): boolean => one.entity === other.entity && one.id === other.id

function fits(patch: Patch, records: State): boolean {
  const record = records.get(patch.entity, patch.id)
  if (patch.op === 'create') return record === undefined
  if (record === undefined) return false
  return patch.op === 'remove' || Object.entries(patch.fields).every(([field, { from }]) => equalJson(record[field], from))
}
