import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Problem } from '../bus/results.ts'
import type { LiveRecording } from '../teach/recording/types.ts'
import { announce } from '../ui/announce.ts'
import { follow } from './follow.ts'
import { useTaught } from './services.ts'

/** Teach and Stop, and the steps as they come. A thin shell over the page's one recorder. */
export const useRecordingStore = defineStore('recording', () => {
  const { recorder, library, live: keeper } = useTaught()
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

  function start(): void {
    const started = recorder.start()
    refusal.value = started.ok ? null : started.error
    if (started.ok) announce('Recording. Demonstrate the task, then stop.')
  }

  /** Ends the demonstration. @returns the draft that came of it, or null with `refusal` saying why not */
  function stop(): string | null {
    const stopped = recorder.stop()
    const saved = stopped.ok ? library.saveRecording(stopped.value.recording) : stopped
    refusal.value = saved.ok ? null : saved.error
    void keeper.drop()
    announce(saved.ok ? 'Recording stopped. A draft is ready.' : `Recording stopped. ${saved.error.message}`)
    return saved.ok ? saved.value.draft.draftId : null
  }

  /** Goes on with a recording that outlived its page. */
  function resume(saved: LiveRecording): boolean {
    const resumed = recorder.resume(saved)
    refusal.value = resumed.ok ? null : resumed.error
    if (resumed.ok) announce('Recording goes on.')
    return resumed.ok
  }

  const dismiss = (): void => {
    refusal.value = null
  }

  return {
    live,
    teaching,
    refusal,
    start,
    stop,
    resume,
    dismiss,
    strike: (stepId: string) => recorder.strike(stepId),
    unstrike: (stepId: string) => recorder.unstrike(stepId),
  }
})
