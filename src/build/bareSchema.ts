import type { JsonSchema } from '../bus/schema.ts'

/** Keywords that say something about a value without deciding whether it fits. */
const REMARKS: ReadonlySet<string> = new Set(['x-us', 'title', 'description', 'default'])

/** The schema with only what decides, so that leaves which accept the same values have the same schema. */
export function bareSchema(schema: JsonSchema): JsonSchema {
  const bare = Object.entries(schema)
    .filter(([keyword]) => !REMARKS.has(keyword))
    .map(([keyword, value]): [string, unknown] => [keyword, bareValue(keyword, value)])
  return Object.fromEntries(bare)
}

/** Below `properties` stand names, not keywords: a property may well be called `title`. */
function bareValue(keyword: string, value: unknown): unknown {
  if (keyword === 'items') return bareSchema(value as JsonSchema)
  if (keyword === 'anyOf') return (value as readonly JsonSchema[]).map(bareSchema)
  if (keyword !== 'properties') return value
  return Object.fromEntries(Object.entries(value as Readonly<Record<string, JsonSchema>>).map(([name, schema]) => [name, bareSchema(schema)]))
}
