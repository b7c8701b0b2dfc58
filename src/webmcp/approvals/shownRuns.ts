import type { Bus } from '../../bus/bus.ts'
import { EMPTY_VIEW } from '../../bus/state.ts'
import { Records } from '../../bus/table.ts'
import { demonstratedArgs, demonstratedMe } from '../../teach/generalize/demonstratedArgs.ts'
import { sliceRecords, withVocabulary } from '../../teach/generalize/steps/slices.ts'
import { normalise } from '../../teach/recording/normalise.ts'
import type { Trace } from '../../teach/recording/types.ts'
import type { Library } from '../library/api.ts'
import type { DraftView, DryRun } from '../library/types.ts'
import { dryRun } from './dryRuns.ts'
import { proposeToday } from './propose.ts'

/**
 * What an approval shows of a draft: what it does where each demonstration began (today the work is done, so it
 * would show nothing), and what it would do today, to another record where the caller says which.
 */
export function dryRunsOf(bus: Bus, library: Pick<Library, 'recording'>, view: DraftView, me: string | null): readonly DryRun[] {
  const { procedure } = view.generalized
  const known = view.draft.recordingIds.flatMap((id) => {
    const recording = library.recording(id)
    const trace = recording && normalise(recording, bus.index)
    return trace?.ok ? [trace.value] : []
  })
  // A constant may be known to another demonstration only.
  const traces = withVocabulary(known, bus.index)
  const demonstrations = traces.map((trace): DryRun => {
    const session = { records: Records.of(bus.index.entities, sliceRecords(trace, bus.index)), view: EMPTY_VIEW }
    const args = demonstratedArgs(procedure, trace, bus.index)
    return { ...dryRun(bus, procedure, { on: 'demonstration', args, session, me: demonstratedMe(trace) }), recordingId: trace.recordingId }
  })
  const [first] = demonstrations
  return first ? [...demonstrations, proposeToday(bus, procedure, { demonstrated: first.args, shown: actedUpon(traces), me })] : []
}

function actedUpon(traces: readonly Trace[]): ReadonlyMap<string, ReadonlySet<string>> {
  const shown = new Map<string, Set<string>>()
  for (const { entity, id } of traces.flatMap((trace) => trace.steps.flatMap((step) => step.changes))) {
    shown.set(entity, (shown.get(entity) ?? new Set()).add(id))
  }
  return shown
}
