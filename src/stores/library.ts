import { defineStore } from 'pinia'
import { computed } from 'vue'
import { follow } from './follow.ts'
import { useTaught } from './services.ts'

/** Drafts and tools towards the views. */
export const useLibraryStore = defineStore('library', () => {
  const { library, registry } = useTaught()
  const drafts = follow(() => library.drafts(), library.onChange)
  const tools = follow(() => library.tools(), library.onChange)
  const statuses = follow(() => registry.statuses(), registry.onChange)
  const hostTools = follow(() => registry.hostTools(), registry.onChange)
  const openDrafts = computed(() => drafts.value.filter((draft) => draft.status === 'open'))

  return {
    tools,
    statuses,
    hostTools,
    openDrafts,
    edit: library.editDraft,
    discard: library.discardDraft,
    disable: registry.disable,
    enable: registry.enable,
    revoke: registry.revoke,
  }
})
