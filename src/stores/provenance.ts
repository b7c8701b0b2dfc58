import { defineStore } from 'pinia'
import { shallowRef, onScopeDispose } from 'vue'
import { useServices } from './services.ts'

/** The tool that last changed a record, and on whose behalf. */
export interface ByTool {
  readonly tool: string
  readonly actor: 'agent' | 'operator'
}

/**
 * Which records were last changed by a tool's run. A later change by hand does not take the badge away from
 * what the tool did, an undo of the run does.
 */
export const useProvenanceStore = defineStore('provenance', () => {
  const { commits } = useServices()
  const marks = shallowRef(read())
  onScopeDispose(commits.onChange(() => (marks.value = read())))

  function read(): ReadonlyMap<string, ByTool> {
    const all = commits.all()
    const undone = new Set<string>()
    for (const commit of all) {
      for (const id of commit.undoes ?? []) undone.add(id)
      for (const id of commit.redoes ?? []) undone.delete(id)
    }
    const found = new Map<string, ByTool>()
    for (const { id, run, actor, patches } of all) {
      if (!run || undone.has(id)) continue
      for (const patch of patches) {
        if (patch.op === 'update') found.set(`${patch.entity}\n${patch.id}`, { tool: run.tool, actor: actor === 'agent' ? 'agent' : 'operator' })
      }
    }
    return found
  }

  /** None or one: a list, so that a view can simply show what there is. */
  const of = (entity: string, id: string): readonly ByTool[] => {
    const mark = marks.value.get(`${entity}\n${id}`)
    return mark ? [mark] : []
  }
  return { of }
})
