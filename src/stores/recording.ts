import { defineStore } from 'pinia'
import { computed, nextTick, onScopeDispose, shallowRef, watch } from 'vue'
import { ok, type Problem, type Result } from '../bus/results.ts'
import type { LiveRecording } from '../teach/recording/types.ts'
import { announce } from '../ui/announce.ts'
import type { RepairTarget } from '../webmcp/library/repair.ts'
import { alreadySo } from './alreadySo.ts'
import { follow } from './follow.ts'
import { useServices, useTaught } from './services.ts'

/** How long the chip says that something was not recorded, in milliseconds. The next step ends it, too. */
const SAID_MS = 12_000

/** Teach and Stop, and the steps as they come. A thin shell over the page's one recorder. */
export const useRecordingStore = defineStore('recording', () => {
  const { bus, commits: memory } = useServices()
  const { recorder, library, repairs, live: keeper } = useTaught()
  const live = follow(
    () => recorder.live,
    (listener) => recorder.onChange(listener),
  )
  const phase = follow(
    () => recorder.phase,
    (listener) => recorder.onChange(listener),
  )
  const teaching = computed(() => phase.value === 'recording')
  /** Why the last Stop gave nothing, until the next Teach. */
  const refusal = shallowRef<Problem | null>(null)

  /** The step of a tool that is being shown again, instead of a whole task. */
  const repairing = shallowRef<RepairTarget | null>(null)
  /** The step to show once more, after it was not accepted. */
  const retry = shallowRef<RepairTarget | null>(null)
  /** Commands that would take the place of the step. One is wanted. */
  const commands = computed(
    () => new Set(live.value.steps.flatMap(({ state, effect, command }) => (state === 'kept' && effect !== 'view' ? [command] : []))).size,
  )
  watch(
    () => repairing.value !== null && commands.value > 1,
    (many) => many && announce('Only one command takes the place of the step. Strike out the others, or undo them.'),
  )

  /** Why what was just done is no step, while teaching. */
  const already = shallowRef('')
  let said: ReturnType<typeof setTimeout> | undefined
  function say(words: string): void {
    clearTimeout(said)
    already.value = words
    if (words !== '') said = setTimeout(() => (already.value = ''), SAID_MS)
  }
  onScopeDispose(
    bus.onDispatch((event) => {
      const words = teaching.value ? alreadySo(event, bus.index) : null
      if (words === null) return
      say(words)
      // After what the gesture itself announces, of which only the last is heard.
      void nextTick(() => announce(words))
    }),
  )
  watch([teaching, () => live.value.steps.length], () => say(''))

  function start(): void {
    const started = recorder.start()
    refusal.value = started.ok ? null : started.error
    retry.value = null
    if (started.ok) announce('Recording. Demonstrate the task, then stop.')
  }

  /** Begins to record the one command that takes the place of a step: the one that failed last unless given. */
  function startRepair(tool: string, as?: string): boolean {
    const target = repairs.target(tool, as)
    const started = target.ok ? recorder.start({ tool: target.value.tool, as: target.value.as }) : target
    refusal.value = started.ok ? null : started.error
    retry.value = null
    if (!target.ok || !started.ok) return false
    repairing.value = target.value
    announce(`Recording. Show step ${target.value.number} of ${tool} again: one command, then stop.`)
    return true
  }

  /** Ends it. @returns the tool's draft with the step replaced, or null with `refusal` saying why not */
  function stopRepair(target: RepairTarget): string | null {
    repairing.value = null
    const stopped = recorder.stop()
    const mended = stopped.ok ? repairs.finish(target, stopped.value.recording) : stopped
    void keeper.dropOnceStored()
    refusal.value = mended.ok ? null : mended.error
    retry.value = mended.ok ? null : target
    announce(mended.ok ? `Step ${target.number} was replaced in the draft. Publish it to replace the tool.` : mended.error.message)
    return mended.ok ? mended.value.draftId : null
  }

  /** Gives up showing a step again; the tool is as it was. */
  function cancelRepair(): void {
    if (repairing.value === null) return
    repairing.value = null
    recorder.cancel()
    keeper.drop()
    announce('The tool is as it was.')
  }

  /** Ends the demonstration. @returns the draft that came of it, or null with `refusal` saying why not */
  function stop(): string | null {
    if (repairing.value) return stopRepair(repairing.value)
    const stopped = recorder.stop()
    const saved = stopped.ok ? library.saveRecording(stopped.value.recording) : stopped
    refusal.value = saved.ok ? null : saved.error
    void keeper.dropOnceStored()
    announce(saved.ok ? 'Recording stopped. A draft is ready.' : `Recording stopped. ${saved.error.message}`)
    return saved.ok ? saved.value.draft.draftId : null
  }

  /** The step of a tool that an interrupted recording was to show again, null where it shows a task, or why it cannot be. */
  function repairOf({ purpose }: LiveRecording): Result<RepairTarget | null> {
    if (typeof purpose?.tool !== 'string' || typeof purpose.as !== 'string') return ok(null)
    return repairs.target(purpose.tool, purpose.as)
  }

  /** Goes on with a recording that outlived its page. */
  function resume(saved: LiveRecording): boolean {
    const target = repairOf(saved)
    const resumed = target.ok ? recorder.resume(saved, memory.all(), memory.reachesTo(saved.startedAt)) : target
    refusal.value = resumed.ok ? null : resumed.error
    if (!target.ok || !resumed.ok) return false
    repairing.value = target.value
    announce('Recording goes on.')
    return true
  }

  const dismiss = (): void => {
    refusal.value = null
    retry.value = null
  }

  return {
    live,
    teaching,
    refusal,
    already,
    repairing,
    retry,
    commands,
    start,
    startRepair,
    cancelRepair,
    stop,
    repairOf,
    resume,
    dismiss,
    strike: (stepId: string) => recorder.strike(stepId),
    unstrike: (stepId: string) => recorder.unstrike(stepId),
  }
})
