import type { EntityDef } from '../bus/entity.ts'
import { isObject, type Json, type JsonObject } from '../bus/json.ts'
import { leavesOf, meaningOf, type JsonSchema } from '../bus/schema.ts'
import type { Change } from '../teach/procedure/outcome.ts'
import { lengthOf, shortened } from './fit.ts'

/** Texts of one item are cut to this many characters when the item is longer than `ITEM`. */
const TEXT = 60
const ITEM = 600

/**
 * One changed field as a caller may see it. User-written values stand under `untrusted`; one that lists do not
 * show (a reply, a body) is named only.
 */
export function changeItem(change: Change, entity: EntityDef): JsonObject {
  const item = { [entity.idField]: change.id, field: change.field }
  const values = { from: change.from ?? null, to: change.to ?? null }
  if (!carriesUgc(entity.schema.properties?.[change.field])) return { ...item, ...values }
  if (!entity.rowFields.includes(change.field)) return item
  return cutItem({ ...item, untrusted: values })
}

/**
 * A record as a caller may see it: its user-written parts under `untrusted`, what moves by itself left out.
 * Members the entity does not describe count as user-written.
 * @param entity null when nobody says what the row is: then nothing of it is trusted
 */
export function rowItem(row: JsonObject, entity: EntityDef | null): JsonObject {
  if (!entity) return cutItem({ untrusted: row })
  const trusted: Record<string, Json> = {}
  const untrusted: Record<string, Json> = {}
  for (const field of inOrder(row, entity)) {
    const value = row[field]
    const schema = entity.schema.properties?.[field]
    if (value === undefined || (schema && meaningOf(schema).volatile)) continue
    const parts = apart(value, schema)
    if (parts.trusted !== undefined) trusted[field] = parts.trusted
    if (parts.untrusted !== undefined) untrusted[field] = parts.untrusted
  }
  return cutItem(Object.keys(untrusted).length > 0 ? { ...trusted, untrusted } : trusted)
}

/** Whether any value described here is user-written; what nobody describes is taken for it. */
export function carriesUgc(schema: JsonSchema | undefined): boolean {
  if (!schema) return true
  if (schema.properties) return leavesOf(schema).some((leaf) => leaf.meaning.ugc === true)
  return meaningOf(schema).ugc === true || (schema.items?.properties !== undefined && carriesUgc(schema.items))
}

/** A value parted by what its schema says of each leaf. */
function apart(value: Json, schema: JsonSchema | undefined): { readonly trusted?: Json; readonly untrusted?: Json } {
  if (!carriesUgc(schema)) return { trusted: value }
  if (!schema?.properties || meaningOf(schema).ugc || !isObject(value)) return { untrusted: value }
  const trusted: Record<string, Json> = {}
  const untrusted: Record<string, Json> = {}
  for (const [key, item] of Object.entries(value)) {
    const parts = apart(item, Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined)
    if (parts.trusted !== undefined) trusted[key] = parts.trusted
    if (parts.untrusted !== undefined) untrusted[key] = parts.untrusted
  }
  return {
    ...(Object.keys(trusted).length > 0 ? { trusted } : {}),
    ...(Object.keys(untrusted).length > 0 ? { untrusted } : {}),
  }
}

/** The row's own members, those lists show first. */
function inOrder(row: JsonObject, entity: EntityDef): readonly string[] {
  const shown = entity.rowFields.filter((field) => Object.hasOwn(row, field))
  return [...shown, ...Object.keys(row).filter((field) => field !== 'untrusted' && !shown.includes(field))]
}

function cutItem(item: JsonObject): JsonObject {
  if (lengthOf(item) <= ITEM || item.untrusted === undefined) return item
  const shorter = { ...item, untrusted: shortened(item.untrusted, TEXT) }
  return lengthOf(shorter) <= ITEM ? shorter : { ...item, untrusted: shortened(item.untrusted, TEXT / 3, 3) }
}
