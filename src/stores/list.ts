import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { Evidence, EvidenceMap } from '../bus/evidence.ts'
import type { Json, JsonObject } from '../bus/json.ts'
import { matcher } from '../triage/filter.ts'
import { ticketOf, ticketsOf } from '../triage/model.ts'
import type { Query } from '../triage/query.ts'
import { afterFrame } from '../ui/afterFrame.ts'
import { useBusStore } from './busStore.ts'
import { NAV_VIEWS, sameTickets, UNSOLVED, type NavView } from './navViews.ts'
import { usePreferencesStore } from './preferences.ts'
import { useServices } from './services.ts'

/** Changes to a query; `undefined` takes a part out. */
export type QueryPatch = { readonly [K in keyof Query]?: Query[K] | undefined }

const KEPT: Evidence = { how: 'kept' }
/** Past so many changed tickets the list counts as old without looking at each. */
const MANY = 500

/**
 * The list on show: what it asks for, what it gave, and which row the cursor is on. It is a snapshot;
 * rows stay where they are when tickets change, until it is asked for anew.
 */
export const useListStore = defineStore('list', () => {
  const { bus: core, showing, place } = useServices()
  const bus = useBusStore()
  const preferences = usePreferencesStore()

  const list = computed(() => bus.session.view.list)
  const query = computed(() => (list.value?.query ?? {}) as Query)
  const ids = computed<readonly string[]>(() => list.value?.ids ?? [])

  /** Where the person put the cursor. The list decides whether that row is there. */
  const wanted = shallowRef(place?.cursor ?? null)
  const cursorIndex = computed(() => {
    const index = wanted.value === null ? -1 : ids.value.indexOf(wanted.value)
    return ids.value.length === 0 ? -1 : Math.max(0, index)
  })
  const cursor = computed(() => ids.value[cursorIndex.value] ?? null)
  const moveTo = (index: number): string | null => {
    wanted.value = ids.value[Math.max(0, Math.min(ids.value.length - 1, index))] ?? null
    return wanted.value
  }

  const ask = (next: JsonObject, evidence: EvidenceMap, source: string): boolean =>
    bus.dispatch('filter_tickets', next, source, evidence).ok

  /**
   * Asks for the list with parts of its query changed.
   * @param how how the changed parts came about: for all of them, or one by one
   */
  function filter(patch: QueryPatch, how: Evidence | Readonly<Record<string, Evidence>>, source = 'filter'): boolean {
    const parts: Record<string, Json | undefined> = { ...query.value, ...patch }
    const next = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as JsonObject
    const single = typeof how['how'] === 'string' ? (how) : null
    const of = (part: string): Evidence => single ?? (how as Readonly<Record<string, Evidence>>)[part] ?? { how: 'picked', from: 'vocabulary' }
    const evidence = Object.fromEntries(Object.keys(next).map((part) => [part, part in patch ? of(part) : KEPT]))
    return ask(next, evidence, source)
  }

  /** The same question again: the list as it is now. */
  const refresh = (): boolean => filter({}, {}, 'list')

  /** What the console opens with; nobody chose it. */
  const start = (): boolean =>
    ask({ status: [...UNSOLVED], sort: 'newest' }, { status: { how: 'default' }, sort: { how: 'default' } }, 'list')

  /** Shows a part of the work: every part of the query is chosen anew, only the order stays. */
  function show(view: NavView): boolean {
    const chosen = view.query(preferences.current.me)
    if (!chosen) return false
    const gone = Object.fromEntries(Object.keys(query.value).map((part) => [part, undefined]))
    const { sort } = query.value
    const patch: QueryPatch = { ...gone, ...chosen, ...(sort ? { sort } : {}) }
    return filter(patch, { sort: KEPT, ...(view.id === 'mine' ? { assignee: { how: 'me' } } : {}) }, 'nav')
  }

  const shown = computed(
    () => NAV_VIEWS.find((view) => sameTickets(query.value, view.query(preferences.current.me) ?? { text: '\n' })) ?? null,
  )

  // The records as they were when the list was made: what is another record now may no longer belong here.
  // Of a list that outlived its page nobody knows them.
  const base = shallowRef(place ? null : bus.session.records)
  const touched = shallowRef<ReadonlySet<string>>(new Set())
  watch(
    list,
    () => {
      base.value = bus.session.records
      touched.value = new Set()
    },
    { flush: 'sync' },
  )
  let seen = core.commits.at(-1)
  /** Takes in what was committed since it last looked, here or in another tab. */
  function look(): void {
    const last = core.commits.at(-1)
    if (last === seen) return
    const fresh = core.commits.slice(seen ? core.commits.lastIndexOf(seen) + 1 : 0)
    seen = last
    const changed = fresh.flatMap(({ patches }) => patches.flatMap((patch) => (patch.entity === 'ticket' ? [patch.id] : [])))
    if (changed.length > 0) touched.value = new Set([...touched.value, ...changed])
  }
  onScopeDispose(showing.of(core.onChange)(look))

  const matches = computed(() => matcher(query.value))
  if (place) {
    onScopeDispose(
      afterFrame(() => {
        const here = new Set(ids.value)
        const moved = ticketsOf(bus.session.records).filter((ticket) => matches.value(ticket) !== here.has(ticket.ticketId))
        touched.value = new Set(moved.map(({ ticketId }) => ticketId))
      }),
    )
  }
  /** The row stays although its ticket no longer matches. */
  function isStale(id: string): boolean {
    const now = ticketOf(bus.session.records, id)
    return now !== base.value?.get('ticket', id) && (!now || !matches.value(now))
  }
  /** Asking again would give other tickets. */
  const outdated = computed(() => {
    if (touched.value.size > MANY) return true
    return [...touched.value].some((id) => {
      const now = ticketOf(bus.session.records, id)
      return (now !== undefined && matches.value(now)) !== ids.value.includes(id)
    })
  })

  return { list, query, ids, cursor, cursorIndex, moveTo, filter, refresh, start, show, shown, isStale, outdated }
})
