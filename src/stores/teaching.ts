import { defineStore } from 'pinia'
import { computed } from 'vue'
import { usePanelsStore } from './panels.ts'
import { useRecordingStore } from './recording.ts'

/** Teach and Stop with the panels that go with them. */
export const useTeachingStore = defineStore('teaching', () => {
  const panels = usePanelsStore()
  const recording = useRecordingStore()

  function start(): void {
    panels.closeDraft()
    recording.start()
  }

  function stop(): void {
    const draftId = recording.stop()
    if (draftId) panels.openDraft(draftId)
  }

  /** Has one step of a tool shown again, the one that failed last unless given. */
  function reteach(tool: string, step?: string): void {
    if (!recording.startRepair(tool, step)) return
    panels.closeDraft()
    panels.libraryOpen = false
  }

  const toggle = (): void => (recording.teaching ? stop() : start())

  /** Escape: puts the draft aside, else ends the demonstration. @returns false when there was neither */
  function escape(): boolean {
    if (panels.draftId !== null) panels.closeDraft()
    else if (recording.repairing && recording.live.steps.length === 0) recording.cancelRepair()
    else if (recording.teaching) stop()
    else return false
    return true
  }

  return { active: computed(() => recording.teaching), start, reteach, toggle, escape }
})
