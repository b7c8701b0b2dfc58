import type { CatalogueIndex } from '../../bus/command.ts'
import { at } from '../../bus/json.ts'
import { recordNamed } from './project.ts'
import type { RecordedEvidence, Step } from './types.ts'

/** Ids of the steps that undo took back and no redo brought back. */
export function undone(steps: readonly Step[]): ReadonlySet<string> {
  const gone = new Set<string>()
  for (const { reverts, restores } of steps) {
    for (const stepId of reverts ?? []) gone.add(stepId)
    for (const stepId of restores ?? []) gone.delete(stepId)
  }
  return gone
}

/** The steps that stand: not undone, not struck out, and not themselves an undo or redo. */
export function standing(steps: readonly Step[], index: CatalogueIndex): readonly Step[] {
  const gone = undone(steps)
  const kept = steps.filter(({ stepId, struck, reverts, restores }) => !reverts && !restores && !struck && !gone.has(stepId))
  return repointed(kept, index)
}

/**
 * Evidence that names the step which opened the record, where that step was struck out: an earlier opening of the
 * same record stands in for it; without one the record counts as open before Teach.
 */
function repointed(kept: readonly Step[], index: CatalogueIndex): readonly Step[] {
  const ids = new Set(kept.map(({ stepId }) => stepId))
  return kept.map((step, place) => {
    const lost = Object.entries(step.evidence).filter(([, { step: opener }]) => opener !== undefined && !ids.has(opener))
    if (lost.length === 0) return step
    const evidence: Record<string, RecordedEvidence> = { ...step.evidence }
    for (const [path] of lost) {
      const id = at(step.input, path)
      const named = (one: Step): string | undefined => recordNamed(index.command(one.command), one.input)?.id
      const earlier = kept.slice(0, place).findLast((one) => opens(one, index) && named(one) === id)
      evidence[path] = earlier ? { how: 'focus', from: 'opened', step: earlier.stepId } : { how: 'focus', from: 'beforeTeach' }
    }
    return { ...step, evidence }
  })
}

const opens = (step: Step, index: CatalogueIndex): boolean => index.command(step.command)?.effect === 'view'
