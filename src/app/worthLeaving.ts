import type { Commit } from '../bus/journal.ts'

/**
 * Of what is not stored when a page goes, what the next page should make. An agent's run that has no answer yet ends with
 * its page and leaves nothing: its caller is told that it failed, and may try again. Unless a person has gone on with what
 * it did, which nobody could keep without it, nor without what that run went on with.
 * @param isOpen whether a commit's caller has heard nothing of it
 */
export function worthLeaving(waiting: readonly Commit[], isOpen: (commit: Commit) => boolean): readonly Commit[] {
  const left = new Set(waiting.filter((commit) => commit.run === undefined || commit.actor !== 'agent' || !isOpen(commit)))
  const goneOnWith = new Set<string>()
  // Until nothing is added: a run is kept as a whole, and each of its commits may rely on another run.
  for (let before = -1; before < left.size && left.size < waiting.length;) {
    before = left.size
    for (const [place, commit] of waiting.entries()) {
      const { id = '' } = commit.run ?? {}
      if (left.has(commit)) continue
      if (!goneOnWith.has(id) && !waiting.slice(place + 1).some((later) => left.has(later) && relies(later, commit))) continue
      left.add(commit)
      goneOnWith.add(id)
    }
  }
  return waiting.filter((commit) => left.has(commit))
}

const relies = (later: Commit, { patches }: Commit): boolean =>
  [...later.reads, ...later.patches].some((one) => patches.some(({ entity, id }) => entity === one.entity && id === one.id))
