import type { Actor, Commit } from '../bus/journal.ts'

/** Which run last changed a record. */
export interface Provenance {
  readonly tool: string
  readonly actor: Actor
  readonly runId: string
  readonly time: string
}

/**
 * By id: the records of a kind whose last change was a tool's, as far as the commits go back. A person's own change
 * after it, and an undo of it, end the mark.
 * @param commits in the order they were made
 */
export function provenanceOf(commits: readonly Commit[], entity: string): ReadonlyMap<string, Provenance> {
  const found = new Map<string, Provenance>()
  for (const { patches, run, actor, time, undoes } of commits) {
    for (const patch of patches) {
      if (patch.entity !== entity) continue
      if (run && !undoes) found.set(patch.id, { tool: run.tool, actor, runId: run.id, time })
      else found.delete(patch.id)
    }
  }
  return found
}

/** The mark in words, as the page and a screen reader say it. */
export const provenanceWords = ({ actor, tool }: Provenance): string => `performed by ${actor} via tool ${tool}`
