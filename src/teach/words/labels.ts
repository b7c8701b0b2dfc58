import type { EntityDef } from '../../bus/entity.ts'
import { leafAt, meaningOf, type Meaning } from '../../bus/schema.ts'

/** `createdAt` → *created at*, `assigneeId` → *assignee*, `on_hold` → *on hold*. */
export function inWords(name: string): string {
  const last = name.split('.').at(-1) ?? name
  const words = last
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.replace(/ ids?$/, '') || words
}

/** How a person calls a field or an input. */
export const fieldLabel = (path: string, meaning: Meaning): string => meaning.label ?? inWords(path)

/** How a person calls a field of an entity. */
export function labelOf(entity: EntityDef, field: string): string {
  const leaf = leafAt(entity.schema, field)
  const schema = leaf?.schema ?? entity.schema.properties?.[field]
  return fieldLabel(field, schema ? meaningOf(schema) : {})
}

/** *tags* → *tag*: what one item of a field that holds several is called. */
export const singular = (label: string): string => label.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')

export const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

/** *a*, *a and b*, *a, b and c*. */
export function listed(items: readonly string[], conjunction = 'and'): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} ${conjunction} ${last}`
}
