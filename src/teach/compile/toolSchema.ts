import type { Json } from '../../bus/json.ts'
import type { JsonSchema } from '../../bus/schema.ts'
import type { Param } from '../procedure/types.ts'
import { BUDGET } from './budgets.ts'
import { cutText } from './cutText.ts'

/** The keywords a compiled schema may use, checked by every host we know. */
const KEYWORDS: ReadonlySet<string> = new Set([
  'type',
  'enum',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'maxItems',
  'uniqueItems',
  'description',
])

/**
 * A catalogue schema within the keyword subset: what it means to us, titles and everything else is left
 * out. A constant becomes an enumeration of one. Never narrower than the original.
 */
function withinSubset(schema: JsonSchema): JsonSchema {
  const kept: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(schema)) if (KEYWORDS.has(keyword)) kept[keyword] = value
  // Hosts that compile patterns without the Unicode flag would refuse what fits. Our own check stays.
  if (/\\[pPu]\{/.test(schema.pattern ?? '')) delete kept['pattern']
  if (schema.const !== undefined) kept['enum'] = [schema.const]
  if (schema.items) {
    const { description: _, ...items } = withinSubset(schema.items)
    kept['items'] = items
  }
  if (schema.properties) {
    kept['properties'] = Object.fromEntries(Object.entries(schema.properties).map(([key, child]) => [key, withinSubset(child)]))
    if (schema.required && schema.required.length > 0) kept['required'] = schema.required
    kept['additionalProperties'] = false
  }
  return kept
}

/** Ids an agent may choose from, by kind of record; none where they are many or not to be told. */
export type Vocabulary = (entity: string) => readonly string[]

/** How long descriptions of parameters may be, and whether ids are hinted at: what gives way when room is short. */
export interface Room {
  readonly description: number
  readonly hints: boolean
}

/** The input schema of a tool. */
export function inputSchemaOf(params: readonly Param[], vocabulary: Vocabulary, room: Room): JsonSchema {
  const required = params.filter((param) => param.required).map((param) => param.name)
  return {
    type: 'object',
    properties: Object.fromEntries(params.map((param) => [param.name, propertyOf(param, vocabulary, room)])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  }
}

function propertyOf(param: Param, vocabulary: Vocabulary, room: Room): JsonSchema {
  const { description: own = '', ...schema } = withinSubset(param.schema)
  const said = cutText((param.description || own).trim().replace(/\s+/g, ' '), room.description)
  const hinted = room.hints ? withHint(said, param.schema, vocabulary) : said
  const fallback: Json | undefined = param.required ? undefined : param.default
  return { ...schema, ...(hinted === '' ? {} : { description: hinted }), ...(fallback === undefined ? {} : { default: fallback }) }
}

/** The description with as many ids as fit behind it, if at least two do. */
function withHint(description: string, schema: JsonSchema, vocabulary: Vocabulary): string {
  const meaning = schema['x-us'] ?? schema.items?.['x-us']
  if (meaning?.kind !== 'reference' || meaning.entity === undefined || schema.enum) return description
  const ids = vocabulary(meaning.entity)
  for (let count = ids.length; count >= 2; count -= 1) {
    const hint = `${description} One of: ${ids.slice(0, count).join(', ')}${count < ids.length ? ', …' : '.'}`.trim()
    if (hint.length <= BUDGET.parameterDescription) return hint
  }
  return description
}

/** Length of a schema and a name as an answer carries them. */
export const schemaLength = (name: string, inputSchema: JsonSchema): number => JSON.stringify({ name, inputSchema }).length
