import { defineStore } from 'pinia'
import { onScopeDispose, shallowReactive } from 'vue'
import { provenanceOf, type Provenance } from '../webmcp/provenance.ts'
import { useServices } from './services.ts'

/** Which tickets were last changed by a tool's run. Whoever asks about one ticket is told only when that one's mark changes. */
export const useProvenanceStore = defineStore('provenance', () => {
  const { commits, showing } = useServices()
  const marks = shallowReactive(new Map<string, Provenance>())

  const read = (): void => {
    const now = provenanceOf(commits.all(), 'ticket')
    for (const id of [...marks.keys()]) if (!now.has(id)) marks.delete(id)
    for (const [id, mark] of now) if (marks.get(id)?.runId !== mark.runId) marks.set(id, mark)
  }
  read()
  onScopeDispose(showing.of(commits.onChange)(read))

  /** None or one: a list, so that a view can simply show what there is. */
  const of = (ticketId: string): readonly Provenance[] => {
    const mark = marks.get(ticketId)
    return mark ? [mark] : []
  }
  return { of }
})
