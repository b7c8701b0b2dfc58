import type { Json } from '../../bus/json.ts'
import { leafAt, type Leaf } from '../../bus/schema.ts'
import { useServices } from '../../stores/services.ts'

export interface Names {
  /** How a person calls a field of a kind of record. */
  field(entity: string, field: string): string
  /** A value of that field for a person to read: names for ids, words for codes. */
  value(entity: string, field: string, value: Json | undefined): string
  /** Options for choosing a record or a reference. */
  options(entity: string): readonly { readonly value: string; readonly label: string; readonly hint: string }[]
}

const spaced = (text: string): string =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[._]/g, ' ')
    .toLowerCase()

/** Names of fields and values, read from the catalogue: nothing here knows what a ticket is. */
export function useNames(): Names {
  const { bus } = useServices()
  const leafOf = (entity: string, field: string): Leaf | undefined => {
    const def = bus.index.entities.get(entity)
    return def && leafAt(def.schema, field)
  }
  const titleOf = (entity: string, id: string): string => {
    const def = bus.index.entities.get(entity)
    const title = def && bus.session.records.get(entity, id)?.[def.titleField]
    return typeof title === 'string' ? title : id
  }
  const one = (leaf: Leaf | undefined, value: Json): string => {
    if (typeof value !== 'string') return Array.isArray(value) ? value.map((item) => one(leaf, item as Json)).join(', ') : JSON.stringify(value)
    if (leaf?.meaning.entity) return titleOf(leaf.meaning.entity, value)
    return leaf?.schema.enum ? spaced(value) : value
  }
  return {
    field: (entity, field) => leafOf(entity, field)?.meaning.label ?? spaced(field),
    value(entity, field, value) {
      const leaf = leafOf(entity, field)
      if (value === undefined || value === null) return leaf?.meaning.entity ? 'nobody' : 'nothing'
      if (value === '' || (Array.isArray(value) && value.length === 0)) return 'empty'
      return one(leaf, value)
    },
    options(entity) {
      const def = bus.index.entities.get(entity)
      if (!def) return []
      return bus.session.records.list(entity).map((record) => {
        const value = String(record[def.idField])
        const title = String(record[def.titleField] ?? value)
        return def.titleField === def.idField ? { value, label: value, hint: '' } : { value, label: title, hint: value }
      })
    },
  }
}
