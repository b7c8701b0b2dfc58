import type { Rec, State } from './state.ts'

/** Which fields of one record a plan looked at. */
export interface FieldReads {
  readonly entity: string
  readonly id: string
  readonly fields: readonly string[]
}

/**
 * A state that remembers which fields of singly read records were looked at. Lists pass through untouched:
 * what a list command tests stands in its query.
 */
export function trackReads(state: State): { readonly state: State; reads(): readonly FieldReads[]; release<T>(value: T): T } {
  const seen = new Map<string, { entity: string; id: string; fields: Set<string>; watched: Rec }>()
  const targets = new WeakMap<object, Rec>()
  const tracked: State = {
    get(entity, id) {
      const record = state.get(entity, id)
      if (!record) return undefined
      const key = `${entity}\n${id}`
      const known = seen.get(key)
      if (known) return known.watched
      const fields = new Set<string>()
      const watched = new Proxy(record, {
        get(target, field, receiver): unknown {
          if (typeof field === 'string' && Object.hasOwn(target, field)) fields.add(field)
          return Reflect.get(target, field, receiver)
        },
      })
      targets.set(watched, record)
      seen.set(key, { entity, id, fields, watched })
      return watched
    },
    list: (entity) => state.list(entity),
  }
  // A plan may hand a record on as its output. Proxies can be neither cloned nor stored, so the record itself goes on.
  const release = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const target = targets.get(value)
    if (target) return target
    // Frozen values come from the state and hold no proxy: rows and whole lists go on as they are.
    if (Object.isFrozen(value)) return value
    if (Array.isArray(value)) return value.map(release)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, release(item)]))
  }
  return {
    state: tracked,
    release: <T>(value: T): T => release(value) as T,
    reads: () => [...seen.values()].map(({ entity, id, fields }) => ({ entity, id, fields: [...fields].sort() })),
  }
}
