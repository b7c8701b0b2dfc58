import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

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
  return { draftId, libraryOpen, openDraft, closeDraft, toggleLibrary }
})
