import { leafAt, type JsonSchema } from './schema.ts'

/** A kind of record. The core learns from this what an id is, what moves by itself, and what to call things. */
export interface EntityDef {
  readonly name: string
  /** In words: `ticket`, `tickets`. */
  readonly one: string
  readonly many: string
  readonly idField: string
  /** Field that names a record to a person (`subject`, `name`). */
  readonly titleField: string
  /** Counted up by the bus with every change. Records without one cannot be checked for staleness. */
  readonly versionField?: string
  /** Set by the bus to the time of every change. */
  readonly touchedField?: string
  /** The fields, with their meanings. */
  readonly schema: JsonSchema
  /** Fields shown in a list of these, in order. */
  readonly rowFields: readonly string[]
  /** Breaks ties of every sort, before the id. */
  readonly tieField?: string
  /** How many records share one stored chunk. Small for large records. */
  readonly chunk: number
}

/** Whether a field moves by itself with every change: the bus moves it, or the catalogue says so. Such a change was not meant. */
export function movesByItself(entity: EntityDef, field: string): boolean {
  if (field === entity.versionField || field === entity.touchedField) return true
  const schema = leafAt(entity.schema, field)?.schema ?? entity.schema.properties?.[field]
  return schema?.['x-us']?.volatile === true
}
