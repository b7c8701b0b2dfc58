import type { Commit } from '../bus/journal.ts'

/**
 * Of what is not stored when a page goes, what the next page should make. An agent's run that has no answer yet ends with
 * its page and leaves nothing: its caller is told that it failed, and may try again. Unless a person has gone on with what
 * it did, which nobody could keep without it.
 * @param isOpen whether a commit's caller has heard nothing of it
 */
export function worthLeaving(waiting: readonly Commit[], isOpen: (commit: Commit) => boolean): readonly Commit[] {
  const ends = (commit: Commit): boolean => commit.run !== undefined && commit.actor === 'agent' && isOpen(commit)
  const goneOnWith = new Set(
    waiting.flatMap((commit, place) =>
      commit.run && ends(commit) && waiting.slice(place + 1).some((later) => !ends(later) && relies(later, commit)) ? [commit.run.id] : [],
    ),
  )
  return waiting.filter((commit) => !ends(commit) || goneOnWith.has(commit.run?.id ?? ''))
}

const relies = (later: Commit, { patches }: Commit): boolean =>
  [...later.reads, ...later.patches].some((one) => patches.some(({ entity, id }) => entity === one.entity && id === one.id))
