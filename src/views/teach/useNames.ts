import type { EntityDef } from '../../bus/entity.ts'
import type { Json } from '../../bus/json.ts'
import { leafAt, type Leaf } from '../../bus/schema.ts'
import type { Rec } from '../../bus/state.ts'
import { useServices } from '../../stores/services.ts'
import type { Option } from '../../ui/matchOptions.ts'

export interface Names {
  /** How a person calls a field of a kind of record. */
  field(entity: string, field: string): string
  /** A value of that field for a person to read: names for ids, words for codes. */
  value(entity: string, field: string, value: Json | undefined): string
  /** How a record is called: its title, or its id where there is none. */
  title(entity: string, id: string): string
  /** Options for choosing a record or a reference: found by name and by id. */
  options(entity: string): readonly Option[]
}

/** Options by the list they were made of: lists of records are replaced when they change, and may be long. */
const made = new WeakMap<readonly Rec[], readonly Option[]>()

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
    return typeof title === 'string' && title !== '' ? title : id
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
    title: titleOf,
    options(entity) {
      const def = bus.index.entities.get(entity)
      if (!def) return []
      const records = bus.session.records.list(entity)
      const known = made.get(records) ?? records.map((record) => optionOf(record, def))
      made.set(records, known)
      return known
    },
  }
}

function optionOf(record: Rec, { idField, titleField }: EntityDef): Option {
  const value = record[idField] as string
  const title = record[titleField]
  const named = titleField !== idField && typeof title === 'string' && title !== ''
  return named ? { value, label: title, hint: value, keywords: value } : { value, label: value }
}
