import { defineStore } from 'pinia'
import { computed } from 'vue'
import { contextCost } from '../teach/compile/contextCost.ts'
import { recordParam } from '../webmcp/library/recordParam.ts'
import type { ToolRecord } from '../webmcp/library/types.ts'
import type { ToolStatus } from '../webmcp/registry/api.ts'
import { follow } from './follow.ts'
import { useTaught } from './services.ts'

/** Drafts and tools towards the views. */
export const useLibraryStore = defineStore('library', () => {
  const { library, registry } = useTaught()
  const drafts = follow(() => library.drafts(), library.onChange)
  const recordings = follow(() => library.recordings(), library.onChange)
  /** Nothing rests on them. */
  const unused = computed(() => recordings.value.filter(({ recordingId }) => library.userOf(recordingId) === null))
  const tools = follow(() => library.tools(), library.onChange)
  const statuses = follow(() => registry.statuses(), registry.onChange)
  const hostTools = follow(() => registry.hostTools(), registry.onChange)
  const damaged = follow(() => library.damaged().filter((one) => one.entity === 'tool'), library.onChange)
  const live = computed(() => tools.value.filter((tool) => tool.state === 'live'))
  /** What the live tools together take of an agent's context. */
  const cost = computed(() => live.value.reduce((sum, tool) => sum + contextCost(tool.compiled).tokens, 0))
  const byName = computed(() => new Map(statuses.value.map((status) => [status.name, status])))
  const statusOf = (name: string): ToolStatus | undefined => byName.value.get(name)

  /** Whether a person can run it here: a host is not needed for that. */
  const runnable = (tool: ToolRecord): boolean => tool.state === 'live' && statusOf(tool.name)?.status !== 'tampered'
  /** Tools that can be run on one record of this kind, with the parameter that takes it. */
  const toolsOn = (entity: string) =>
    live.value.flatMap((tool) => {
      const param = runnable(tool) ? recordParam(tool.procedure, entity) : null
      return param ? [{ tool, param }] : []
    })
  const openDrafts = computed(() => drafts.value.filter((draft) => draft.status === 'open'))

  return {
    tools,
    statuses,
    hostTools,
    damaged,
    live,
    cost,
    statusOf,
    runnable,
    toolsOn,
    drafts,
    openDrafts,
    recordings,
    unused,
    userOf: library.userOf,
    draftAgain: library.draftAgain,
    discardRecording: library.discardRecording,
    edit: library.editDraft,
    discard: library.discardDraft,
    disable: registry.disable,
    enable: registry.enable,
    revoke: registry.revoke,
  }
})
