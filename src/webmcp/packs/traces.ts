import type { CatalogueIndex } from '../../bus/command.ts'
import type { State } from '../../bus/state.ts'
import { LEFT_OUT } from '../../teach/recording/exportRecording.ts'
import { labelOf } from '../../teach/recording/label.ts'
import { normalise } from '../../teach/recording/normalise.ts'
import type { Recording } from '../../teach/recording/types.ts'

/**
 * The demonstrations of a pack that are worth keeping: whole, readable, and not here yet. One without its texts tells a
 * reader what was done but teaches the wrong values, so it stays in the file. Labels are made anew, since agents read them.
 * @returns those to keep, and the ids of all the tool rests on here
 */
export function keptTraces(traces: readonly Recording[], records: State, index: CatalogueIndex) {
  const isHere = ({ recordingId }: Recording): boolean => records.get('recording', recordingId) !== undefined
  const kept = traces.filter((trace) => !isHere(trace) && !trace.cuts.includes(LEFT_OUT)).flatMap((trace) => learnable(trace, index) ?? [])
  return { kept, ids: [...new Set([...traces.filter(isHere), ...kept].map(({ recordingId }) => recordingId))] }
}

/** The demonstration under a label of our own; null where nothing can be learnt from it. */
function learnable(trace: Recording, index: CatalogueIndex): Recording | null {
  try {
    const known = trace.steps.every((step) => step.reverts !== undefined || step.restores !== undefined || index.command(step.command))
    const steps = known ? normalise(trace, index) : null
    return steps?.ok ? { ...trace, label: labelOf(steps.value.steps, index) } : null
  } catch {
    // Damaged deeper than its form shows.
    return null
  }
}
