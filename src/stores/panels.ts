import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** The parts of the library. */
export type LibraryTab = 'tools' | 'runs' | 'recordings' | 'audit'

/** The record a tool is being chosen for, and where the person asked for it. */
export interface ToolTarget {
  readonly id: string
  readonly source: 'ticket' | 'list'
}

/** Which of the teaching panels is in front. At most one draft and the library are open at a time. */
export const usePanelsStore = defineStore('panels', () => {
  const draftId = shallowRef<string | null>(null)
  const libraryOpen = shallowRef(false)

  const openDraft = (id: string): void => {
    draftId.value = id
  }
  const closeDraft = (): void => {
    draftId.value = null
  }
  const toggleLibrary = (): void => {
    libraryOpen.value = !libraryOpen.value
  }
  const toolTarget = shallowRef<ToolTarget | null>(null)
  return { draftId, libraryOpen, toolTarget, openDraft, closeDraft, toggleLibrary }
})
