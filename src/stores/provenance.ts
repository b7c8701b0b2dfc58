import { defineStore } from 'pinia'
import { provenanceOf, type Provenance } from '../webmcp/provenance.ts'
import { follow } from './follow.ts'
import { useServices } from './services.ts'

/** Which tickets were last changed by a tool's run. */
export const useProvenanceStore = defineStore('provenance', () => {
  const { commits } = useServices()
  const marks = follow(() => provenanceOf(commits.all(), 'ticket'), commits.onChange)

  /** None or one: a list, so that a view can simply show what there is. */
  const of = (ticketId: string): readonly Provenance[] => {
    const mark = marks.value.get(ticketId)
    return mark ? [mark] : []
  }
  return { of }
})
