import { computed, type ComputedRef, type ShallowRef } from 'vue'
import { useHistoryStore } from '../../stores/history.ts'
import { useLibraryStore } from '../../stores/library.ts'
import { useServices } from '../../stores/services.ts'
import type { RunOutcome, RunView } from '../../webmcp/runs/api.ts'
import type { RunEntry } from '../../webmcp/runs/runHistory.ts'
import { runWords } from './runWords.ts'

/** What became of a run on show, once its steps have been walked to the end. */
export function useRunOutcome(shown: Readonly<ShallowRef<RunView | null>>, ended: Readonly<ShallowRef<boolean>>): {
  readonly outcome: ComputedRef<RunOutcome | null>
  /** What the commits say of it. */
  readonly entry: ComputedRef<RunEntry | undefined>
  readonly state: ComputedRef<'running' | 'done' | 'partial' | 'failed'>
  readonly passed: ComputedRef<readonly string[]>
  readonly summary: ComputedRef<string>
  /** The tool itself is at fault, and it is known at which step. */
  readonly mendable: ComputedRef<boolean>
} {
  const { bus } = useServices()
  const history = useHistoryStore()
  const library = useLibraryStore()

  const outcome = computed(() => (ended.value ? (shown.value?.outcome ?? null) : null))
  const entry = computed(() => (outcome.value && shown.value ? history.entry(shown.value.runId) : undefined))
  const state = computed(() => {
    if (!outcome.value) return 'running'
    if (outcome.value.ok) return 'done'
    return entry.value?.end === 'partial' ? 'partial' : 'failed'
  })
  /** Steps of a run that came to nothing were not done. */
  const passed = computed(() => (state.value === 'failed' ? [] : (shown.value?.passed ?? [])))
  const summary = computed(() => {
    if (!outcome.value) return ''
    const { ok } = outcome.value
    const words = entry.value ? (entry.value.undone ? 'Undone' : runWords(entry.value, bus.index)) : ok ? 'Done' : outcome.value.message
    return `${words}${outcome.value.ok && !outcome.value.saved ? ', not saved' : ''}.`
  })
  const mendable = computed(() => {
    const { ok } = outcome.value ?? { ok: true }
    return !ok && library.tools.some(({ name, lastError }) => name === shown.value?.tool && lastError?.step !== undefined)
  })

  return { outcome, entry, state, passed, summary, mendable }
}
