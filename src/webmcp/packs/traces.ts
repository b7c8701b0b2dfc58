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
  const whole = traces.filter((trace) => !trace.cuts.includes(LEFT_OUT) && canBeLearnt(trace, index))
  const isHere = ({ recordingId }: Recording): boolean => records.get('recording', recordingId) !== undefined
  const kept = whole.filter((trace) => !isHere(trace)).map((trace): Recording => ({ ...trace, label: labelOf(trace.steps, index) }))
  return { kept, ids: [...new Set([...traces.filter(isHere), ...kept].map(({ recordingId }) => recordingId))] }
}

function canBeLearnt(trace: Recording, index: CatalogueIndex): boolean {
  try {
    return trace.steps.every((step) => step.reverts !== undefined || step.restores !== undefined || index.command(step.command)) && normalise(trace, index).ok
  } catch {
    // Damaged deeper than its form shows.
    return false
  }
}
