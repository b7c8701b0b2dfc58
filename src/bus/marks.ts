import type { CatalogueIndex } from './command.ts'
import type { ReadMark } from './journal.ts'
import type { Patch, State } from './state.ts'
import { versionOf, type Overlay } from './table.ts'

/** What a person's own write relies on: the versions of what it changes. */
export function marks(patches: readonly Patch[], index: CatalogueIndex, before: State): readonly ReadMark[] {
  const seen = new Map<string, ReadMark>()
  for (const { entity, id } of patches) {
    const key = `${entity}\n${id}`
    if (!seen.has(key)) seen.set(key, { entity, id, version: versionOf(index.entity(entity), before.get(entity, id)) })
  }
  return [...seen.values()]
}

/** What a fork relies on: the versions its records had at the base, where they are counted. */
export function readMarks(overlay: Overlay, index: CatalogueIndex, base: State): readonly ReadMark[] {
  const marked: ReadMark[] = []
  for (const [name, ids] of overlay.reads()) {
    const entity = index.entity(name)
    if (entity.versionField === undefined) continue
    for (const id of ids) marked.push({ entity: name, id, version: versionOf(entity, base.get(name, id)) })
  }
  return marked
}

/** Says which record moved, and what to do. */
export function staleMessage(stale: readonly ReadMark[], index: CatalogueIndex): string {
  const first = stale[0]
  const what = first ? `The ${index.entity(first.entity).one} ${first.id}` : 'A record'
  return `${what} was changed by somebody else during this run. Nothing was applied; call again to work on the current state.`
}
