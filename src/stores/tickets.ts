import { defineStore } from 'pinia'
import { computed } from 'vue'
import { matcher } from '../triage/filter.ts'
import { assigneeOf, assigneesOf, templatesOf, ticketOf, ticketsOf, type Ticket } from '../triage/model.ts'
import type { Option } from '../ui/matchOptions.ts'
import { useBusStore } from './busStore.ts'
import { NAV_VIEWS, type NavView } from './navViews.ts'
import { usePreferencesStore } from './preferences.ts'

/** Tickets and what they are described with, as the views ask for them. Everything is read from the session. */
export const useTicketsStore = defineStore('tickets', () => {
  const bus = useBusStore()
  const preferences = usePreferencesStore()
  const records = computed(() => bus.session.records)

  const all = computed(() => ticketsOf(records.value))
  const assignees = computed(() => assigneesOf(records.value))
  const templates = computed(() => templatesOf(records.value))

  const ticket = (id: string): Ticket | undefined => ticketOf(records.value, id)
  const nameOf = (assigneeId: string): string => assigneeOf(records.value, assigneeId)?.name ?? assigneeId

  /** By name, with the person first. */
  const assigneeOptions = computed<readonly Option[]>(() => {
    const me = preferences.current.me
    return [...assignees.value]
      .sort((a, b) => Number(b.assigneeId === me) - Number(a.assigneeId === me) || a.name.localeCompare(b.name))
      .map(({ assigneeId, name, email }) => ({ value: assigneeId, label: name, keywords: email, ...(assigneeId === me ? { hint: 'you' } : {}) }))
  })

  /** Every tag in use, in the order of the alphabet, with how many tickets carry it. */
  const tagOptions = computed<readonly Option[]>(() => {
    const counts = new Map<string, number>()
    for (const { tags } of all.value) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
    return [...counts].sort(([a], [b]) => a.localeCompare(b)).map(([value, count]) => ({ value, label: value, hint: String(count) }))
  })

  /** Tickets in each part of the work, in one pass. */
  const counts = computed<ReadonlyMap<NavView['id'], number>>(() => {
    const tests = NAV_VIEWS.flatMap(({ id, query }) => {
      const wanted = query(preferences.current.me)
      return wanted ? [{ id, matches: matcher(wanted), count: 0 }] : []
    })
    for (const one of all.value) for (const test of tests) if (test.matches(one)) test.count += 1
    return new Map(tests.map(({ id, count }) => [id, count]))
  })

  return { all, assignees, templates, ticket, nameOf, assigneeOptions, tagOptions, counts }
})
