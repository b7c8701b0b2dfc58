import type { EntityDef } from '../bus/entity.ts'
import type { Commit } from '../bus/journal.ts'
import { inverse, type Patch } from '../bus/state.ts'

export interface Rebased {
  /** Commits that relied on something that has changed: they will not be stored. In their order. */
  readonly stale: readonly { readonly commit: Commit; readonly entity: string; readonly id: string }[]
  /** Commits that still hold, in their order. */
  readonly kept: readonly Commit[]
  /** Takes the stale ones out of memory. Applied before the changes of others. */
  readonly rollback: readonly Patch[]
  /** Puts back on top what the changes of others cover in memory, though it is stored after them. Applied last. */
  readonly again: readonly Patch[]
}

/**
 * Sorts commits that wait to be stored, when commits of other tabs turn out to have come first. None of the
 * waiting ones has seen those, so one that read or wrote a record they touched is stale, whatever its version
 * number says: both sides may have counted to the same one. What relied on a stale commit is stale as well.
 * Records without a version cannot be checked: there the last to be stored wins.
 */
export function rebase(pending: readonly Commit[], foreign: readonly Patch[], entities: ReadonlyMap<string, EntityDef>): Rebased {
  const key = (entity: string, id: string): string => `${entity}\n${id}`
  const counted = (entity: string): boolean => entities.get(entity)?.versionField !== undefined
  const moved = new Set(foreign.map(({ entity, id }) => key(entity, id)))
  const stale: { commit: Commit; entity: string; id: string }[] = []
  const kept: Commit[] = []
  for (const commit of pending) {
    const relied = [...commit.reads, ...commit.patches].find(({ entity, id }) => counted(entity) && moved.has(key(entity, id)))
    // A commit that changes nothing reports what happened: that stays true.
    if (!relied || commit.patches.length === 0) {
      kept.push(commit)
      continue
    }
    stale.push({ commit, entity: relied.entity, id: relied.id })
    for (const patch of commit.patches) moved.add(key(patch.entity, patch.id))
  }
  const rollback = stale.flatMap(({ commit }) => commit.patches).reverse().map(inverse)
  const again = kept.flatMap((commit) => commit.patches).filter(({ entity, id }) => !counted(entity) && moved.has(key(entity, id)))
  return { stale, kept, rollback, again }
}
