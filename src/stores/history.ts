import { defineStore } from 'pinia'
import { computed } from 'vue'
import { revert } from '../bus/revert.ts'
import { runHistory, type RunEntry } from '../webmcp/runs/runHistory.ts'
import { useBusStore } from './busStore.ts'
import { follow } from './follow.ts'
import { useNoticesStore } from './notices.ts'
import { useServices, useTaught } from './services.ts'

/** The last runs, those of earlier page lives included, and taking them back. */
export const useHistoryStore = defineStore('history', () => {
  const { bus, history, commits, showing } = useServices()
  const { runs } = useTaught()
  const desk = useBusStore()
  const notices = useNoticesStore()
  const all = follow(() => commits.all(), showing.of(commits.onChange))
  const units = follow(() => history.undoable(), showing.of(history.onChange))
  const running = follow(() => runs.active(), showing.of(runs.onChange))

  /** Newest first. */
  const entries = computed(() => runHistory(all.value, bus.index, new Set(running.value.map((run) => run.runId))))
  const byId = computed(() => new Map(entries.value.map((entry) => [entry.runId, entry])))
  const entry = (runId: string): RunEntry | undefined => byId.value.get(runId)

  /** Why this run cannot be undone now, in a sentence, or null. */
  function undoRefusal(run: RunEntry): string | null {
    if (run.undone) return 'It was undone.'
    if (run.end === 'running') return 'It is still running.'
    const unit = units.value.find((one) => one.id === run.runId)
    if (!unit) return 'It ran in another tab, or too long ago to be undone here.'
    const patches = unit.commits.flatMap((commit) => commit.patches)
    // On the session as the views see it, so that they hear when the answer becomes another.
    const tried = revert({ ...bus, session: desk.session }, patches, 'undo')
    return tried.ok ? null : tried.error.message
  }

  /** Takes a run back as one, and says so. */
  function undo(runId: string): boolean {
    const undone = history.undo(runId)
    if (undone.ok) notices.show('The run was undone.')
    else notices.refuse(undone.error)
    return undone.ok
  }

  return { entries, entry, undoRefusal, undo }
})
