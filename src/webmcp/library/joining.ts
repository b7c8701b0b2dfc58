import type { CatalogueIndex } from '../../bus/command.ts'
import { aligns } from '../../teach/generalize/aligns.ts'
import { normalise } from '../../teach/recording/normalise.ts'
import type { Recording, Trace } from '../../teach/recording/types.ts'
import type { DraftRecord } from './types.ts'

/** How many demonstrations one tool can be learned from. */
export const MOST_DEMONSTRATIONS = 8

/** A draft, open or published, that a demonstration may be another example of. */
export interface Similar {
  readonly draft: DraftRecord
  /** From 0 to 1: step by step the same. */
  readonly fit: number
}

/**
 * Drafts whose demonstrations show the same steps as those of another, the best fit first, of equal ones what was
 * worked on last. A fit is only a reason to ask: whether one procedure explains all is found out when they are joined.
 */
export function similarTo(
  draft: DraftRecord,
  drafts: readonly DraftRecord[],
  recording: (recordingId: string) => Recording | undefined,
  index: CatalogueIndex,
): readonly Similar[] {
  const own = tracesOf(draft, recording, index)
  if (own.length === 0) return []
  return drafts
    .filter((other) => other.draftId !== draft.draftId && other.recordingIds.length + draft.recordingIds.length <= MOST_DEMONSTRATIONS)
    .map((other) => {
      const theirs = tracesOf(other, recording, index)
      const fit = theirs.length === 0 ? 0 : Math.min(...own.map((trace) => aligns(trace, theirs, index)))
      return { draft: other, fit }
    })
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit || (a.draft.updatedAt > b.draft.updatedAt ? -1 : 1))
}

/** The traces of a draft; none where one cannot be read. */
function tracesOf(draft: DraftRecord, recording: (id: string) => Recording | undefined, index: CatalogueIndex): readonly Trace[] {
  const traces = draft.recordingIds.flatMap((id) => {
    const found = recording(id)
    const trace = found && normalise(found, index)
    return trace?.ok ? [trace.value] : []
  })
  return traces.length === draft.recordingIds.length ? traces : []
}
