import { useBusStore } from '../../stores/busStore.ts'
import { useConsoleStore } from '../../stores/console.ts'
import { useListStore } from '../../stores/list.ts'
import { useNoticesStore } from '../../stores/notices.ts'
import { sampleRecords } from '../../triage/seed/sampleRecords.ts'

/** Puts the sample desk in place of the tickets that are there, as one step that can be undone. */
export function useReset(): () => void {
  const bus = useBusStore()
  const list = useListStore()
  const notices = useNoticesStore()
  const desk = useConsoleStore()

  return () => {
    const { ticket, assignee, template } = sampleRecords(Date.now())
    const result = bus.dispatch('reset_tickets', { tickets: ticket, assignees: assignee, templates: template }, 'settings')
    if (!result.ok) return
    list.start()
    notices.show('The sample tickets are back.', 'info', { label: 'Undo', run: desk.undo })
  }
}
